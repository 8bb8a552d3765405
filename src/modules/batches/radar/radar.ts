import type { Text } from '@e-invoice/validator/issues';
import type { Outcome } from '../../peppol/index.ts';

export const RADAR_STATUSES = ['queued', 'running', 'completed', 'canceled'] as const;
type RadarStatus = (typeof RADAR_STATUSES)[number];

export const RECHECKS = ['daily', 'weekly'] as const;
export type Recheck = (typeof RECHECKS)[number];

/** Many participants that are watched together: one check of all of them after another. Counts are of the last check. */
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
  /** Nobody could say. Never a "no". */
  readonly unknown: number;
  /** No participants at all: the results say why. */
  readonly failed: number;
  /** Participants of whom something else is known than before. */
  readonly changed: number;
  /** Seconds until the rest is done at the pace so far. */
  readonly eta_seconds: number | null;
  readonly created_at: string;
  readonly started_at: string;
  readonly completed_at: string | null;
  readonly next_check_at: string | null;
};

/** What to watch: a participant in lower case, or why a text is none. */
export type NewWatched =
  | { readonly input: string; readonly participant: string; readonly hint: Text | null }
  | { readonly input: string; readonly error: WatchedError };

export type WatchedError = { readonly code: string; readonly detail: Text };

/** What is compared between checks. */
export type WatchedState = {
  readonly outcome: Exclude<Outcome, 'unknown'>;
  readonly smp_url: string | null;
  /** Ids in alphabetical order. */
  readonly document_types: readonly string[];
  /** False: the SMP's list could only be read in part, so types may be missing. Absent: complete. */
  readonly document_types_complete?: boolean;
  /** The one that matters most: over AS4, of the document type that was read. */
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

/** One thing that is not as it was. A document type that is new has no `from`, one that is gone no `to`. */
export type Change = {
  readonly field: (typeof CHANGE_FIELDS)[number];
  readonly from: string | null;
  readonly to: string | null;
};

/** What the last check that reached a participant found. */
export type WatchedResult = {
  readonly position: number;
  readonly input: string;
  readonly participant_id: string | null;
  /** Of the check; 0 while none has ended. */
  readonly check: number;
  /** Null while no check has ended, and for what is no participant. */
  readonly outcome: Outcome | null;
  readonly registered: boolean | null;
  readonly reason: string | null;
  readonly hint: Text | null;
  /** What was known last; it stays while nobody can say. */
  readonly known: WatchedState | null;
  readonly changes: readonly Change[];
  readonly checked_at: string | null;
  readonly error: WatchedError | null;
};

/** What changed about a participant at a check. */
export type HistoryEntry = {
  readonly check: number;
  readonly position: number;
  readonly participant_id: string;
  readonly changes: readonly Change[];
  readonly at: string;
};

/** Some participants of one check: the work of one job. */
export type SliceId = { readonly radarId: string; readonly check: number; readonly position: number };
