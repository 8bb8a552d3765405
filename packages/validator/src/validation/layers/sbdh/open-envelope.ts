import { makeInnerDocument, type XmlDocument, type XmlElement } from '@e-invoice/schematron/xml';
import { documentTypeOf } from '../../read-profile.ts';
import { childElements } from './elements.ts';

export const SBDH_NS = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

/** How deep in an unknown envelope an invoice is looked for: SOAP has it two elements down. */
const SEARCH_DEPTH = 4;

/** What is around a document. */
export type Envelope = {
  /** Whether it is a StandardBusinessDocument, perhaps in a wrong namespace; false: something else with an invoice. */
  readonly isStandard: boolean;
  readonly element: XmlElement;
  readonly header: XmlElement | null;
  /** Everything in it that is a document; one, as it should be. */
  readonly contents: readonly XmlElement[];
  /** The first of them as a document of its own; null when there is none. */
  readonly inner: XmlDocument | null;
};

/** The envelope that a file is, with the document in it; null when the file is the document itself. */
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
