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

/** A partner in the one shape that the service knows, whatever it speaks. */
export type Adapter = {
  /** Hands a document over. Never throws for what the partner says or fails to say; the signal's reason when that aborts. */
  readonly submit: (handed: Package, signal: AbortSignal) => Promise<Submitted>;
  /**
   * Hands on what waits for a participant, and acknowledges each once `take` has resolved; null: this partner receives
   * nothing. Throws what `take` throws.
   */
  readonly pullInbox:
    | ((
        participant: string,
        take: (document: InboundDocument) => Promise<void>,
        signal: AbortSignal,
      ) => Promise<Connection>)
    | null;
  /** Asks how far an accepted document came; null: this partner tells that to nobody who asks. */
  readonly readStatus: ((reference: string, signal: AbortSignal) => Promise<DeliveryStatus>) | null;
  /** Whether the partner lets us in now; sends no document. */
  readonly checkConnection: (signal: AbortSignal) => Promise<Connection>;
};
