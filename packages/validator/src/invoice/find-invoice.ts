import { NodeKind, type XmlDocument, type XmlElement } from '@e-invoice/schematron/xml';

const SBDH = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

/**
 * Finds the element for `readInvoice`: the document element, or the business document in an SBDH envelope.
 *
 * @returns null if the envelope is empty
 */
export function findInvoice({ root }: XmlDocument): XmlElement | null {
  if (root.uri !== SBDH || root.local !== 'StandardBusinessDocument') return root;
  for (const child of root.children) {
    if (child.kind === NodeKind.ELEMENT && child.uri !== SBDH) return child;
  }
  return null;
}
