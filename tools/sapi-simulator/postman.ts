/** Who may call: an ERP with the participants that it may send and receive for. */
export type Client = {
  readonly id: string;
  readonly secret: string;
  /** Such as `0245:2020317068`. */
  readonly participants: readonly string[];
  /** Scopes that its tokens carry. */
  readonly scope: string;
};

/** How a participant that the postman delivers to behaves; all times in milliseconds from the delivery. */
export type Participant = {
  readonly id: string;
  /** The message level status that its access point returns; null: none, as when it is late for ever. */
  readonly mls: { readonly code: 'AP' | 'AB' | 'RE'; readonly after: number } | null;
  /** The answers of the buyer, in this order (UNCL4343). */
  readonly responses: readonly { readonly code: string; readonly after: number }[];
};

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** What a send says of the document (SAPI-SK 1.0, `metadata`). */
export type Metadata = {
  readonly documentId: string;
  readonly documentTypeId: string;
  readonly processId: string;
  readonly senderParticipantId: string;
  readonly receiverParticipantId: string;
  readonly creationDateTime: string;
};

/** A document in somebody's inbox. */
export type Stored = {
  readonly id: string;
  readonly metadata: Metadata;
  readonly payload: string;
  status: 'RECEIVED' | 'ACKNOWLEDGED';
  acknowledgedAt: string | null;
};

/** Of a document that was accepted for sending. */
export type Accepted = {
  readonly id: string;
  readonly key: string;
  readonly metadata: Metadata;
  /** Lowercase hex of the payload's bytes. */
  readonly sha256: string;
  readonly receivedAt: string;
  status: 'ACCEPTED' | 'DELIVERED' | 'FAILED';
};
