/** Why something was refused, and where. */
export type MessageLine = {
  /** XPath in the document that is answered; null: `NA`, or not said. */
  readonly location: string | null;
  /** `BV`, `BW`, `SV`, `FD` of MLS; a clarification code of an Invoice Response. */
  readonly reason: string | null;
  readonly description: string | null;
};

/** A message as it was read; null where it does not say. */
export type StatusMessage = {
  readonly kind: 'mls' | 'invoice_response';
  readonly id: string | null;
  /** MLS: `AP`, `AB`, `RE`. Invoice Response: `AB`, `IP`, `UQ`, `CA`, `RE`, `AP`, `PD`. */
  readonly code: string | null;
  readonly description: string | null;
  /** MLS: the instance identifier of the envelope that is answered. Invoice Response: the invoice's number (BT-1). */
  readonly reference: string | null;
  /** `scheme:id`. */
  readonly sender: string | null;
  readonly receiver: string | null;
  readonly issueDate: string | null;
  readonly issueTime: string | null;
  readonly lines: readonly MessageLine[];
};
