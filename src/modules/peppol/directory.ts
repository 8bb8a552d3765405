import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type HttpClient, HttpFault } from '../../platform/index.ts';
import { readLongJson } from '../../platform/json/index.ts';
import { type Database, takeTurn } from './participant-store.ts';

/**
 * Entry of a participant in the Peppol Directory. Publishing is voluntary in many countries, so `not_listed` does not
 * mean unregistered.
 */
type DirectoryEntry = {
  readonly outcome: 'listed' | 'not_listed' | 'unknown';
  /** Why the result is unknown; otherwise null. */
  readonly reason: 'directory_busy' | 'directory_unreachable' | 'directory_unexpected' | null;
  readonly names: readonly string[];
  readonly country_code: string | null;
  /** Ids with their schemes. */
  readonly document_types: readonly string[];
};

export type Directory = {
  /** Never throws for errors of the Directory: they are reported as `unknown`. */
  readonly find: (participant: string, signal: AbortSignal) => Promise<DirectoryEntry>;
};

type DirectoryParts = {
  readonly db: Database;
  readonly http: HttpClient;
  /** Base URL without a trailing slash. */
  readonly url: string;
};

/** The Directory allows two requests per second and IP address and responds with 429 above that. */
const LEAST_PAUSE_MS = 500;
const MAX_WAIT_MS = 3_000;
const EXCHANGE_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

const Identifier = z.object({ scheme: z.string(), value: z.string() });
const Name = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);
const Answer = z.object({
  matches: z.array(
    z.object({
      participantID: Identifier,
      docTypes: z.array(Identifier).default([]),
      entities: z
        .array(
          z.object({
            // A plain string in responses of earlier versions.
            name: z.union([z.array(Name), Name.transform((name) => [name])]).default([]),
            countryCode: z.string().nullable().default(null),
          }),
        )
        .default([]),
    }),
  ),
});

const NOTHING = { names: [], country_code: null, document_types: [] };
const unknown = (reason: DirectoryEntry['reason']): DirectoryEntry => ({ outcome: 'unknown', reason, ...NOTHING });

/** Creates the lookup in the Peppol Directory (REST, `/search/1.0/json`). */
export function makeDirectory({ db, http, url }: DirectoryParts): Directory {
  /** Waits for a slot of the rate limit shared by all processes; returns false when the wait would be too long. */
  const takeOne = async (signal: AbortSignal): Promise<boolean> => {
    const wait = signal.aborted ? null : await takeTurn(db, url, { pause: LEAST_PAUSE_MS, most: MAX_WAIT_MS });
    if (wait !== null && wait > 0) await pause(wait);
    return wait !== null;
  };

  return {
    find: async (participant, signal) => {
      if (!(await takeOne(signal))) return unknown('directory_busy');
      const identifier = encodeURIComponent(`iso6523-actorid-upis::${participant}`);
      try {
        const answer = await http.request({
          url: `${url}/search/1.0/json?participant=${identifier}`,
          headers: { accept: 'application/json' },
          signal,
          timeLimit: EXCHANGE_MS,
          maxBytes: MAX_BYTES,
        });
        if (answer.status === 429) return unknown('directory_busy');
        if (answer.status !== 200) return unknown('directory_unexpected');
        return read(await readLongJson(answer.body), participant);
      } catch (error) {
        if (error instanceof HttpFault || signal.aborted) return unknown('directory_unreachable');
        throw error;
      }
    },
  };
}

function read(body: unknown, participant: string): DirectoryEntry {
  const parsed = Answer.safeParse(body);
  if (!parsed.success) return unknown('directory_unexpected');
  const match = parsed.data.matches.find(({ participantID }) => participantID.value.toLowerCase() === participant);
  if (match === undefined) return { outcome: 'not_listed', reason: null, ...NOTHING };
  return {
    outcome: 'listed',
    reason: null,
    names: match.entities.flatMap(({ name }) => name),
    country_code: match.entities[0]?.countryCode ?? null,
    document_types: match.docTypes.map(({ scheme, value }) => `${scheme}::${value}`),
  };
}
