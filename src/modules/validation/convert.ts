import { createHash } from 'node:crypto';
import { parseXml, writeNode, type XmlLimits } from '@e-invoice/schematron/xml';
import {
  compareInvoices,
  convertInvoice,
  findInvoice,
  type InvoiceDifference,
  type LostValue,
  type ReadInvoice,
  readInvoice,
  SEMANTIC_DIGEST_VERSION,
  semanticDigest,
} from '@e-invoice/validator/invoice';

export type Syntax = 'ubl' | 'cii';

/** An invoice in the requested syntax. */
export type Converted = {
  readonly xml: string;
  readonly semanticDigest: string;
  readonly digestVersion: number;
  readonly lost: readonly LostValue[];
};

/** Two invoices compared by business terms. */
export type Compared = {
  readonly semanticDigests: readonly [string, string];
  readonly digestVersion: number;
  readonly differences: readonly InvoiceDifference[];
  readonly amountDue: readonly [string | null, string | null];
  readonly tax: readonly [string | null, string | null];
};

type Limits = Partial<XmlLimits>;

const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

/**
 * Converts a UBL or CII invoice, bare or in an envelope. An invoice that has the requested syntax stays as it is.
 *
 * @returns null for a file that is not an invoice
 */
export function convertFile(bytes: Uint8Array, to: Syntax, limits: Limits): Converted | null {
  const source = openInvoice(bytes, limits);
  if (source === null) return null;
  const { read } = source;
  const { xml, lost } = read.syntax === to ? { xml: source.text(), lost: [] } : convertInvoice(read, to);
  return { xml, lost, semanticDigest: semanticDigest(read, sha256), digestVersion: SEMANTIC_DIGEST_VERSION };
}

/** @returns `left` or `right` when that file is not an invoice */
export function compareFiles(left: Uint8Array, right: Uint8Array, limits: Limits): Compared | 'left' | 'right' {
  const [a, b] = [openInvoice(left, limits)?.read, openInvoice(right, limits)?.read];
  if (a === undefined) return 'left';
  if (b === undefined) return 'right';
  return {
    semanticDigests: [semanticDigest(a, sha256), semanticDigest(b, sha256)],
    digestVersion: SEMANTIC_DIGEST_VERSION,
    differences: compareInvoices(a, b),
    amountDue: [a.invoice.totals?.due ?? null, b.invoice.totals?.due ?? null],
    tax: [a.invoice.vatTotal, b.invoice.vatTotal],
  };
}

/** The invoice of a file, and its XML without an envelope and in Unicode. */
function openInvoice(bytes: Uint8Array, limits: Limits): { read: ReadInvoice; text: () => string } | null {
  const parsed = parseXml(bytes, { limits });
  if (!parsed.ok) return null;
  const { document } = parsed;
  const root = findInvoice(document);
  const read = root === null ? null : readInvoice(root);
  if (root === null || read === null) return null;
  const text = (): string => `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root)}\n`;
  return { read, text };
}
