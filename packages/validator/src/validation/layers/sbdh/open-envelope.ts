import { makeInnerDocument, type XmlDocument, type XmlElement } from '@e-invoice/schematron/xml';
import { documentTypeOf } from '../../read-profile.ts';
import { childElements } from './elements.ts';

export const SBDH_NS = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

/** Levels of an unknown envelope that are searched for an invoice; SOAP has it two levels down. */
const SEARCH_DEPTH = 4;

export type Envelope = {
  /** True for a StandardBusinessDocument, even in a wrong namespace; false for any other envelope of an invoice. */
  readonly isStandard: boolean;
  readonly element: XmlElement;
  readonly header: XmlElement | null;
  /** All documents in the envelope; a valid envelope has one. */
  readonly contents: readonly XmlElement[];
  /** The first document as a separate tree; null when the envelope is empty. */
  readonly inner: XmlDocument | null;
};

/** Opens the envelope of a file; null when the file has no envelope. */
export function openEnvelope(document: XmlDocument): Envelope | null {
  const { root } = document;
  if (root.local === 'StandardBusinessDocument') {
    const parts = childElements(root);
    const header = parts.find(isHeader) ?? null;
    return makeEnvelope(
      document,
      true,
      header,
      parts.filter((part) => !isHeader(part)),
    );
  }
  if (documentTypeOf(document) !== 'unknown') return null;
  const invoices = findInvoices(root, SEARCH_DEPTH);
  return invoices.length === 0 ? null : makeEnvelope(document, false, null, invoices);
}

const isHeader = ({ local }: XmlElement): boolean => local === 'StandardBusinessDocumentHeader';

function makeEnvelope(
  document: XmlDocument,
  isStandard: boolean,
  header: XmlElement | null,
  contents: readonly XmlElement[],
): Envelope {
  const [first] = contents;
  const inner = first === undefined ? null : makeInnerDocument(document, first);
  return { isStandard, element: document.root, header, contents, inner };
}

function findInvoices(parent: XmlElement, depth: number): XmlElement[] {
  if (depth === 0) return [];
  return childElements(parent).flatMap((child) =>
    documentTypeOf({ root: child }) === 'unknown' ? findInvoices(child, depth - 1) : [child],
  );
}
