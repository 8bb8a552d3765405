import { locationOf } from '@e-invoice/schematron/xml';
import { elementAt, enclosing, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { groupBy } from './remaining.ts';

/** Detects VAT identifiers of a party under another tax scheme than VAT, where they are not read (BT-31, BT-48). */
export function detectOtherTax(found: Case): Mistake[] {
  const byPlace = groupBy(found.openOf('SK-R-104'), (index) => found.issues[index]!.location);
  return [...byPlace.values()].flatMap((indexes): Mistake[] => {
    const element = found.elementOf(indexes[0]!);
    const scheme = element === null ? null : enclosing(element, 'cac:PartyTaxScheme');
    const tax = scheme === null ? null : elementAt(scheme, 'cac:TaxScheme/cbc:ID');
    if (scheme === null || tax === null || textOf(tax) === '') return [];
    return [
      {
        id: 'vat-number-under-other-tax',
        issues: found.claim(indexes),
        location: locationOf(tax),
        confidence: 0.9,
        values: { found: textAt(scheme, 'cbc:CompanyID') ?? '', tax: textOf(tax) },
        corrections: [() => toCorrection([found.editor().replaceText(tax, 'VAT')])],
      },
    ];
  });
}
