import type { OpenedEnvelope } from '../envelope/index.ts';
import type { Connection } from './partner.ts';
import type { Submitted } from './submitted.ts';

/** A document in its envelope, ready to submit. */
export type Package = {
  /** The stored bytes, and the envelope parsed from them. */
  readonly content: Uint8Array;
  readonly envelope: OpenedEnvelope;
  /** Lowercase hex of the document's bytes. */
  readonly documentSha256: string;
  /** Idempotency key: the partner recognises a repeated submit by it. */
  readonly key: string;
};

/** A document that a partner received for a workspace. */
export type InboundDocument = {
  /** Identifier assigned by the partner. */
  readonly id: string;
  /** `scheme:id`; null when the partner does not report it. */
  readonly sender: string | null;
  readonly receiver: string | null;
  readonly content: Uint8Array;
};

/** Stores a received document; false when it cannot be stored and must stay with the partner. */
export type TakeInbound = (document: InboundDocument) => Promise<boolean>;

/** Delivery status of a document that a partner accepted. */
export type DeliveryStatus =
  | { readonly status: 'delivered' }
  | { readonly status: 'failed'; readonly partnerMessage: string | null }
  /** In transit, or the status could not be read. */
  | { readonly status: 'open' };

/** Optional functions of a partner. */
export type Capabilities = {
  /** Checks whether it would accept a document, without accepting it. */
  readonly dry_run: boolean;
  /** Reports the delivery status of a document. */
  readonly status: boolean;
  /** Provides documents that it received for the workspace. */
  readonly inbound: boolean;
};

/**
 * Uniform interface to partners of all kinds. No method throws because of a partner's response or its absence; each
 * throws the signal's reason on abort. A method is null when the partner does not support it.
 */
export type Adapter = {
  /** Tests authentication and reachability; sends no document. */
  readonly checkConnection: (signal: AbortSignal) => Promise<Connection>;
  /**
   * Whether the partner may send on behalf of a participant, `scheme:id`; null when it does not report that. Sends no
   * document.
   */
  readonly knowsSender: ((participant: string, signal: AbortSignal) => Promise<boolean | null>) | null;
  /**
   * Predicts the outcome of a submit: `accepted` when the partner would accept the document. The partner stores
   * nothing.
   */
  readonly dryRun: ((parcel: Package, signal: AbortSignal) => Promise<Submitted>) | null;
  readonly submit: (parcel: Package, signal: AbortSignal) => Promise<Submitted>;
  /** Reads the delivery status of an accepted document, by the reference that the partner assigned. */
  readonly readStatus: ((reference: string, signal: AbortSignal) => Promise<DeliveryStatus>) | null;
  /** Passes received documents to `take`, and acknowledges each that was stored. Throws what `take` throws. */
  readonly pullInbox: ((take: TakeInbound, signal: AbortSignal) => Promise<Connection>) | null;
};
