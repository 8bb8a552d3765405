import type { FileResult, Layer, Text } from '@e-invoice/validator/issues';
import type { Page } from '../../../lib/page-cursor.ts';

export const BATCH_STATUSES = ['queued', 'running', 'completed', 'canceled'] as const;
type BatchStatus = (typeof BATCH_STATUSES)[number];

/** What shall be applied to every file of a batch. */
export type BatchOptions = {
  readonly ruleset?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly as_of?: string | undefined;
  readonly layers?: readonly Layer[] | undefined;
  /** Other rules, whose differences are told beside: a rule set or a day. */
  readonly compare?: string | undefined;
  /** The files came as XML, and are judged as that; else one that is a hybrid PDF is judged by the XML in it. */
  readonly declared?: 'xml' | undefined;
};

/**
 * What a batch answers once it is completed, when it stands for a call that was put off: the result of its one file, or
 * those of all. Null: it was asked for as a batch.
 */
export type AnswerForm = 'file' | 'files' | null;

/** Many files with one progress. Field names are the contract's (section 2). */
export type Batch = {
  readonly id: string;
  readonly status: BatchStatus;
  readonly total: number;
  readonly done: number;
  readonly valid: number;
  readonly invalid: number;
  /** Files that could not be judged. */
  readonly failed: number;
  /** Members of the archive that are no invoices; they are no part of the total. */
  readonly skipped: number;
  /** ISO 8601, UTC, with milliseconds. */
  readonly created_at: string;
  readonly completed_at: string | null;
  /** Grows with every change; 1 is the batch as it was taken in. */
  readonly sequence: number;
};

export const hasEnded = ({ status }: Pick<Batch, 'status'>): boolean => status === 'completed' || status === 'canceled';

/** Why a file could not be judged. */
export type BatchFailure = {
  readonly code: string;
  readonly detail: Text;
  /** What to do; failures of before have none. */
  readonly remedy?: Text | undefined;
};

/** Why a member of an archive is skipped. */
export const NOT_AN_INVOICE = {
  code: 'not_an_invoice',
  detail: {
    sk: 'Súbor podľa názvu ani obsahu nie je XML ani PDF, preto sa nekontroloval.',
    en: 'The file is neither XML nor PDF by its name and content, and was not validated.',
  },
} as const satisfies BatchFailure;

/** A judge throws it for a file that would most likely end the next attempt too: it fails alone, and for good. */
export class FileGivenUp extends Error {
  readonly failure: BatchFailure;
  constructor(failure: BatchFailure, options?: ErrorOptions) {
    super(`A file of a batch was given up: ${failure.code}`, options);
    this.name = 'FileGivenUp';
    this.failure = failure;
  }
}

/** A file to take in; or one that never can be judged, and why; or one that is no invoice and only mentioned. */
export type NewFile =
  | { readonly filename: string; readonly bytes: Uint8Array }
  | { readonly filename: string; readonly failure: BatchFailure }
  | { readonly filename: string; readonly skipped: true };

/** A file that waits to be judged. Positions count from 0, in the order of submission. */
export type QueuedFile = { readonly position: number; readonly filename: string; readonly bytes: Uint8Array };

/** Files of one job. */
export type SliceId = { readonly batchId: string; readonly position: number };

export type FailedFile = {
  readonly position: number;
  readonly filename: string;
  readonly error: BatchFailure;
  /** True while the file is kept to be tried again. */
  readonly retryable: boolean;
};

/** Results in the order of submission; files without one are left out. */
export type ResultPage = Page<FileResult> & {
  /** Where the file of each of the items stands in the order of submission, from 0. */
  readonly positions: readonly number[];
  readonly failures: readonly FailedFile[];
  /** Names of skipped members, the first thousand. */
  readonly skipped: readonly string[];
};

/** One file of a download: its result as JSON text, or why there is none. */
export type DownloadedFile = { readonly position: number; readonly filename: string } & (
  | { readonly result: string; readonly error: null }
  | { readonly result: null; readonly error: BatchFailure }
);
