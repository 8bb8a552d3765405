import type { FileResult, Layer, Text } from '../issues/index.ts';
import type { Page } from '../lib/page-cursor.ts';

export const BATCH_STATUSES = ['queued', 'running', 'completed', 'canceled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** What shall be applied to every file of a batch. */
export type BatchOptions = {
  readonly ruleset?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly as_of?: string | undefined;
  readonly layers?: readonly Layer[] | undefined;
};

/** Many files with one progress. Field names are the contract's (section 2). */
export type Batch = {
  readonly id: string;
  readonly status: BatchStatus;
  readonly total: number;
  readonly done: number;
  readonly valid: number;
  readonly invalid: number;
  /** Files that could not be judged, through a fault of the service. */
  readonly failed: number;
  /** ISO 8601, UTC, with milliseconds. */
  readonly created_at: string;
  readonly completed_at: string | null;
};

/** Why a file could not be judged. */
export type BatchFailure = { readonly code: string; readonly detail: Text };

/** A file that is waiting to be judged. */
export type QueuedFile = {
  readonly filename: string;
  readonly content: Uint8Array;
  readonly options: BatchOptions;
};

/** Results in the order of submission; files without one are left out. */
export type ResultPage = Page<FileResult> & {
  /** Files of this page that could not be judged; `position` counts from 0 in the order of submission. */
  readonly failures: readonly { readonly position: number; readonly filename: string; readonly error: BatchFailure }[];
};

/** No such batch in this workspace; another workspace's batch is the same as none. */
export class BatchNotFound extends Error {
  readonly code = 'batch_not_found';
  readonly id: string;
  constructor(id: string) {
    super(`There is no batch ${id}`);
    this.name = 'BatchNotFound';
    this.id = id;
  }
}
