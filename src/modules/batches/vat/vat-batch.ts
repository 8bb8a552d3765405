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
  /** Invalid inputs, and numbers without a result within the deadline. Never a negative result. */
  readonly failed: number;
  /**
   * Estimated seconds until the batch ends, at its rate so far; null before the first result and after the last one.
   */
  readonly eta_seconds: number | null;
  readonly created_at: string;
  readonly completed_at: string | null;
};

/** A number to verify: input and country, or the error of an invalid input. */
export type NewVatItem =
  | { readonly input: string; readonly country: string }
  | { readonly input: string; readonly error: VatItemError };

export type VatItemError = { readonly code: string; readonly detail: Text };

/** Result of one number. */
export type VatItemResult = {
  readonly position: number;
  readonly input: string;
  readonly status: 'valid' | 'invalid' | 'failed';
  /** Same as the response of `GET /v1/vat/verify`; null when the verification failed. */
  readonly result: unknown;
  readonly error: VatItemError | null;
};

export type QueuedNumber = { readonly position: number; readonly input: string; readonly attempts: number };

/** `isOne`: the batch represents the verification of its only number and returns that result when it ends. */
export type NewVatBatch = VatBatchOptions & { readonly isOne?: boolean };

export type VatBatchOptions = { readonly requester: string | null; readonly maxAge: number | null };

/** Outcome of one verification. `later`: the source does not answer now; `seconds` until it may. */
export type VatOutcome =
  | { readonly as: 'valid' | 'invalid'; readonly result: unknown }
  | { readonly as: 'failed'; readonly error: VatItemError }
  | { readonly as: 'later'; readonly seconds: number; readonly error: VatItemError };

export type VerifyNumber = (number: QueuedNumber, options: VatBatchOptions, signal: AbortSignal) => Promise<VatOutcome>;
