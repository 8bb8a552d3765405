import type { Text } from '@e-invoice/validator/issues';
import type { Head } from '../record/batch-record-store.ts';

/** Many VAT numbers with one progress. */
export type VatBatch = {
  readonly id: string;
  readonly status: Head['status'];
  readonly total: number;
  readonly done: number;
  readonly valid: number;
  readonly invalid: number;
  /** No VAT number at all, or no verdict within the time. Never a negative answer. */
  readonly failed: number;
  /** Seconds until the rest is done at the pace so far; null when nothing is done yet, or all is. */
  readonly eta_seconds: number | null;
  readonly created_at: string;
  readonly completed_at: string | null;
};

/** A number to verify: as it was sent, with its state, or why it cannot be one. */
export type NewVatItem =
  | { readonly input: string; readonly country: string }
  | { readonly input: string; readonly error: VatItemError };

export type VatItemError = { readonly code: string; readonly detail: Text };

/** What a number of the batch ended as. */
export type VatItemResult = {
  readonly position: number;
  readonly input: string;
  readonly status: 'valid' | 'invalid' | 'failed';
  /** As `GET /v1/vat/verify` answers it; null when it failed. */
  readonly result: unknown;
  readonly error: VatItemError | null;
};

export type QueuedNumber = { readonly position: number; readonly input: string; readonly attempts: number };

/** `isOne`: the batch stands for the verification of its one number, and answers it once it has ended. */
export type NewVatBatch = VatBatchOptions & { readonly isOne?: boolean };

export type VatBatchOptions = { readonly requester: string | null; readonly maxAge: number | null };

/** What came of asking for one number. `later`: the source does not answer now; in how many seconds it may. */
export type VatOutcome =
  | { readonly as: 'valid' | 'invalid'; readonly result: unknown }
  | { readonly as: 'failed'; readonly error: VatItemError }
  | { readonly as: 'later'; readonly seconds: number; readonly error: VatItemError };

export type VerifyNumber = (number: QueuedNumber, options: VatBatchOptions, signal: AbortSignal) => Promise<VatOutcome>;
