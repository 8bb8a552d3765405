import type { Text } from '@e-invoice/validator/issues';
import type { Outcome } from '../../peppol/index.ts';

export const RADAR_STATUSES = ['queued', 'running', 'completed', 'canceled'] as const;
type RadarStatus = (typeof RADAR_STATUSES)[number];

export const RECHECKS = ['daily', 'weekly'] as const;
export type Recheck = (typeof RECHECKS)[number];

/** Participants that are watched together by repeated checks. Counts refer to the last check. */
export type Radar = {
  readonly id: string;
  readonly status: RadarStatus;
  /** Counts from 1. */
  readonly check: number;
  readonly document_type: string | null;
  readonly recheck: Recheck | null;
  readonly total: number;
  readonly done: number;
  readonly registered: number;
  readonly not_registered: number;
  readonly document_type_not_supported: number;
  /** The lookup failed; never a negative result. */
  readonly unknown: number;
  /** Items that are not valid participant identifiers; the results contain the reason. */
  readonly failed: number;
  /** Participants whose known state changed. */
  readonly changed: number;
  /** Estimated seconds until the check ends, at its rate so far. */
  readonly eta_seconds: number | null;
  readonly created_at: string;
  readonly started_at: string;
  readonly completed_at: string | null;
  readonly next_check_at: string | null;
};

/** An item to watch: a participant identifier in lower case, or the error of an invalid one. */
export type NewWatched =
  | { readonly input: string; readonly participant: string; readonly hint: Text | null }
  | { readonly input: string; readonly error: WatchedError };

export type WatchedError = { readonly code: string; readonly detail: Text };

/** State that is compared between checks. */
export type WatchedState = {
  readonly outcome: Exclude<Outcome, 'unknown'>;
  readonly smp_url: string | null;
  /** Identifiers in alphabetical order. */
  readonly document_types: readonly string[];
  /** False: the list of the SMP could only be read in part, so types may be missing. Absent: complete. */
  readonly document_types_complete?: boolean;
  /** The most relevant endpoint: over AS4, of the document type that was read. */
  readonly endpoint: {
    readonly url: string;
    readonly state: string;
    readonly certificate_subject: string | null;
    readonly certificate_not_after: string | null;
  } | null;
};

export const CHANGE_FIELDS = [
  'outcome',
  'smp_url',
  'document_type',
  'endpoint_url',
  'endpoint_state',
  'certificate_subject',
  'certificate_not_after',
] as const;

/** One difference. A new document type has no `from`, a removed one no `to`. */
export type Change = {
  readonly field: (typeof CHANGE_FIELDS)[number];
  readonly from: string | null;
  readonly to: string | null;
};

/** Result of the last check that reached a participant. */
export type WatchedResult = {
  readonly position: number;
  readonly input: string;
  readonly participant_id: string | null;
  /** Number of the check; 0 before the first one has ended. */
  readonly check: number;
  /** Null before the first check has ended, and for invalid identifiers. */
  readonly outcome: Outcome | null;
  readonly registered: boolean | null;
  readonly reason: string | null;
  readonly hint: Text | null;
  /** Last known state; stays while lookups fail. */
  readonly known: WatchedState | null;
  readonly changes: readonly Change[];
  readonly checked_at: string | null;
  readonly error: WatchedError | null;
};

/** A change of a participant in a check. */
export type HistoryEntry = {
  readonly check: number;
  readonly position: number;
  readonly participant_id: string;
  readonly changes: readonly Change[];
  readonly at: string;
};

/** Participants of one job. */
export type SliceId = { readonly radarId: string; readonly check: number; readonly position: number };
