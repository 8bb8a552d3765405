/** The fields of a validation result that identify the invoice. */
type Identified = {
  /** Of the file, lowercase hex. */
  readonly sha256: string;
  readonly document_type: string;
  readonly summary: { readonly invoice_id: string | null; readonly seller_name: string | null };
};

/**
 * Identifies an invoice among the files of a batch: equal for the same file, and for documents of the same kind with the
 * same number (BT-1) and seller name (BT-27). Without number or seller, only the same file is equal.
 */
export function duplicateKey({ sha256, document_type: type, summary }: Identified): string {
  const { invoice_id: number, seller_name: seller } = summary;
  return number === null || seller === null ? sha256 : JSON.stringify([type, number, seller]);
}
