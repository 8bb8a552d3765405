import { makeSingleFlight } from '../../lib/single-flight.ts';
import { within } from '../../lib/with-timeout.ts';
import { COMPLETE_LIST, type ParticipantFinding } from './answer.ts';
import type { Find } from './find.ts';
import { type Database, findFinding, putFinding, type StoredFinding } from './participant-store.ts';
import type { Reason } from './reasons.data.ts';

/** A finding with how old it is. */
export type Looked = Required<ParticipantFinding> & {
  /** Not asked for this call. */
  readonly cached: boolean;
  /** Nobody could tell now; this is what was known last. */
  readonly stale: boolean;
  /** Why nobody could tell now; null when somebody could. */
  readonly stale_reason: Reason | null;
  readonly age_seconds: number;
};

type LookupOptions = {
  /** With its scheme; null: all document types with their metadata. */
  readonly documentType: string | null;
  /** Without a document type: the metadata of all types, or of the one that matters most. All unless given. */
  readonly read?: 'all' | 'one' | undefined;
  /** How old a finding may be, in seconds; without it, the usual lifetimes. */
  readonly maxAge?: number | undefined;
  /** How long the caller waits, in milliseconds. */
  readonly timeLimit?: number | undefined;
};

/**
 * What is known of a participant: kept, or asked for. Many who want the same at once share one question. The outcome
 * `unknown` tells that nobody could say, and nothing recent is known.
 *
 * @param participant scheme and id in lower case
 */
export type Lookup = (participant: string, options: LookupOptions) => Promise<Looked>;

type LookupParts = {
  readonly db: Database;
  readonly find: Find;
  /** Findings of another network are not this one's. */
  readonly network: string;
  readonly now: () => number;
};

const SECOND = 1000;
/** Who is registered seldom goes; who is not may come today. */
const POSITIVE_LIFE_SECONDS = 3600;
const NEGATIVE_LIFE_SECONDS = 600;
const STALE_LIFE_SECONDS = 24 * 3600;
/** A look-up goes on for the next caller when this one has left. */
const ASK_MS = 20 * SECOND;
const TIME_LIMIT_MS = 10 * SECOND;

/** Whether a finding is stored: a partial one is returned, but the next call asks again. */
const isWhole = ({ outcome, document_types, document_type_list: list = COMPLETE_LIST }: ParticipantFinding): boolean =>
  outcome !== 'unknown' &&
  document_types.every(({ metadata }) => metadata !== 'unknown') &&
  // Unreadable entries are the same an hour later; a list that was missing or failed may be there again.
  (list.complete || list.unreadable > 0);

/** Makes the look-up of a network, with its memory in the database. */
export function makeLookup({ db, find, network, now }: LookupParts): Lookup {
  const share = makeSingleFlight<ParticipantFinding>();

  const ageOf = ({ checked_at }: StoredFinding): number =>
    Math.max(0, Math.floor((now() - checked_at.getTime()) / SECOND));

  return async (participant, { documentType, read = 'all', maxAge, timeLimit = TIME_LIMIT_MS }) => {
    const key = { network, participant, documentType: documentType ?? (read === 'one' ? 'one' : '') };
    const kept = await findFinding(db, key);
    const tell = (known: StoredFinding, why: Reason | null): Looked => ({
      document_type_list: COMPLETE_LIST,
      ...known.finding,
      cached: true,
      stale: why !== null,
      stale_reason: why,
      age_seconds: ageOf(known),
    });
    const life = kept?.finding.outcome === 'registered' ? POSITIVE_LIFE_SECONDS : NEGATIVE_LIFE_SECONDS;
    if (kept !== undefined && ageOf(kept) < (maxAge ?? life)) return tell(kept, null);
    const ask = async (): Promise<ParticipantFinding> => {
      const finding = await find(participant, { documentType, read }, AbortSignal.timeout(ASK_MS));
      if (isWhole(finding)) await putFinding(db, key, { finding, checked_at: new Date(finding.checked_at) });
      return finding;
    };
    const late: ParticipantFinding = {
      participant_id: participant,
      outcome: 'unknown',
      registered: null,
      reason: 'time_over',
      smp_url: null,
      document_types: [],
      document_type_list: { complete: false, unreadable: 0, reason: 'time_over' },
      source: network === 'sandbox' ? 'PEPPOL-SANDBOX' : 'PEPPOL',
      checked_at: new Date(now()).toISOString(),
      trace: [],
    };
    const finding = await within(share(JSON.stringify(key), ask), timeLimit, () => late);
    const isRecent = kept !== undefined && ageOf(kept) <= STALE_LIFE_SECONDS;
    if (finding.outcome === 'unknown' && isRecent) return { ...tell(kept, finding.reason), trace: finding.trace };
    return {
      document_type_list: COMPLETE_LIST,
      ...finding,
      cached: false,
      stale: false,
      stale_reason: null,
      age_seconds: 0,
    };
  };
}
