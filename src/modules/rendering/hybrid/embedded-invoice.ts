import type { XmlFaultReason } from '@e-invoice/schematron/xml';
import type { VisibleValues } from './compare-values.ts';

/** The invoice of a hybrid PDF. Apart from the XML, its size is limited regardless of the PDF. */
export type Embedded = {
  readonly filename: string;
  readonly profile: string | null;
  readonly bytes: Uint8Array;
  /** The XML as a JSON string in UTF-8; null if it is not well-formed. */
  readonly json: Uint8Array | null;
  readonly error: XmlFaultReason | null;
  readonly others: readonly string[];
  /** Which values of the invoice the pages of the PDF show; null if the XML is not a supported invoice. */
  readonly visible: VisibleValues | null;
};

const CODES = {
  encrypted: 'pdf_encrypted',
  broken: 'pdf_unreadable',
  limit: 'pdf_reading_limit_reached',
  nothing: 'pdf_without_invoice',
} as const;

export type PdfRefusal = keyof typeof CODES;

export const PDF_CODES = Object.values(CODES);

/** A PDF from which no invoice could be read. */
export class PdfRefused extends Error {
  readonly reason: PdfRefusal;
  readonly code: (typeof CODES)[PdfRefusal];
  /** Values of the problem's text: none. */
  readonly values = {};

  constructor(reason: PdfRefusal) {
    super(`No invoice in the PDF: ${reason}`);
    this.name = 'PdfRefused';
    this.reason = reason;
    this.code = CODES[reason];
  }
}
