import type { JsonValue } from '@e-invoice/validator/canonical-json';
import type { Coverage, Layer, Summary } from '@e-invoice/validator/issues';
import type { Counts, Failure, SendError, SideStep, Step } from './event.ts';
import type { Status } from './status.ts';

/** Arbitrary JSON of the submitter, returned unchanged. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Selected rules and other processing options. */
export type DocumentOptions = {
  readonly ruleset?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly as_of?: string | undefined;
  readonly layers?: readonly Layer[] | undefined;
  readonly cii?: 'validate' | 'unsupported' | undefined;
  /** Set for an Invoice Response that was created here; it is validated with its own rule set. */
  readonly answers?: Answers | undefined;
};

/** Rule set of the validation result; `validation.json` has the details. */
export type ValidatedBy = { readonly id: string; readonly version: string; readonly coverage: Coverage };

/** The document that an Invoice Response answers. */
type Answers = {
  /** Id of the received document. */
  readonly document: string;
  /**
   * Country of the responding party (BT-55 of the invoice, BT-40 of a self-billed one), which a response does not
   * contain.
   */
  readonly country: string;
};

/** Request and result of a send preparation. Its state is the document status. */
export type Preparation = {
  readonly id: string;
  /** Partner id. */
  readonly partner: string;
  /** `scheme:id`; null until it is read from the document, unless the request names it. */
  readonly receiver: string | null;
  /** Instance identifier of the envelope. Like the hash and the time, null until the preparation succeeds. */
  readonly instance_identifier: string | null;
  readonly sha256: string | null;
  readonly prepared_at: string | null;
  /** Tax office identifier; null until the preparation succeeds, or when the document lacks a required value. */
  readonly document_uuid: string | null;
  /** Non-fatal rules that the envelope violates; absent without violations. */
  readonly warnings?: readonly string[];
  /** Reason of a failure; null otherwise. */
  readonly error: SendError | null;
};

/** A submit to a partner and its result. Its state is the document status. */
export type Send = {
  readonly id: string;
  /** Preparation id. */
  readonly preparation: string;
  /** Partner id. */
  readonly partner: string;
  /** The partner detects a repeated submit by it. */
  readonly idempotency_key: string;
  /** Submits that ended without a request to retry later, or were interrupted: each may have reached the partner. */
  readonly attempts: number;
  readonly started_at: string;
  readonly accepted_at: string | null;
  /** The partner's reference; null until the partner returns one, or when it has no references. */
  readonly reference: string | null;
  /** Why it is not sent (yet); null once it is sent. */
  readonly error: SendError | null;
  /** Time of the next automatic attempt with the same bytes and key, or null. */
  readonly next_attempt_at: string | null;
  /** Set when no status arrived within the time that the network guarantees; null otherwise. */
  readonly unconfirmed_since: string | null;
  /** The job that processes the send; other jobs ignore it. */
  readonly run: string | null;
  /** The run that started an attempt and has not recorded its result; null when no attempt is in progress. */
  readonly begun: string | null;
};

/** Origin of a document that a partner received for the workspace. */
export type Inbound = {
  /** Partner id, and the partner's document identifier. */
  readonly partner: string;
  readonly reference: string;
  /** `scheme:id` as reported by the partner; null when it is not reported. */
  readonly sender: string | null;
  readonly receiver: string | null;
};

/** Digest of the business terms of an invoice, and the version of its form. */
export type SemanticDigest = { readonly digest: string; readonly version: number };

/** A document record. Field names are defined by the contract (section 6). */
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
  /** Side steps that failed after all attempts; `retry` repeats them. */
  readonly failed_steps: readonly SideStep[];
  /** Null until validation, like the counts; null again after erasure. */
  readonly summary: Summary | null;
  readonly counts: Counts | null;
  /** Null until validation, and for documents validated by versions that did not store it. */
  readonly ruleset: ValidatedBy | null;
  /** As in the result, with its version; null like the summary, and when no business terms can be read. */
  readonly semantic_digest: string | null;
  readonly semantic_digest_version: number | null;
  /** Set only in the status `failed`. */
  readonly error: Failure | null;
  /** Sequence of the newest event; changes with every change of the document. */
  readonly last_sequence: number;
  /** ISO 8601, UTC, with milliseconds. */
  readonly created_at: string;
  readonly updated_at: string;
  /** Time of the content erasure; the timeline stays and gets no further events. */
  readonly erased_at: string | null;
  /** The newest preparation, or the one requested with the document. */
  readonly preparation: Preparation | null;
  /** The newest send; null when nothing was submitted since the preparation. */
  readonly send: Send | null;
  /** Null for a submitted document. */
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
  /**
   * Parameters of the caller when the content is generated here; idempotency compares them instead of the content.
   */
  readonly request?: JsonValue | undefined;
  /** Send parameters for the step `send_preparation`, which requires the partner. */
  readonly send?: { readonly partner: string; readonly receiver: string | null } | undefined;
};
