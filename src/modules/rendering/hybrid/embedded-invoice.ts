import type { XmlFaultReason } from '@e-invoice/schematron/xml';
import type { VisibleValues } from './compare-values.ts';

/** The invoice in a hybrid PDF. Little is told beside its bytes, whatever the PDF has. */
export type Embedded = {
  readonly filename: string;
  readonly profile: string | null;
  readonly bytes: Uint8Array;
  /** The same as a string of JSON, in UTF-8; null when it is not well-formed. */
  readonly json: Uint8Array | null;
  /** Why it is not well-formed; null when it is. */
  readonly error: XmlFaultReason | null;
  /** The names of the other invoices in the PDF. */
  readonly others: readonly string[];
  /** Which values of the invoice the pages of the PDF say; null where the XML is no invoice that is read. */
  readonly visible: VisibleValues | null;
};

const CODES = {
  encrypted: 'pdf_encrypted',
  broken: 'pdf_unreadable',
  limit: 'pdf_reading_limit_reached',
  nothing: 'pdf_without_invoice',
} as const;

export type PdfRefusal = keyof typeof CODES;

/** The codes that say why. */
export const PDF_CODES = Object.values(CODES);

/** Why a PDF gives no invoice. */
export class PdfRefused extends Error {
  readonly reason: PdfRefusal;
  readonly code: (typeof CODES)[PdfRefusal];

  constructor(reason: PdfRefusal) {
    super(`A PDF gives no invoice: ${reason}`);
    this.name = 'PdfRefused';
    this.reason = reason;
    this.code = CODES[reason];
  }
}
