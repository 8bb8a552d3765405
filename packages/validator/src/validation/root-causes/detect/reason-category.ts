import { parseDecimal } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { childrenOf, elementAt, textAt } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { rulesOf } from './vat-rules.ts';

/** The VAT category of an exemption reason (BT-120, BT-121). Category O is left out because it has no rate. */
const CATEGORIES: readonly (readonly [reason: RegExp, category: string])[] = [
  [/^VATEX-EU-AE$/i, 'AE'],
  [/^VATEX-EU-IC$/i, 'K'],
  [/^VATEX-EU-G$/i, 'G'],
  [/^VATEX-EU-(79-C|13\d|14\d|15\d|309|[DFIJ])/i, 'E'],
  [/prenesenie daňovej povinnosti|reverse charge/i, 'AE'],
];

/** Maximum number of lines and allowances changed together. */
const MOST = 500;

/**
 * Detects a row without tax that states an exemption reason under a taxed category (S, Z). The reason is right and
 * the category wrong, so the category is changed and the reason stays.
 */
export function detectReasonCategory(found: Case): Mistake[] {
  if (found.openOf('BR-S-10', 'BR-Z-10').length === 0) return [];
  const rows = childrenOf(found.root!, 'cac:TaxTotal').flatMap((total) => childrenOf(total, 'cac:TaxSubtotal'));
  for (const row of rows) {
    const category = elementAt(row, 'cac:TaxCategory');
    const stated = category === null ? null : textAt(category, 'cbc:ID');
    if (category === null || (stated !== 'S' && stated !== 'Z') || !isUntaxed(row)) continue;
    const reasons = ['cbc:TaxExemptionReasonCode', 'cbc:TaxExemptionReason'].map(
      (name) => textAt(category, name) ?? '',
    );
    // Slovak VAT has no zero rate: supplies without tax for any other reason are exempt.
    const expected =
      CATEGORIES.find(([pattern]) => reasons.some((reason) => pattern.test(reason)))?.[1] ??
      (stated === 'Z' && found.openOf('SK-R-042').length > 0 ? 'E' : undefined);
    if (expected === undefined) continue;
    const places = [category, ...ownersAt(found.root!, stated)];
    const change = (): Correction | null =>
      places.length > MOST
        ? null
        : toCorrection(places.map((place) => found.editor().replaceText(childrenOf(place, 'cbc:ID')[0]!, expected)));
    const reasonRules = Array.from(
      { length: 8 },
      (_, index) => `PEPPOL-EN16931-P01${String(index + 4).padStart(2, '0')}`,
    );
    const own = [...rulesOf('05', '06', '07', '10'), ...reasonRules, 'SK-R-041', 'SK-R-042', 'SK-R-044', 'SK-R-045'];
    return [
      {
        id: 'vat-category-of-reason',
        issues: found.claim(found.openOf(...own)),
        location: locationOf(category),
        confidence: 0.9,
        values: { found: stated, expected, reason: reasons.find((reason) => reason !== '') ?? '' },
        corrections: [change],
      },
    ];
  }
  return [];
}

const isZero = (text: string | null): boolean => parseDecimal(text ?? '')?.isZero() === true;

const isUntaxed = (row: XmlElement): boolean =>
  isZero(textAt(row, 'cbc:TaxAmount')) && isZero(textAt(row, 'cac:TaxCategory/cbc:Percent'));

/** The categories of lines, allowances and charges in the row, with a rate of zero. */
function ownersAt(root: XmlElement, stated: string): XmlElement[] {
  const categories = [
    ...childrenOf(root, 'line').map((line) => elementAt(line, 'cac:Item/cac:ClassifiedTaxCategory')),
    ...childrenOf(root, 'cac:AllowanceCharge').map((allowance) => elementAt(allowance, 'cac:TaxCategory')),
  ];
  return categories.filter(
    (it): it is XmlElement => it !== null && textAt(it, 'cbc:ID') === stated && isZero(textAt(it, 'cbc:Percent')),
  );
}
