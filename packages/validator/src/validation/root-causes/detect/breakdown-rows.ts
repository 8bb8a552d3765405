import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { keyOf, recompute, toCents } from '../../amounts/index.ts';
import { childrenOf, elementAt, enclosing, isCharge, isNamed, textAt } from '../../ubl-elements.ts';
import { type BookedRow, basesOf, isEqual, sumOf } from '../books.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { describeLines as describeNumbers } from '../describe-lines.ts';
import { money } from '../describe-value.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { computeGroups, copyCategory, describeKey, keyOfGroup } from './breakdown.ts';
import { textContentOf } from './describe-element.ts';
import { isTaxOfRow } from './split-rows.ts';
import { rulesOf } from './vat-rules.ts';
import { writeTrial } from './write-trial.ts';

/** A row of the breakdown with its stated base and the base computed from lines and allowances of its rate. */
type Row = {
  readonly element: XmlElement;
  readonly category: XmlElement;
  readonly key: string;
  readonly stated: Decimal;
  readonly computed: Decimal;
};

/** Maximum number of rows, and of lines and allowances, compared. */
const MAX_ROWS = 20;
const MAX_OWNERS = 500;
/** Maximum number of lines with the same amount that are offered as alternatives. */
const MAX_OFFERED = 3;

/**
 * Detects mistakes in a breakdown that has a row for every rate but does not add up (BT-116): a row stated twice, two
 * rows with exchanged rates, or a line or allowance counted at a rate other than its own.
 */
export function detectRows(found: Case): Mistake[] {
  if (found.root === null || found.openOf('BR-CO-14', ...rulesOf('01', '08')).length === 0) return [];
  const taxTotal = childrenOf(found.root, 'cac:TaxTotal').find((it) => elementAt(it, 'cac:TaxSubtotal') !== null);
  if (taxTotal === undefined) return [];
  const doubled = detectDoubled(found, taxTotal);
  if (doubled.length > 0) return doubled;
  const stray = detectStray(found);
  if (stray.length > 0) return stray;
  const rows = readRows(found.root, taxTotal);
  if (rows === null) return [];
  const wrong = rows.filter(({ stated, computed }) => stated.compare(computed) !== 0);
  const [one, other] = wrong;
  if (one === undefined || other === undefined || wrong.length !== 2) return [];
  return [...detectSwapped(found, one, other), ...detectMoved(found, one, other)].slice(0, 1);
}

/** Detects a repeated row (BG-23): its tax is counted twice, although no amount is wrong. */
function detectDoubled(found: Case, taxTotal: XmlElement): Mistake[] {
  const reported = new Set<string>();
  const again = childrenOf(taxTotal, 'cac:TaxSubtotal').filter((row) => {
    const text = textContentOf(row);
    const isKnown = reported.has(text);
    reported.add(text);
    return isKnown;
  });
  const [first] = again;
  if (first === undefined) return [];
  const key = keyOf(first, 'cac:TaxCategory');
  return [
    {
      id: 'vat-row-doubled',
      issues: found.claim(found.openOf('BR-CO-14', ...rulesOf('01'))),
      location: locationOf(first),
      confidence: 0.9,
      values: { rate: { sk: describeKey(key, ','), en: describeKey(key, '.') } },
      corrections: [() => toCorrection(again.map((row) => found.editor().remove(row)))],
    },
  ];
}

function readRows(root: XmlElement, taxTotal: XmlElement): Row[] | null {
  const groups = new Map((computeGroups(root) ?? []).map((group) => [keyOfGroup(group), group.taxable]));
  const elements = childrenOf(taxTotal, 'cac:TaxSubtotal');
  if (groups.size > elements.length || elements.length > MAX_ROWS) return null;
  const keys = new Set(elements.map((element) => keyOf(element, 'cac:TaxCategory')));
  if (keys.size < elements.length || [...groups.keys()].some((key) => !keys.has(key))) return null;
  const rows = elements.flatMap((element): Row[] => {
    const key = keyOf(element, 'cac:TaxCategory');
    const category = elementAt(element, 'cac:TaxCategory');
    const stated = parseDecimal(textAt(element, 'cbc:TaxableAmount') ?? '');
    // A rate may have no line, if its only line states another rate by mistake.
    const computed = groups.get(key) ?? ZERO;
    return category === null || stated === null ? [] : [{ element, category, key, stated, computed }];
  });
  return rows.length === elements.length ? rows : null;
}

const HUNDRED = parseDecimal('100')!;

/** Whether base and tax of a row belong to the rate of the other row. */
function isAtRateOf({ element, stated }: Row, other: Row): boolean {
  const rate = parseDecimal(textAt(other.category, 'cbc:Percent') ?? '');
  const tax = parseDecimal(textAt(element, 'cbc:TaxAmount') ?? '');
  if (rate === null || tax === null || stated.compare(other.computed) !== 0) return false;
  return toCents(stated.multiply(rate).divide(HUNDRED)).compare(tax) === 0;
}

function detectSwapped(found: Case, one: Row, other: Row): Mistake[] {
  if (!isAtRateOf(one, other) || !isAtRateOf(other, one)) return [];
  const both = [copyCategory(found, other.category, one.category), copyCategory(found, one.category, other.category)];
  if (both.includes(null)) return [];
  const rates = {
    sk: `${describeKey(one.key, ',')} a ${describeKey(other.key, ',')}`,
    en: `${describeKey(one.key, '.')} and ${describeKey(other.key, '.')}`,
  };
  return [
    {
      id: 'vat-rows-swapped',
      issues: claimRows(found, one, other),
      location: locationOf(one.category),
      confidence: 0.95,
      values: { rates },
      corrections: [() => renamed(toCorrection(both.flatMap((it) => it!.edits)), 'swap')],
    },
  ];
}

const renamed = (correction: Correction | null, id: string): Correction | null =>
  correction === null ? null : { ...correction, id };

/** Claims the issues about the rows. */
function claimRows(found: Case, ...rows: readonly Row[]): number[] {
  const own = new Set<XmlElement>(rows.flatMap(({ element, category }) => [element, category]));
  const rules = new Set([...rulesOf('05', '08', '09'), 'BR-CO-17', 'SK-R-050', 'SK-R-051']);
  return found.claim(
    found.open(({ rule_id }, index) => {
      const element = rules.has(rule_id) ? found.elementOf(index) : null;
      return element !== null && (own.has(element) || own.has(element.parent as XmlElement));
    }),
  );
}

const pathOf = (owner: XmlElement): string =>
  isNamed(owner, 'cac:AllowanceCharge') ? 'cac:TaxCategory' : 'cac:Item/cac:ClassifiedTaxCategory';

/** The amount that a line or document level allowance adds to the base of its rate. */
function addsOf(owner: XmlElement): Decimal | null {
  if (!isNamed(owner, 'cac:AllowanceCharge')) return parseDecimal(textAt(owner, 'cbc:LineExtensionAmount') ?? '');
  const amount = parseDecimal(textAt(owner, 'cbc:Amount') ?? '');
  return isCharge(owner) ? amount : (amount?.multiply(MINUS) ?? null);
}
const MINUS = parseDecimal('-1')!;

/** Detects a line or allowance whose amount one row has too much and the other too little. */
function detectMoved(found: Case, one: Row, other: Row): Mistake[] {
  const surplus = one.stated.subtract(one.computed);
  if (surplus.compare(other.computed.subtract(other.stated)) !== 0) return [];
  const owners = [...childrenOf(found.root!, 'line'), ...childrenOf(found.root!, 'cac:AllowanceCharge')];
  const moved = owners.slice(0, MAX_OWNERS).flatMap((owner) => {
    const key = keyOf(owner, pathOf(owner));
    const amount = addsOf(owner);
    if (amount === null) return [];
    // The item is counted in the row with the surplus, but states the rate of the other row.
    const target =
      key === other.key && amount.compare(surplus) === 0
        ? one
        : key === one.key && amount.multiply(MINUS).compare(surplus) === 0
          ? other
          : null;
    return target === null ? [] : [{ owner, key, target }];
  });
  const [first] = moved;
  if (first === undefined) return [];
  const network = found.network();
  const rows = network.equations.filter(
    ({ term, group }) => term === 'BT-116' && (group === one.element || group === other.element),
  );
  return [
    {
      id: 'vat-rate-of-one',
      issues: claimRows(found, one, other),
      location: locationOf(elementAt(first.owner, pathOf(first.owner)) ?? first.owner),
      confidence: moved.length === 1 ? 0.9 : 0.8,
      values: {
        ...describeOwner(first.owner),
        found: { sk: describeKey(first.key, ','), en: describeKey(first.key, '.') },
        expected: { sk: describeKey(first.target.key, ','), en: describeKey(first.target.key, '.') },
      },
      corrections: [
        ...moved.slice(0, MAX_OFFERED).map(
          ({ owner, target }) =>
            () =>
              copyCategory(found, target.category, elementAt(owner, pathOf(owner))),
        ),
        () => writeTrial(found, recompute(network, rows)),
      ],
    },
  ];
}

/** Maximum number of items of another category or rate than all others. */
const MAX_STRAY = 3;

/**
 * Detects items with a category or rate that no row has, while one row counts them with the items of its own: a single
 * item with a wrong setting. A discount of an untaxed supply may also be left out of its row.
 */
function detectStray(found: Case): Mistake[] {
  const books = found.books();
  const keys = new Set(books.rows.map(({ key }) => key));
  const owners = [...books.lines, ...books.allowances].filter(({ key }) => !keys.has(key));
  const [first] = owners;
  if (first === undefined || owners.length > MAX_STRAY || keys.size < books.rows.length) return [];
  const amounts = owners.map(({ element }) => addsOf(element));
  const sum = sumOf(amounts);
  const bases = basesOf(books);
  const used = books.rows.filter(({ key }) => bases.has(key));
  if (amounts.includes(null) || sum.isZero() || used.length < books.rows.length) return [];
  const off = (row: BookedRow): Decimal => row.taxable!.subtract(bases.get(row.key)!);
  if (used.some(({ taxable }) => taxable === null)) return [];
  const wrong = used.filter((row) => !off(row).isZero());
  const [counting] = wrong;
  const isCounted = counting !== undefined && wrong.length === 1 && isEqual(off(counting), sum);
  const isLeftOut =
    wrong.length === 0 &&
    used.length === 1 &&
    owners.every(({ element }) => isNamed(element, 'cac:AllowanceCharge')) &&
    (used[0]!.rate ?? ZERO).isZero() &&
    isEqual(books.exclusive, used[0]!.taxable!.add(sum));
  const row = isCounted ? counting : isLeftOut ? used[0] : undefined;
  // With the tax of both rates, the row contains two rates.
  if (row === undefined || !isTaxOfRow(row)) return [];
  // Another rate of the same category is a mistake of the rate.
  if (owners.every(({ key }) => key.split(' ')[0] === row.key.split(' ')[0])) return [];
  const category = elementAt(row.element, 'cac:TaxCategory');
  const base = elementAt(row.element, 'cbc:TaxableAmount');
  const correct = (): Correction | null => {
    const copies = owners.map(({ element }) => copyCategory(found, category, elementAt(element, pathOf(element))));
    const edits = copies.includes(null) || base === null ? [null] : copies.flatMap((it) => it!.edits);
    const sums = isLeftOut && base !== null ? [found.editor().replaceText(base, money(row.taxable!.add(sum)))] : [];
    return toCorrection([...edits, ...sums]);
  };
  const places = new Set(owners.map(({ element }) => element));
  const issues = found.claim(
    found.open(({ rule_id }, index) => {
      if (!/^BR-[A-Z]+-0[1-9]$|^SK-R-0(?:41|48|51)$/.test(rule_id)) return false;
      const element = found.elementOf(index);
      if (element === null || /-01$|^SK-R-048$/.test(rule_id)) return true;
      const owner = enclosing(element, 'line') ?? enclosing(element, 'cac:AllowanceCharge');
      return owner === null ? enclosing(element, 'cac:TaxSubtotal') === row.element : places.has(owner);
    }),
  );
  return [
    {
      id: owners.length === 1 ? 'vat-category-of-one' : 'vat-category-of-some',
      issues,
      location: locationOf(elementAt(first.element, pathOf(first.element)) ?? first.element),
      confidence: 0.9,
      values: {
        ...describeOwner(first.element),
        ...describeNumbers(owners.map(({ element }) => element)),
        found: describeIn(first.key),
        expected: describeIn(row.key),
      },
      corrections: [correct],
    },
  ];
}

/** A category with its rate, e.g. `S 23 %`, or the category alone. */
const describeIn = (key: string): Text => {
  const [category = '', rate] = key.split(' ');
  return rate === undefined
    ? { sk: category, en: category }
    : { sk: `${category} ${rate.replace('.', ',')} %`, en: `${category} ${rate} %` };
};

/** The number of the line, or what the item is when it has no number. */
function describeOwner(owner: XmlElement): { readonly line: string } | { readonly owner: Text } {
  if (!isNamed(owner, 'cac:AllowanceCharge')) {
    const line = textAt(owner, 'cbc:ID')?.trim() ?? '';
    return line === '' ? { owner: { sk: 'Riadok', en: 'Line' } } : { line };
  }
  return isCharge(owner)
    ? { owner: { sk: 'Prirážka na doklade', en: 'A charge of the document' } }
    : { owner: { sk: 'Zľava na doklade', en: 'An allowance of the document' } };
}

/** Inserts the missing rate of a row (BT-119), if exactly one rate of the lines has no row. */
export function stateRowRate(found: Case): Correction | null {
  const rows = childrenOf(found.root!, 'cac:TaxTotal').flatMap((total) => childrenOf(total, 'cac:TaxSubtotal'));
  const bare = rows.flatMap((row) => {
    const category = elementAt(row, 'cac:TaxCategory');
    return category !== null && childrenOf(category, 'cbc:Percent').length === 0 ? [category] : [];
  });
  const known = new Set(rows.map((row) => keyOf(row, 'cac:TaxCategory')));
  const [category] = bare;
  const lacking = (computeGroups(found.root!) ?? []).filter(
    (group) => group.category === textAt(bare[0] ?? found.root!, 'cbc:ID') && !known.has(keyOfGroup(group)),
  );
  const [group] = lacking;
  if (category === undefined || bare.length > 1 || lacking.length !== 1 || group?.percent == null) return null;
  return toCorrection([found.editor().insert(category, { name: 'cbc:Percent', content: group.percent })]);
}
