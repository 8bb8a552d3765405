import type { OpenedEnvelope } from '../envelope/index.ts';
import type { Connection } from './partner.ts';
import type { Submitted } from './submitted.ts';

/** What is handed over. */
export type Package = {
  /** The stored bytes, and what they hold. */
  readonly content: Uint8Array;
  readonly envelope: OpenedEnvelope;
  /** Lowercase hex of the document's bytes. */
  readonly documentSha256: string;
  /** Under which the partner knows the same bytes again. */
  readonly key: string;
};

/** What a partner received for us. */
export type InboundDocument = {
  /** As the partner calls it. */
  readonly id: string;
  /** `scheme:id`; null where the partner does not say. */
  readonly sender: string | null;
  readonly receiver: string | null;
  readonly content: Uint8Array;
};

/** How far a document came that a partner accepted. */
export type DeliveryStatus =
  | { readonly status: 'delivered' }
  | { readonly status: 'failed'; readonly said: string | null }
  /** Under way, or nobody could say now. */
  | { readonly status: 'open' };

/** What a partner can do beside taking documents. */
export type Capabilities = {
  /** It says beforehand whether it would take a document. */
  readonly dry_run: boolean;
  /** It says how far a document came. */
  readonly status: boolean;
  /** It gives what it received for us. */
  readonly inbound: boolean;
};

/**
 * A partner in the one shape that the service knows, whatever it speaks. No verb throws for what the partner says or
 * fails to say; each throws the signal's reason when that aborts. What is null the partner cannot do.
 */
export type Adapter = {
  /** Whether the partner lets us in now; sends no document. */
  readonly checkConnection: (signal: AbortSignal) => Promise<Connection>;
  /**
   * Whether it lets us speak for a participant, `scheme:id`; null: it does not say. Sends no document.
   */
  readonly knowsSender: ((participant: string, signal: AbortSignal) => Promise<boolean | null>) | null;
  /** Asks what a submit would come to: `accepted` when the partner would take it. It keeps nothing. */
  readonly dryRun: ((handed: Package, signal: AbortSignal) => Promise<Submitted>) | null;
  /** Hands a document over. */
  readonly submit: (handed: Package, signal: AbortSignal) => Promise<Submitted>;
  /** Asks how far an accepted document came, by what the partner calls it. */
  readonly readStatus: ((reference: string, signal: AbortSignal) => Promise<DeliveryStatus>) | null;
  /** Hands on what waits for us, and acknowledges each once `take` has resolved. Throws what `take` throws. */
  readonly pullInbox:
    | ((take: (document: InboundDocument) => Promise<void>, signal: AbortSignal) => Promise<Connection>)
    | null;
};
