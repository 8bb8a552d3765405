import type { FileResult, Layer, Text } from '@e-invoice/validator/issues';
import { text } from '../../../../locales/index.ts';
import type { Page } from '../../../lib/page-cursor.ts';

export const BATCH_STATUSES = ['queued', 'running', 'completed', 'canceled'] as const;
type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Options for every file of a batch. */
export type BatchOptions = {
  readonly ruleset?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly as_of?: string | undefined;
  readonly layers?: readonly Layer[] | undefined;
  /** A second rule set or day, whose differences are added to each result. */
  readonly compare?: string | undefined;
  readonly cii?: 'validate' | 'unsupported' | undefined;
  /** `xml` when the files were submitted as XML; otherwise a hybrid PDF is validated by its embedded XML. */
  readonly declared?: 'xml' | undefined;
};

/**
 * Form of the final response when the batch replaces a deferred call: the result of its only file, or of all files.
 * Null for a batch that was requested as such.
 */
export type AnswerForm = 'file' | 'files' | null;

/** Many files with one progress. Field names are defined by the contract (section 2). */
export type Batch = {
  readonly id: string;
  readonly status: BatchStatus;
  readonly total: number;
  readonly done: number;
  readonly valid: number;
  readonly invalid: number;
  /** Files that could not be validated. */
  readonly failed: number;
  /** Archive members that are not invoices; excluded from the total. */
  readonly skipped: number;
  /** ISO 8601, UTC, with milliseconds. */
  readonly created_at: string;
  readonly completed_at: string | null;
  /** Incremented with every change; 1 is the initial state. */
  readonly sequence: number;
};

export const hasEnded = ({ status }: Pick<Batch, 'status'>): boolean => status === 'completed' || status === 'canceled';

/** Why a file could not be validated. */
export type BatchFailure = {
  readonly code: string;
  readonly detail: Text;
  /** Absent when the client cannot do anything. */
  readonly remedy?: Text | undefined;
};

/** Why a member of an archive is skipped. */
export const NOT_AN_INVOICE = {
  code: 'not_an_invoice',
  detail: text('batch.file-skipped'),
} as const satisfies BatchFailure;

/**
 * Thrown by a validator for a file that would most likely also end the next attempt: only this file fails, without
 * retry.
 */
export class FileGivenUp extends Error {
  readonly failure: BatchFailure;
  constructor(failure: BatchFailure, options?: ErrorOptions) {
    super(`Validation of a batch file failed permanently: ${failure.code}`, options);
    this.name = 'FileGivenUp';
    this.failure = failure;
  }
}

/** A file to validate; a file that cannot be validated, with the reason; or a skipped file, which is only listed. */
export type NewFile =
  | { readonly filename: string; readonly bytes: Uint8Array }
  | { readonly filename: string; readonly failure: BatchFailure }
  | { readonly filename: string; readonly skipped: true };

/** A file to validate. Positions count from 0 in submission order. */
export type QueuedFile = { readonly position: number; readonly filename: string; readonly bytes: Uint8Array };

/** Files of one job. */
export type SliceId = { readonly batchId: string; readonly position: number };

export type FailedFile = {
  readonly position: number;
  readonly filename: string;
  readonly error: BatchFailure;
  /** True while the content is stored for a retry. */
  readonly retryable: boolean;
};

/** The first file of a batch with the same invoice; positions count from 0. */
export type Original = { readonly position: number; readonly filename: string };

/** Results in submission order; files without a result are absent. */
export type ResultPage = Page<FileResult> & {
  /** Position of each item's file in submission order, from 0. */
  readonly positions: readonly number[];
  /** For each item: the first file of the same invoice, if it has a result by now. */
  readonly originals: readonly (Original | null)[];
  readonly failures: readonly FailedFile[];
  /** Names of skipped members, at most 1,000. */
  readonly skipped: readonly string[];
};

/** One file of a download: its result as JSON text, or its failure. */
export type DownloadedFile = { readonly position: number; readonly filename: string } & (
  | { readonly result: string; readonly error: null; readonly duplicateOf: Original | null }
  | { readonly result: null; readonly error: BatchFailure }
);
