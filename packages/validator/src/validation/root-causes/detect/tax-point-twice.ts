import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { elementAt, elementsIn } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/**
 * Detects both a tax point date and a tax point code, which exclude each other (BT-7, BT-8, BR-CO-03); removes one of
 * them.
 */
export function detectTaxPointTwice(found: Case): Mistake[] {
  const issues = found.openOf('BR-CO-03');
  const day = found.root === null ? null : elementAt(found.root, 'cbc:TaxPointDate');
  const code = found.root === null ? null : elementAt(found.root, 'cac:InvoicePeriod/cbc:DescriptionCode');
  if (issues.length === 0 || day === null || code === null) return [];
  return [
    {
      id: 'tax-point-twice',
      issues: found.claim(issues),
      location: locationOf(day),
      confidence: 0.9,
      // A period that contains only the code is removed with it.
      corrections: [elementsIn(code.parent as XmlElement).length === 1 ? (code.parent as XmlElement) : code, day].map(
        (element) => () => toCorrection([found.editor().remove(element)]),
      ),
    },
  ];
}
