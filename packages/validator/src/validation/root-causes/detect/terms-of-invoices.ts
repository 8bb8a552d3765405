import type { XmlElement } from '@e-invoice/schematron/xml';
import { termName } from '../../terms/index.ts';
import { elementAt, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** Elements of invoices that credit notes lack, with the element that has the same term in a credit note. */
const PLACES: ReadonlyMap<string, { readonly term: string; readonly target: string }> = new Map(
  Object.entries({
    DueDate: { term: 'BT-9', target: 'cac:PaymentMeans/cbc:PaymentDueDate' },
    ProjectReference: { term: 'BT-11', target: 'cac:AdditionalDocumentReference (cbc:DocumentTypeCode 50)' },
  }),
);

/** Detects terms of a credit note that have the element of an invoice. */
export function detectTermsOfInvoices(found: Case): Mistake[] {
  const { root } = found;
  if (root?.local !== 'CreditNote') return [];
  return found.openOf('UBL-STRUCTURE-ELEMENT-NOT-ALLOWED').flatMap((index): Mistake[] => {
    const element = found.elementOf(index);
    const place = element?.parent === root ? PLACES.get(element.local) : undefined;
    if (element === null || place === undefined) return [];
    const { term, target } = place;
    return [
      {
        id: 'term-of-invoices',
        issues: found.claim([index]),
        confidence: 0.95,
        values: {
          name: termName(term),
          term,
          found: `${element.local === 'DueDate' ? 'cbc' : 'cac'}:${element.local}`,
          target,
        },
        corrections: [() => move(found, root, element)],
      },
    ];
  });
}

/** Writes the value in the element of a credit note, unless that has a value already. */
function move(found: Case, root: XmlElement, element: XmlElement): Correction | null {
  const { editor } = found;
  if (element.local === 'DueDate') {
    const means = elementAt(root, 'cac:PaymentMeans');
    if (means === null || elementAt(means, 'cbc:PaymentDueDate') !== null) return null;
    const added = editor().insert(means, { name: 'cbc:PaymentDueDate', content: textOf(element) });
    return toCorrection([editor().remove(element), added]);
  }
  const id = textAt(element, 'cbc:ID');
  if (id === null) return null;
  const content = [
    { name: 'cbc:ID', content: id },
    { name: 'cbc:DocumentTypeCode', content: '50' },
  ];
  const added = editor().insert(root, { name: 'cac:AdditionalDocumentReference', content });
  return toCorrection([editor().remove(element), added]);
}
