import type { JsonValue } from '@e-invoice/validator/canonical-json';
import type { Coverage, Layer, Summary } from '@e-invoice/validator/issues';
import type { Counts, Failure, SendError, SideStep, Step } from './event.ts';
import type { Status } from './status.ts';

/** Whatever JSON the submitter wants told back. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Which rules the submitter wants applied, and what else decides how the document is treated. */
export type DocumentOptions = {
  readonly ruleset?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly as_of?: string | undefined;
  readonly layers?: readonly Layer[] | undefined;
  /** Of an Invoice Response that was written here: it is judged by the rules of its kind. */
  readonly answers?: Answers | undefined;
};

/** By what a document was judged; `validation.json` says it in full. */
export type ValidatedBy = { readonly id: string; readonly version: string; readonly coverage: Coverage };

/** What an Invoice Response answers. */
type Answers = {
  /** The received document's id. */
  readonly document: string;
  /** Of whoever answers (BT-55 of the invoice, BT-40 of a self-billed one): a response does not say it. */
  readonly country: string;
};

/** What was asked of a send preparation, and what came of it. Its state is the document's status. */
export type Preparation = {
  readonly id: string;
  /** The partner's id. */
  readonly partner: string;
  /** `scheme:id`; null until it is read from the document, unless it was given. */
  readonly receiver: string | null;
  /** Of the envelope; null until it is prepared, as the hash of its bytes and the time are. */
  readonly instance_identifier: string | null;
  readonly sha256: string | null;
  readonly prepared_at: string | null;
  /** What the tax office knows the document by; null until it is prepared, and where the document does not say enough. */
  readonly document_uuid: string | null;
  /** The rules that the envelope breaks, none of them fatal; unset where it breaks none. */
  readonly warnings?: readonly string[];
  /** Why it failed; null: it did not. */
  readonly error: SendError | null;
};

/** What was handed to a partner, and what came of it. Its state is the document's status. */
export type Send = {
  readonly id: string;
  /** The preparation's id. */
  readonly preparation: string;
  /** The partner's id. */
  readonly partner: string;
  /** By which the partner knows the same bytes again. */
  readonly idempotency_key: string;
  /** Submits that ended in something else than a request to come later, or were interrupted: each may have arrived. */
  readonly attempts: number;
  readonly started_at: string;
  readonly accepted_at: string | null;
  /** What the partner calls it; null until it says, and where it calls it nothing. */
  readonly reference: string | null;
  /** Why it is not sent (yet); null once it is. */
  readonly error: SendError | null;
  /** When the same bytes are handed over again, under the same key; null: nobody does that by itself. */
  readonly next_attempt_at: string | null;
  /** No status came within the time in which the network promises one; null: there was one, or there is time. */
  readonly unconfirmed_since: string | null;
  /** The job that works on it, or will: any other has nothing to do with it. */
  readonly run: string | null;
  /** The run that began to hand the bytes over and has not told how that ended; null: none. */
  readonly begun: string | null;
};

/** How a document came that a partner received for the workspace. */
export type Inbound = {
  /** The partner's id, and what the partner calls the document. */
  readonly partner: string;
  readonly reference: string;
  /** `scheme:id`, as the partner says; null where it does not. */
  readonly sender: string | null;
  readonly receiver: string | null;
};

/** What is remembered of a document. Field names are the contract's (section 6). */
export type Document = {
  readonly id: string;
  readonly status: Status;
  readonly filename: string;
  /** Lowercase hex of the submitted bytes. */
  readonly sha256: string;
  readonly size_bytes: number;
  readonly external_id: string | null;
  readonly metadata: Metadata;
  readonly steps: readonly Step[];
  readonly options: DocumentOptions;
  /** Steps beside validation that failed for good; `retry` tries them again. */
  readonly failed_steps: readonly SideStep[];
  /** Null until it is validated, as are the counts; null again once it is erased. */
  readonly summary: Summary | null;
  readonly counts: Counts | null;
  /** Null until it is validated, and of a verdict of before this was kept. */
  readonly ruleset: ValidatedBy | null;
  /** Set in the status `failed`, and only there. */
  readonly error: Failure | null;
  /** The sequence of its newest event: it changes with every change of the document. */
  readonly last_sequence: number;
  /** ISO 8601, UTC, with milliseconds. */
  readonly created_at: string;
  readonly updated_at: string;
  /** When its content was erased; the timeline stays and has no further events. */
  readonly erased_at: string | null;
  /** The newest, or the one that was asked for with the document. */
  readonly preparation: Preparation | null;
  /** The newest; null: nothing was handed over since the preparation. */
  readonly send: Send | null;
  /** Null: it was submitted here. */
  readonly inbound: Inbound | null;
};

export type NewDocument = {
  readonly filename: string;
  readonly content: Uint8Array;
  readonly idempotencyKey: string;
  readonly externalId?: string | null | undefined;
  readonly metadata?: Metadata | undefined;
  readonly steps?: readonly Step[] | undefined;
  readonly options?: DocumentOptions | undefined;
  readonly inbound?: Inbound | undefined;
  /** What the caller decided, of content that is written here: the same again is the same request. */
  readonly request?: JsonValue | undefined;
  /** For whom, with the step `send_preparation`; the partner is needed then. */
  readonly send?: { readonly partner: string; readonly receiver: string | null } | undefined;
};
