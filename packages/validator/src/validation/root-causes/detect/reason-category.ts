import { parseDecimal } from '@e-invoice/schematron/decimal';
import { cutText, locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { childrenOf, elementAt, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { rulesOf, wordsFor } from './vat-rules.ts';

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
  const ofNote = detectNote(found);
  if (ofNote !== null) return [ofNote];
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
      categoryOfReason(reasons) ?? (stated === 'Z' && found.openOf('SK-R-042').length > 0 ? 'E' : undefined);
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

/** The category of an exemption reason, stated as a code or in words. */
export const categoryOfReason = (reasons: readonly string[]): string | undefined =>
  CATEGORIES.find(([pattern]) => reasons.some((reason) => pattern.test(reason)))?.[1];

const REVERSE_CHARGE = /pren(?:esenie|os) daňovej povinnosti|reverse charge/i;

/**
 * Detects taxed supplies (S) at 0 % whose reverse charge is stated in a note only (BT-22, BT-127): the category is
 * wrong, and the breakdown lacks the reason.
 */
function detectNote(found: Case): Mistake | null {
  const root = found.root!;
  if (found.openOf('BR-S-05').length === 0) return null;
  const notes = [root, ...childrenOf(root, 'line')].flatMap((it) => childrenOf(it, 'cbc:Note'));
  const note = notes.find((it) => REVERSE_CHARGE.test(textOf(it)));
  const rows = childrenOf(root, 'cac:TaxTotal')
    .flatMap((total) => childrenOf(total, 'cac:TaxSubtotal'))
    .filter((row) => textAt(row, 'cac:TaxCategory/cbc:ID') === 'S' && isUntaxed(row))
    .flatMap((row) => childrenOf(row, 'cac:TaxCategory'));
  const [first] = rows;
  if (note === undefined || first === undefined || rows.some((row) => childrenOf(row, REASON_CODE).length > 0))
    return null;
  const places = [...rows, ...ownersAt(root, 'S')];
  const change = (): Correction | null =>
    places.length > MOST
      ? null
      : toCorrection([
          ...places.map((place) => found.editor().replaceText(childrenOf(place, 'cbc:ID')[0]!, 'AE')),
          ...rows.flatMap((row) => [
            found.editor().insert(row, { name: REASON_CODE, content: 'VATEX-EU-AE' }),
            ...wordsFor(found, row, 'AE'),
          ]),
        ]);
  return {
    id: 'vat-category-of-note',
    issues: found.claim(found.openOf(...rulesOf('05', '06', '07'), 'SK-R-041')),
    location: locationOf(first),
    confidence: 0.9,
    values: { found: 'S', expected: 'AE', note: cutText(textOf(note), 80) },
    corrections: [change],
  };
}

const REASON_CODE = 'cbc:TaxExemptionReasonCode';

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
