import { locationOf } from '@e-invoice/schematron/xml';
import { textAt } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { termPathOf } from '../paths.ts';
import { partOf } from './describe-path.ts';

/**
 * Detects tax registrations without a number (UBL-SR-53), usual for sellers without registration. The rule also
 * fails without a tax scheme, which `detectUnusable` and `detectAbsent` report.
 */
export function detectTaxRegistrations(found: Case): Mistake[] {
  return found.openOf('UBL-SR-53').flatMap((index): Mistake[] => {
    const element = found.elementOf(index);
    if (element === null || textAt(element, 'cbc:CompanyID') !== null) return [];
    return [
      {
        id: 'tax-number-missing',
        issues: found.claim([index]),
        location: locationOf(element),
        confidence: 0.9,
        values: { name: partOf(`${termPathOf(element)}/cbc:CompanyID`) },
        corrections: [() => toCorrection([found.editor().remove(element)])],
      },
    ];
  });
}
