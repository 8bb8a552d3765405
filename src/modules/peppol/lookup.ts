import { makeSingleFlight } from '../../lib/single-flight.ts';
import { within } from '../../lib/with-timeout.ts';
import type { ParticipantFinding } from './answer.ts';
import type { Find } from './find.ts';
import { type Database, findFinding, putFinding, type StoredFinding } from './participant-store.ts';
import type { Reason } from './reasons.data.ts';

export type Looked = Required<ParticipantFinding> & {
  /** Whether the finding comes from the cache. */
  readonly cached: boolean;
  /** The current lookup failed; this is the last stored finding. */
  readonly stale: boolean;
  /** Why the current lookup failed; otherwise null. */
  readonly stale_reason: Reason | null;
  readonly age_seconds: number;
};

type LookupOptions = {
  /** With its scheme; null for all document types with their metadata. */
  readonly documentType: string | null;
  /** Without a document type: read the metadata of all types, or of the main one. Defaults to all. */
  readonly read?: 'all' | 'one' | undefined;
  /** Maximum age of a cached finding in seconds; defaults to the usual lifetimes. */
  readonly maxAge?: number | undefined;
  /** How long the caller waits, in milliseconds. */
  readonly timeLimit?: number | undefined;
};

/**
 * Looks up a participant in the cache or the network. Concurrent calls for the same lookup share one request. The
 * outcome `unknown` means that the lookup failed and no recent finding is stored.
 *
 * @param participant scheme and id in lower case
 */
export type Lookup = (participant: string, options: LookupOptions) => Promise<Looked>;

type LookupParts = {
  readonly db: Database;
  readonly find: Find;
  /** Part of the cache key: findings of different networks are separate. */
  readonly network: string;
  readonly now: () => number;
};

const SECOND = 1000;
/**
 * Positive lookups are cached longer than negative ones: registrations rarely end, while a new one should be visible
 * soon.
 */
const POSITIVE_LIFE_SECONDS = 3600;
const NEGATIVE_LIFE_SECONDS = 600;
const STALE_LIFE_SECONDS = 24 * 3600;
/** A lookup continues after its caller has left, for the next caller. */
const ASK_MS = 20 * SECOND;
const TIME_LIMIT_MS = 10 * SECOND;

/** Whether a finding is stored. A partial finding is returned but not stored, so that the next call retries. */
const isWhole = ({ outcome, document_types, document_type_list: list }: ParticipantFinding): boolean =>
  outcome !== 'unknown' &&
  document_types.every(({ metadata }) => metadata !== 'unknown') &&
  // Unreadable entries will not change within an hour; a missing or failed list may recover.
  (list.complete || list.unreadable > 0);

export function makeLookup({ db, find, network, now }: LookupParts): Lookup {
  const share = makeSingleFlight<ParticipantFinding>();

  const ageOf = ({ checked_at }: StoredFinding): number =>
    Math.max(0, Math.floor((now() - checked_at.getTime()) / SECOND));

  return async (participant, { documentType, read = 'all', maxAge, timeLimit = TIME_LIMIT_MS }) => {
    const key = { network, participant, documentType: documentType ?? (read === 'one' ? 'one' : '') };
    const stored = await findFinding(db, key);
    const toLookup = (known: StoredFinding, why: Reason | null): Looked => ({
      ...known.finding,
      cached: true,
      stale: why !== null,
      stale_reason: why,
      age_seconds: ageOf(known),
    });
    const life = stored?.finding.outcome === 'registered' ? POSITIVE_LIFE_SECONDS : NEGATIVE_LIFE_SECONDS;
    if (stored !== undefined && ageOf(stored) < (maxAge ?? life)) return toLookup(stored, null);
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
    const isRecent = stored !== undefined && ageOf(stored) <= STALE_LIFE_SECONDS;
    if (finding.outcome === 'unknown' && isRecent) return { ...toLookup(stored, finding.reason), trace: finding.trace };
    return {
      ...finding,
      cached: false,
      stale: false,
      stale_reason: null,
      age_seconds: 0,
    };
  };
}
