/** API client: an ERP with the participants it may send and receive for. */
export type Client = {
  readonly id: string;
  readonly secret: string;
  /** Such as `0245:2020317068`. */
  readonly participants: readonly string[];
  /** Scopes of its tokens. */
  readonly scope: string;
};

/** Behaviour of a simulated receiver; all times in milliseconds since the delivery. */
export type Participant = {
  readonly id: string;
  /** Message level status of its access point; null: never sent. */
  readonly mls: { readonly code: 'AP' | 'AB' | 'RE'; readonly after: number } | null;
  /** Responses of the buyer, in this order (UNCL4343). */
  readonly responses: readonly { readonly code: string; readonly after: number }[];
};

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Document metadata of a send request (SAPI-SK 1.0, `metadata`). */
export type Metadata = {
  readonly documentId: string;
  readonly documentTypeId: string;
  readonly processId: string;
  readonly senderParticipantId: string;
  readonly receiverParticipantId: string;
  readonly creationDateTime: string;
};

/** A document in an inbox. */
export type Stored = {
  readonly id: string;
  readonly metadata: Metadata;
  readonly payload: string;
  status: 'RECEIVED' | 'ACKNOWLEDGED';
  acknowledgedAt: string | null;
};

/** A document accepted for sending. */
export type Accepted = {
  readonly id: string;
  readonly key: string;
  readonly metadata: Metadata;
  /** Lowercase hex, of the payload's bytes. */
  readonly sha256: string;
  readonly receivedAt: string;
  status: 'ACCEPTED' | 'DELIVERED' | 'FAILED';
};
