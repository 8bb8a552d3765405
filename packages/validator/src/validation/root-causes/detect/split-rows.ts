import { type Decimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { childrenOf, elementAt, enclosing, textAt, textOf } from '../../ubl-elements.ts';
import { type BookedRow, basesOf, groupBy, HUNDRED, isEqual, isNear, sumOf } from '../books.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { inSlovak, money } from '../describe-value.ts';
import type { Edit } from '../patch/edit.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { describeKey } from './breakdown.ts';

/** The letters of categories in rule ids that differ from their codes. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['K', 'IC'],
  ['L', 'AF'],
  ['M', 'AG'],
]);

/** Warnings about cents: a sum of rounded taxes is not the rounded tax of the sum. */
const CENTS = ['SK-R-050'];

/** Detects mistakes of the VAT breakdown in which no amount of a line is wrong (BG-23). */
export function detectSplitRows(found: Case): Mistake[] {
  if (found.root === null) return [];
  return [...detectSplit(found), ...detectEmpty(found)];
}

/**
 * Detects a category and rate with several rows whose sum is right: exports write a row for each account, line or
 * discount. The rows are merged; no other amount changes.
 */
function detectSplit(found: Case): Mistake[] {
  if (found.openOf(...rulesAbout(found, ['01', '08', '09', '10']), 'BR-CO-17', 'SK-R-051', 'SK-R-050').length === 0)
    return [];
  const books = found.books();
  const groups = groupBy(books.rows, ({ key }) => key);
  const split = [...groups.values()].filter((rows) => rows.length > 1);
  const [first] = split;
  if (first === undefined) return [];
  const bases = basesOf(books);
  const isSum = (rows: readonly BookedRow[]): boolean => {
    const base = bases.get(rows[0]!.key);
    if (base === undefined || rows.some(({ taxable, tax }) => taxable === null || tax === null)) return false;
    return isNear(sumOf(rows.map(({ taxable }) => taxable)), base, rows.length + 1);
  };
  if (!split.every(isSum)) return [];
  const elements = new Set<XmlElement>(split.flat().map(({ element }) => element));
  const categories = new Set(split.map(([row]) => row!.key.split(' ')[0]!));
  const missing = new Set([...categories].map((category) => `BR-${LETTERS.get(category) ?? category}-01`));
  const issues = found.claim(
    found.open(({ rule_id }, index) => {
      if (missing.has(rule_id)) return true;
      if (!/^BR-\w+-(?:0[89]|10)$|^BR-CO-17$|^SK-R-05[01]$/.test(rule_id)) return false;
      const element = found.elementOf(index);
      const row = element === null ? null : enclosing(element, 'cac:TaxSubtotal');
      return row !== null && elements.has(row);
    }),
  );
  if (issues.length === 0) return [];
  const sum = money(sumOf(first.map(({ taxable }) => taxable)));
  return [
    {
      id: 'vat-rows-split',
      issues,
      location: locationOf(first[1]!.element),
      confidence: 0.95,
      values: {
        what: describeWhat(first[0]!.key),
        count: String(first.length),
        sum: { sk: inSlovak(sum), en: sum },
      },
      corrections: [() => mergeRows(found, split)],
    },
  ];
}

/** The rules with these numbers for the categories of the breakdown. */
function rulesAbout(found: Case, numbers: readonly string[]): string[] {
  const categories = new Set(found.books().rows.map(({ key }) => key.split(' ')[0]!));
  return [...categories].flatMap((category) =>
    numbers.map((number) => `BR-${LETTERS.get(category) ?? category}-${number}`),
  );
}

function describeWhat(key: string): Text {
  const isRate = key.includes(' ');
  return {
    sk: `${isRate ? 'Sadzba' : 'Kategória'} ${describeKey(key, ',')}`,
    en: `${isRate ? 'Rate' : 'Category'} ${describeKey(key, '.')}`,
  };
}

/** Adds base and tax of the further rows to the first, joins their reasons, and removes them. */
function mergeRows(found: Case, split: readonly (readonly BookedRow[])[]): Correction | null {
  const edits = split.flatMap((rows): (Edit | null)[] => {
    const [first, ...others] = rows;
    const [base, tax] = ['cbc:TaxableAmount', 'cbc:TaxAmount'].map((name) => elementAt(first!.element, name));
    if (base == null || tax == null) return [null];
    return [
      replaceNumber(found, base, sumOf(rows.map(({ taxable }) => taxable))),
      replaceNumber(found, tax, sumOf(rows.map((row) => row.tax))),
      ...joinReasons(found, rows),
      ...others.map(({ element }) => found.editor().remove(element)),
    ].filter((edit) => edit !== undefined);
  });
  const correction = toCorrection(edits);
  if (correction === null) return null;
  return { ...correction, id: 'merge', accepts: CENTS, ...(split.some(isOffByCents) && { note: OFF_BY_CENTS }) };
}

/** Whether the sum of the taxes of rows differs from the tax of their joined base, which SK-R-050 then reports. */
function isOffByCents(rows: readonly BookedRow[]): boolean {
  const tax = sumOf(rows.map(({ taxable }) => taxable))
    .multiply(rows[0]!.rate ?? ZERO)
    .divide(HUNDRED);
  return money(tax) !== money(sumOf(rows.map((row) => row.tax)));
}

const OFF_BY_CENTS: Text = {
  sk: 'Súčet daní zlúčených riadkov sa o centy líši od dane vypočítanej zo spoločného základu, na čo potom upozorní pravidlo SK-R-050. Suma na úhradu ostáva; údaj o DPH porovnajte s účtovným dokladom.',
  en: 'The sum of the taxes of the joined rows is some cents off the tax of their joint base, which the rule SK-R-050 then reports. The amount due stays; compare the VAT data with your records.',
};

const replaceNumber = (found: Case, element: XmlElement, value: Decimal): Edit | null | undefined =>
  textOf(element) === money(value) ? undefined : found.editor().replaceText(element, money(value));

/** States the reason texts of all rows in the first one (BT-120); a reason code (BT-121) stays if it is the same. `[null]`: not possible. */
function joinReasons(found: Case, rows: readonly BookedRow[]): (Edit | null | undefined)[] {
  const [first, ...others] = rows.map(({ element }) => elementAt(element, 'cac:TaxCategory'));
  if (first == null) return [null];
  const all = [first, ...others.filter((it) => it !== null)];
  const texts = [...new Set(all.flatMap((category) => textAt(category!, 'cbc:TaxExemptionReason') ?? []))];
  const codes = new Set(all.map((category) => textAt(category!, 'cbc:TaxExemptionReasonCode')));
  const [text] = childrenOf(first, 'cbc:TaxExemptionReason');
  const [code] = childrenOf(first, 'cbc:TaxExemptionReasonCode');
  const joined = texts.join('; ');
  // Without a text, the merged row would state one reason for all items, or none.
  if (codes.size > 1 && joined === '') return [null];
  return [
    joined === '' || (text !== undefined && textOf(text) === joined)
      ? undefined
      : text === undefined
        ? found.editor().insert(first, { name: 'cbc:TaxExemptionReason', content: joined })
        : found.editor().replaceText(text, joined),
    // A code that applies to some of the items only must not be stated for all.
    codes.size > 1 && code !== undefined ? found.editor().remove(code) : undefined,
  ];
}

/** Detects rows of zero without items (BG-23). */
function detectEmpty(found: Case): Mistake[] {
  const books = found.books();
  const bases = basesOf(books);
  const empty = books.rows.filter(
    ({ key, taxable, tax }) => !bases.has(key) && taxable?.isZero() === true && tax?.isZero() === true,
  );
  const [first] = empty;
  if (first === undefined || empty.length === books.rows.length) return [];
  const elements = new Set(empty.map(({ element }) => element));
  const issues = found.claim(
    found.open((_, index) => {
      const element = found.elementOf(index);
      const row = element === null ? null : enclosing(element, 'cac:TaxSubtotal');
      return row !== null && elements.has(row);
    }),
  );
  return [
    {
      id: 'vat-row-empty',
      issues,
      location: locationOf(first.element),
      confidence: 0.95,
      values: { what: describeWhat(first.key) },
      corrections: [() => toCorrection(empty.map(({ element }) => found.editor().remove(element)))],
    },
  ];
}

/** Whether the tax of a row is its base times its rate, to the cent. */
export function isTaxOfRow({ taxable, tax, rate }: BookedRow): boolean {
  if (taxable === null || tax === null) return false;
  const due = taxable.multiply(rate ?? ZERO).divide(HUNDRED);
  return isEqual(tax, due) || isNear(due, tax, 1);
}
