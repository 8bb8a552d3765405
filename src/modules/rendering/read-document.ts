import { parseXml, type XmlLimits } from '@e-invoice/schematron/xml';
import { findInvoice, type ReadInvoice, readInvoice } from '@e-invoice/validator/invoice';

/** The bytes are not XML or not an invoice. */
export class NotRenderable extends Error {
  readonly code = 'invoice_unreadable';
  readonly reason: string;
  /** Values of the problem's text. */
  readonly values: { readonly reason: string };

  constructor(reason: string) {
    super(`The invoice cannot be read: ${reason}`);
    this.name = 'NotRenderable';
    this.reason = reason;
    this.values = { reason };
  }
}

/** Parses an invoice. @throws NotRenderable if the bytes are not an invoice */
export function readDocument(bytes: Uint8Array, limits: Partial<XmlLimits> | undefined): ReadInvoice {
  const parsed = parseXml(bytes, { limits });
  if (!parsed.ok) throw new NotRenderable(parsed.faults[0]!.reason);
  const root = findInvoice(parsed.document);
  const read = root === null ? null : readInvoice(root);
  if (read === null) throw new NotRenderable('unknown-document-element');
  return read;
}
