/** A supporting document that a reader may save and open: what its type says is what its bytes are. */
export type AttachedFile = {
  /** A name of our making, safe on every system, unique in the invoice, with the extension of its type. */
  readonly name: string;
  readonly mediaType: string;
  /** As the invoice has them, decoded. */
  readonly bytes: Uint8Array;
};

/** Why a file of the invoice is listed and cannot be opened. */
export type NotOpened = 'type' | 'content' | 'size';
