/** Reason and location of a rejection. */
export type MessageLine = {
  /** XPath in the referenced document; null when `NA` or absent. */
  readonly location: string | null;
  /** MLS: `BV`, `BW`, `SV` or `FD`. Invoice Response: a clarification code. */
  readonly reason: string | null;
  readonly description: string | null;
};

/** A parsed message; null where it omits a value. */
export type StatusMessage = {
  readonly kind: 'mls' | 'invoice_response';
  readonly id: string | null;
  /** MLS: `AP`, `AB`, `RE`. Invoice Response: `AB`, `IP`, `UQ`, `CA`, `RE`, `AP`, `PD`. */
  readonly code: string | null;
  readonly description: string | null;
  /** MLS: instance identifier of the referenced envelope. Invoice Response: invoice number (BT-1). */
  readonly reference: string | null;
  /** `scheme:id`. */
  readonly sender: string | null;
  readonly receiver: string | null;
  readonly issueDate: string | null;
  readonly issueTime: string | null;
  readonly lines: readonly MessageLine[];
};
