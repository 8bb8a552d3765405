/** A supporting document that is safe to save and open: its content has been verified to match its type. */
export type AttachedFile = {
  /** Generated name: safe on every operating system, unique in the invoice, with the extension of its type. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
};

/** Why an attachment is listed but cannot be opened. */
export type NotOpened = 'type' | 'content' | 'size';
