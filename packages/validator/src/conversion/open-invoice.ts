import { parseXml, writeNode, type XmlLimits } from '@e-invoice/schematron/xml';
import { findInvoice, type ReadInvoice, readInvoice } from '../invoice/index.ts';

type OpenedInvoice = {
  readonly read: ReadInvoice;
  /** Its XML without an envelope, to be encoded as UTF-8. */
  readonly text: () => string;
};

/** Reads a UBL or CII invoice, bare or in an envelope; null for a file that is not an invoice. */
export function openInvoice(bytes: Uint8Array, limits: Partial<XmlLimits>): OpenedInvoice | null {
  const parsed = parseXml(bytes, { limits });
  if (!parsed.ok) return null;
  const root = findInvoice(parsed.document);
  const read = root === null ? null : readInvoice(root);
  if (root === null || read === null) return null;
  return { read, text: () => `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root)}\n` };
}
