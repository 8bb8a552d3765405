import { parseXml, type XmlElement } from '@e-invoice/schematron/xml';
import { isCii } from '../cii.ts';
import { elementsIn } from '../ubl-elements.ts';
import { type Books, readBooks } from './books.ts';
import { readCiiBooks } from './read-cii-books.ts';

/** Reads the numbers of an invoice in UBL or CII. */
export const readBooksOf = (root: XmlElement): Books => (isCii({ root }) ? readCiiBooks(root) : readBooks(root));

/** Reads the numbers of a changed copy; null when it is not an invoice that can be read. */
export function readCopy(text: string): Books | null {
  const parsed = parseXml(new TextEncoder().encode(text.replace(/^<\?xml[^>]*>/, '')));
  const root = parsed.ok ? invoiceIn(parsed.document.root) : null;
  return root === null ? null : readBooksOf(root);
}

const isInvoice = (root: XmlElement): boolean =>
  isCii({ root }) ||
  ((root.local === 'Invoice' || root.local === 'CreditNote') &&
    root.uri === `urn:oasis:names:specification:ubl:schema:xsd:${root.local}-2`);

/** The invoice itself, or the one in an envelope. */
const invoiceIn = (root: XmlElement): XmlElement | null =>
  isInvoice(root) ? root : (elementsIn(root).find(isInvoice) ?? null);
