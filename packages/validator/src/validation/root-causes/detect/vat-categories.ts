import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { cutText, locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { recompute } from '../../amounts/index.ts';
import { childrenOf, elementAt, enclosing, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { describeHolder } from '../describe-holder.ts';
import { describeLines } from '../describe-lines.ts';
import { inSlovak } from '../describe-value.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { writeTrial } from './write-trial.ts';

/** Categories without VAT, with the letters of their rule ids. */
const FAMILIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ E: 'E', Z: 'Z', AE: 'AE', K: 'IC', G: 'G', O: 'O' }),
);

/** Descriptions of the categories; in Slovak they follow „znamená“. */
const LABELS: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    E: { sk: 'oslobodenie od dane', en: 'an exemption from VAT' },
    Z: { sk: 'nulovú sadzbu', en: 'a zero rate' },
    AE: { sk: 'prenesenie daňovej povinnosti', en: 'a reverse charge' },
    K: { sk: 'dodanie do iného členského štátu', en: 'a supply to another member state' },
    G: { sk: 'vývoz mimo EÚ', en: 'an export outside the EU' },
    O: { sk: 'plnenie mimo predmetu dane', en: 'a supply outside the scope of VAT' },
  }),
);

/** Maximum number of categories examined. */
const MOST = 2_000;

/** A VAT category with its rate, of a line, an allowance or charge, or the breakdown. */
type Rated = {
  readonly element: XmlElement;
  readonly id: XmlElement;
  readonly category: string;
  readonly rate: Decimal;
};

/**
 * Detects a rate above zero under a category without VAT, and unknown categories. The category is the mistake if
 * lines and breakdown agree on the rate (BT-118 and BT-119, BT-151 and BT-152). One cause covers all rules that read
 * it.
 */
export function detectCategories(found: Case): Mistake[] {
  if (found.root === null) return [];
  const rated = ratedIn(found.root);
  return [...detectRated(found, rated), ...detectUnknown(found, rated)];
}

function detectRated(found: Case, rated: readonly Rated[]): Mistake[] {
  const mistakes: Mistake[] = [];
  for (const [category, family] of FAMILIES) {
    const own = rated.filter((it) => it.category === category && it.rate.units > 0);
    const [first] = own;
    const isInBoth = own.some(({ element }) => isOfBreakdown(element)) && own.some((it) => !isOfBreakdown(it.element));
    if (first === undefined || !isInBoth) continue;
    const numbers = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'];
    const rules = numbers.map((number) => `BR-${family}-${number}`);
    if (found.openOf(...rules.slice(4)).length === 0) continue;
    mistakes.push({
      id: 'vat-category-with-rate',
      issues: found.claim(found.openOf(...rules)),
      location: locationOf(first.id),
      confidence: 0.9,
      values: {
        category,
        meaning: LABELS.get(category)!,
        found: formatRate(first.rate),
        ...describeHolder(own.map(({ element }) => element)),
      },
      // An exemption reason indicates that the rate is wrong, not the category.
      isOrdered: hasReason(own),
      corrections: hasReason(own)
        ? [() => withoutTax(found, own), () => setCategory(found, own)]
        : [() => setCategory(found, own), () => withoutTax(found, own)],
    });
  }
  return mistakes;
}

/** Reports unknown categories. A rate above zero determines the right category. */
function detectUnknown(found: Case, rated: readonly Rated[]): Mistake[] {
  const indexes = found.openOf('BR-CL-17', 'BR-CL-18');
  const byCategory = new Map<string, number[]>();
  for (const index of indexes) {
    const element = found.elementOf(index);
    const category = element === null ? '' : textOf(element);
    byCategory.set(category, [...(byCategory.get(category) ?? []), index]);
  }
  return [...byCategory].slice(0, MAX_UNKNOWN).flatMap(([category, own]) => {
    // The detector of codes corrects a category in the wrong case.
    if (found.issues[own[0]!]!.expected !== null) return [];
    const places = rated.filter((it) => it.category === category);
    const elements = own.flatMap((index) => found.elementOf(index) ?? []);
    const isTaxed = places.length > 0 && places.every(({ rate }) => rate.units > 0);
    const intended = isTaxed ? null : onlyUntaxedRow(rated, places);
    const hint = isTaxed
      ? {
          sk: `Pri sadzbe ${inSlovak(places[0]!.rate.toString())} % je to zdanené plnenie, kategória S.`,
          en: `With a rate of ${places[0]!.rate.toString()} % it is a taxed supply, category S.`,
        }
      : intended !== null
        ? {
            sk: `Rekapitulácia má bez dane iba kategóriu ${intended}.`,
            en: `The only category without VAT in the breakdown is ${intended}.`,
          }
        : {
            sk: 'Bez dane ide najčastejšie o oslobodenie (E), prenesenie daňovej povinnosti (AE) alebo dodanie do EÚ (K).',
            en: 'Without VAT it is most often an exemption (E), a reverse charge (AE) or a supply to the EU (K).',
          };
    return [
      {
        id: 'vat-category-unknown',
        issues: found.claim(own),
        // Set explicitly, because rules of the breakdown report other locations first.
        location: found.issues[own[0]!]!.location,
        confidence: 0.95,
        values: {
          found: cutText(category, 20),
          hint,
          ...describeHolder(elements),
          ...describeLines(elements),
        },
        corrections: isTaxed || intended !== null ? [() => setCategory(found, places, intended ?? 'S')] : [],
      } satisfies Mistake,
    ];
  });
}

const MAX_UNKNOWN = 20;

/**
 * The category of the only row without VAT, if the unknown category has no row: its lines can only belong to that
 * row.
 */
function onlyUntaxedRow(rated: readonly Rated[], places: readonly Rated[]): string | null {
  if (places.length === 0 || places.some(({ element }) => isOfBreakdown(element))) return null;
  const rows = rated.filter(({ element, rate }) => isOfBreakdown(element) && rate.isZero());
  const [row] = rows;
  return row !== undefined && rows.length === 1 && FAMILIES.has(row.category) ? row.category : null;
}

/** Sets the category. For the taxed category S, exemption reasons are removed. */
export function setCategory(
  found: Case,
  rated: readonly Pick<Rated, 'element' | 'id'>[],
  category = 'S',
): Correction | null {
  const reasons = category === 'S' ? ['cbc:TaxExemptionReasonCode', 'cbc:TaxExemptionReason'] : [];
  return toCorrection(
    rated.flatMap(({ element, id }) => [
      found.editor().replaceText(id, category),
      ...reasons.flatMap((name) => childrenOf(element, name).map((reason) => found.editor().remove(reason))),
    ]),
  );
}

const hasReason = (rated: readonly Rated[]): boolean =>
  rated.some(({ element }) =>
    ['cbc:TaxExemptionReasonCode', 'cbc:TaxExemptionReason'].some((name) => textAt(element, name) !== null),
  );

/**
 * Removes the VAT under the category: rates and tax become zero and all sums are recomputed. Not applicable to
 * category O, which has no rate.
 */
function withoutTax(found: Case, rated: readonly Rated[]): Correction | null {
  const network = found.network();
  const groups = new Set(rated.map(({ element }) => enclosing(element, 'cac:TaxSubtotal')));
  const taxes = network.equations.filter((it) => it.term === 'BT-117' && groups.has(it.group));
  if (rated.some(({ category }) => category === 'O') || taxes.length === 0) return null;
  const fixed = new Map(taxes.map(({ parts }) => [parts[1]!.cell, ZERO]));
  const sums = writeTrial(found, recompute(network, taxes, fixed));
  const percents = rated
    .filter(({ element }) => !isOfBreakdown(element))
    .map(({ element }) => elementAt(element, 'cbc:Percent'))
    .map((percent) => (percent === null ? null : found.editor().replaceText(percent, '0')));
  const rates = toCorrection(percents);
  return sums === null || rates === null ? null : toCorrection([...sums.edits, ...rates.edits]);
}

const isOfBreakdown = (element: XmlElement): boolean => enclosing(element, 'cac:TaxSubtotal') !== null;

const formatRate = (rate: Decimal) => ({ sk: `${inSlovak(rate.toString())} %`, en: `${rate.toString()} %` });

function ratedIn(root: XmlElement): Rated[] {
  const elements = [
    ...childrenOf(root, 'line').map((line) => elementAt(line, 'cac:Item/cac:ClassifiedTaxCategory')),
    ...childrenOf(root, 'cac:AllowanceCharge').map((allowance) => elementAt(allowance, 'cac:TaxCategory')),
    ...childrenOf(root, 'cac:TaxTotal').flatMap((total) =>
      childrenOf(total, 'cac:TaxSubtotal').map((group) => elementAt(group, 'cac:TaxCategory')),
    ),
  ];
  return elements.slice(0, MOST).flatMap((element) => {
    const id = element === null ? null : elementAt(element, 'cbc:ID');
    const rate = element === null ? null : parseDecimal(textAt(element, 'cbc:Percent') ?? '');
    return element === null || id === null || rate === null ? [] : [{ element, id, category: textOf(id), rate }];
  });
}
