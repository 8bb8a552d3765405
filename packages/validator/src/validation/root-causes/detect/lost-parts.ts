import { type Decimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { recompute } from '../../amounts/index.ts';
import { childrenOf, elementAt, enclosing, textAt } from '../../ubl-elements.ts';
import { type BookedAllowance, type Books, differencesOf, dueOf, isEqual, isNear, signedOf, sumOf } from '../books.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { inSlovak, money } from '../describe-value.ts';
import type { Edit } from '../patch/edit.ts';
import type { Fragment } from '../patch/fragment.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { describeKey } from './breakdown.ts';
import { isOfRounding } from './rounded-lines.ts';
import { isTaxOfRow } from './split-rows.ts';
import { rulesOf } from './vat-rules.ts';
import { writeTrial } from './write-trial.ts';

/** Differences of the breakdown from lines, allowances and charges that the totals confirm. */
type Lost = {
  readonly books: Books;
  /** By VAT group: what the breakdown counts, but no line, allowance or charge states. */
  readonly parts: ReadonlyMap<string, Decimal>;
  /** The sum of the lines (BT-106) less the lines. */
  readonly ofLines: Decimal;
};

/**
 * Reads the parts that the totals count and the document lacks; null when breakdown and totals do not confirm each
 * other, the numbers of a line disagree, or the differences are cents of rounding.
 */
function readLost(found: Case): Lost | null {
  const books = found.books();
  const { rows, lines, net, exclusive } = books;
  if (net === null || exclusive === null || rows.length === 0 || lines.length === 0) return null;
  if (new Set(rows.map(({ key }) => key)).size < rows.length || !rows.every(isTaxOfRow)) return null;
  if (!isEqual(sumOf(rows.map(({ taxable }) => taxable)), exclusive)) return null;
  const agree = lines.every((line) => {
    const due = dueOf(line);
    return line.amount !== null && due !== null && isNear(due, line.amount, 2);
  });
  const parts = differencesOf(books);
  const keys = new Set(rows.map(({ key }) => key));
  if (!agree || parts.size === 0 || [...parts.keys()].some((key) => !keys.has(key))) return null;
  // Cents of rounded lines are rounding; nothing is missing.
  const isRounding = gapsIn(books).length === 0 && [...parts].every(([key, off]) => isOfRounding(books, key, off));
  return isRounding ? null : { books, parts, ofLines: net.subtract(sumOf(lines.map(({ amount }) => amount))) };
}

/** Detects document level allowances and charges that the export lost, or stated at one rate only (BG-20, BG-21). */
export function detectLostAllowances(found: Case): Mistake[] {
  const rules = ['BR-CO-11', 'BR-CO-12', 'BR-CO-13', 'SK-R-051', ...rulesOf('08')];
  if (found.root === null || found.openOf(...rules).length === 0) return [];
  const lost = readLost(found);
  if (lost === null || !lost.ofLines.isZero()) return [];
  return sumOf(lost.parts.values()).isZero() ? detectSpread(found, lost) : detectLost(found, lost);
}

function detectLost(found: Case, { books, parts }: Lost): Mistake[] {
  const { net, exclusive, allowances, lowered, raised } = books;
  const stated = sumOf(allowances.map(signedOf));
  if (!isEqual(exclusive!.subtract(net!).subtract(stated), sumOf(parts.values()))) return [];
  const added = [...parts].map(([key, amount]) => ({ key, amount: amount.abs(), isCharge: amount.units > 0 }));
  const total = (isCharge: boolean): { is: Decimal; after: Decimal } => {
    const is = sumOf(allowances.filter((it) => it.isCharge === isCharge).map(({ amount }) => amount));
    return { is, after: is.add(sumOf(added.filter((it) => it.isCharge === isCharge).map(({ amount }) => amount))) };
  };
  // The total is lost as well, or it still counts the lost part.
  const isKnown = (is: Decimal | null, isCharge: boolean): boolean =>
    isEqual(is ?? ZERO, total(isCharge).is) || isEqual(is ?? ZERO, total(isCharge).after);
  if (!isKnown(lowered, false) || !isKnown(raised, true)) return [];
  const issues = found.claim([
    ...found.openOf('BR-CO-11', 'BR-CO-12', 'BR-CO-13'),
    ...aboutRows(found, books, [...parts.keys()]),
  ]);
  if (issues.length === 0) return [];
  const insert = (): Correction | null => {
    const edits: (Edit | null | undefined)[] = [
      ...added.map((it) => found.editor().insert(books.root, allowanceOf(found, it))),
      ...[false, true].map((isCharge) => stateTotal(found, books, isCharge, total(isCharge).after)),
    ];
    const correction = toCorrection(edits.filter((edit) => edit !== undefined));
    return correction === null ? null : { ...correction, id: 'state', note: REASON };
  };
  const kinds = new Set(added.map(({ isCharge }) => isCharge));
  return [
    {
      id: kinds.size > 1 ? 'allowances-lost' : kinds.has(true) ? 'charge-lost' : 'allowance-lost',
      issues,
      location: locationOf(books.totals ?? books.root),
      confidence: 0.9,
      values: { parts: describeParts(added.map(({ key, amount }) => [key, amount])) },
      corrections: [insert],
    },
  ];
}

const REASON: Text = {
  sk: 'Doplňte skutočný dôvod zľavy alebo prirážky. Súčty, základy dane ani suma na úhradu sa nemenia.',
  en: 'State the real reason of the allowance or charge. Totals, taxable amounts and the amount due stay.',
};

/** Issues about the taxable amounts of rates. */
export function aboutRows(found: Case, { rows }: Books, keys: readonly string[]): number[] {
  const elements = new Set(rows.filter(({ key }) => keys.includes(key)).map(({ element }) => element));
  const rules = new Set([...rulesOf('08'), 'SK-R-051']);
  return found.open(({ rule_id }, index) => {
    if (!rules.has(rule_id)) return false;
    const element = found.elementOf(index);
    const row = element === null ? null : enclosing(element, 'cac:TaxSubtotal');
    return row !== null && elements.has(row);
  });
}

type Added = { readonly key: string; readonly amount: Decimal; readonly isCharge: boolean };

const currencyOf = (found: Case): { currencyID: string } => ({ currencyID: found.books().currency });

function allowanceOf(found: Case, { key, amount, isCharge }: Added, reason?: readonly Fragment[]): Fragment {
  const usual = [{ name: 'cbc:AllowanceChargeReason', content: isCharge ? 'Prirážka' : 'Zľava' }];
  return {
    name: 'cac:AllowanceCharge',
    content: [
      { name: 'cbc:ChargeIndicator', content: String(isCharge) },
      ...(reason ?? usual),
      { name: 'cbc:Amount', attributes: currencyOf(found), content: money(amount) },
      { name: 'cac:TaxCategory', content: categoryOf(found, key) },
    ],
  };
}

/** The category and rate of a VAT group, as its row states them. */
function categoryOf(found: Case, key: string): Fragment[] {
  const row = found.books().rows.find((it) => it.key === key);
  const percent = row === undefined ? null : textAt(row.element, 'cac:TaxCategory/cbc:Percent');
  return [
    { name: 'cbc:ID', content: key.split(' ')[0]! },
    ...(percent === null ? [] : [{ name: 'cbc:Percent', content: percent }]),
    { name: 'cac:TaxScheme', content: [{ name: 'cbc:ID', content: 'VAT' }] },
  ];
}

/** States the sum of allowances (BT-107) or charges (BT-108); undefined when it is right. */
function stateTotal(found: Case, books: Books, isCharge: boolean, right: Decimal): Edit | null | undefined {
  const stated = isCharge ? books.raised : books.lowered;
  if (books.totals === null || isEqual(stated ?? ZERO, right)) return undefined;
  const name = isCharge ? 'cbc:ChargeTotalAmount' : 'cbc:AllowanceTotalAmount';
  const element = elementAt(books.totals, name);
  return element === null
    ? found.editor().insert(books.totals, { name, attributes: currencyOf(found), content: money(right) })
    : found.editor().replaceText(element, money(right));
}

/** Lists amounts with their rates, e.g. `134,96 pri 23 % a 79,38 pri 19 %`. */
function describeParts(parts: readonly (readonly [key: string, amount: Decimal])[]): Text {
  const list = parts.map(([key, amount]) => ({
    sk: `${inSlovak(money(amount))} pri ${describeKey(key, ',')}`,
    en: `${money(amount)} at ${describeKey(key, '.')}`,
  }));
  return {
    sk: joined(
      list.map(({ sk }) => sk),
      'a',
    ),
    en: joined(
      list.map(({ en }) => en),
      'and',
    ),
  };
}

const joined = (words: readonly string[], and: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`;

/** Detects an allowance or charge stated at one rate that the breakdown spreads over several. */
function detectSpread(found: Case, { books, parts }: Lost): Mistake[] {
  const [only, second] = books.allowances;
  if (only?.amount == null || second !== undefined) return [];
  const { key: own, isCharge } = only;
  const others = [...parts].filter(([key]) => key !== own);
  const moved = sumOf(others.map(([, off]) => off.abs()));
  const isShare = others.every(([, off]) => off.units > 0 === isCharge);
  if (!parts.has(own) || !isShare || moved.compare(only.amount) >= 0) return [];
  const issues = found.claim(aboutRows(found, books, [...parts.keys()]));
  if (issues.length === 0) return [];
  const shares: [string, Decimal][] = [
    [own, only.amount.subtract(moved)],
    ...others.map(([key, off]): [string, Decimal] => [key, off.abs()]),
  ];
  return [
    {
      id: 'allowance-spread',
      issues,
      location: locationOf(only.element),
      confidence: 0.9,
      values: {
        kind: isCharge ? { sk: 'Prirážka', en: 'A charge' } : { sk: 'Zľava', en: 'An allowance' },
        amount: { sk: inSlovak(money(only.amount)), en: money(only.amount) },
        rate: { sk: describeKey(own, ','), en: describeKey(own, '.') },
        parts: describeParts(shares),
      },
      corrections: [() => split(found, only, shares)],
    },
  ];
}

function split(found: Case, only: BookedAllowance, shares: readonly (readonly [string, Decimal])[]): Correction | null {
  const amount = elementAt(only.element, 'cbc:Amount');
  const [[, own], ...others] = shares as [readonly [string, Decimal], ...(readonly [string, Decimal])[]];
  if (amount === null) return null;
  const reasons = ['cbc:AllowanceChargeReasonCode', 'cbc:AllowanceChargeReason'].flatMap((name): Fragment[] => {
    const content = textAt(only.element, name);
    return content === null ? [] : [{ name, content }];
  });
  // A percentage of the whole base is not one of a share.
  const derived = ['cbc:MultiplierFactorNumeric', 'cbc:BaseAmount'].flatMap((name) => childrenOf(only.element, name));
  const correction = toCorrection([
    found.editor().replaceText(amount, money(own)),
    ...derived.map((element) => found.editor().remove(element)),
    ...others.map(([key, share]) =>
      found.editor().insert(found.root!, allowanceOf(found, { key, amount: share, isCharge: only.isCharge }, reasons)),
    ),
  ]);
  return correction === null ? null : { ...correction, id: 'split' };
}

/** Detects lines that the export lost: totals and breakdown count them, each existing line is consistent. */
export function reportLostLines(found: Case, issues: () => readonly number[]): Mistake[] {
  const lost = readLost(found);
  if (lost === null || lost.ofLines.isZero()) return [];
  const { books, parts, ofLines } = lost;
  const expected = books.net!.subtract(books.lowered ?? ZERO).add(books.raised ?? ZERO);
  if (!isEqual(expected, books.exclusive) || !isEqual(sumOf(parts.values()), ofLines)) return [];
  // An existing line that the totals do not count is another mistake.
  if (books.lines.some(({ amount }) => isEqual(amount, ofLines.negate()))) return [];
  const claimed = issues();
  if (claimed.length === 0) return [];
  const gaps = gapsIn(books);
  const difference = money(ofLines.abs());
  const equations = found.network().equations.filter(({ term }) => /^BT-(?:106|116)$/.test(term));
  return [
    {
      id: parts.size === 1 ? 'line-lost' : 'lines-lost',
      issues: claimed,
      location: locationOf(books.totals ?? books.root),
      confidence: 0.85,
      values: {
        difference: { sk: inSlovak(difference), en: difference },
        parts: describeParts([...parts]),
        ...(gaps.length > 0 && {
          gaps: {
            sk: joined(gaps.slice(0, MAX_GAPS), 'a'),
            en: joined(gaps.slice(0, MAX_GAPS), 'and'),
          },
        }),
      },
      corrections: [
        () => insertLines(found, books, parts, gaps),
        () => writeTrial(found, recompute(found.network(), equations)),
      ],
    },
  ];
}

/** Maximum number of missing line numbers named. */
const MAX_GAPS = 10;

/** The highest number; 0 without any. NaN when one is not a number. */
const highest = (numbers: readonly number[]): number => numbers.reduce((one, other) => Math.max(one, other), 0);

/** The numbers that a series of line numbers leaves out; empty when they are no series. */
export function gapsIn({ lines }: Books): string[] {
  const numbers = lines.map(({ id }) => (/^[1-9]\d{0,5}$/.test(id) ? Number(id) : Number.NaN));
  const last = highest(numbers);
  if (numbers.some((it) => Number.isNaN(it)) || last > 2 * lines.length + MAX_GAPS) return [];
  const known = new Set(numbers);
  return Array.from({ length: last }, (_, at) => at + 1)
    .filter((number) => !known.has(number))
    .map(String);
}

const PLACEHOLDER: Text = {
  sk: 'Názov v hranatých zátvorkách, množstvo a cenu položky treba pred odoslaním doplniť podľa dodacieho listu. Suma podľa sadzieb, súčty ani suma na úhradu sa nemenia.',
  en: 'The name in brackets, the quantity and the price of the item must be completed from the delivery note before sending. The amounts by rate, the totals and the amount due stay.',
};

function insertLines(
  found: Case,
  { root, lines }: Books,
  parts: ReadonlyMap<string, Decimal>,
  gaps: readonly string[],
): Correction | null {
  const isCreditNote = root.local === 'CreditNote';
  const last = highest(lines.map(({ id }) => Number(id)).filter(Number.isSafeInteger));
  const numbers = gaps.length === parts.size ? gaps : [...parts].map((_, at) => String(last + at + 1));
  const edits = [...parts].map(([key, amount], at) =>
    found.editor().insert(root, {
      name: isCreditNote ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
      content: [
        { name: 'cbc:ID', content: numbers[at]! },
        {
          name: isCreditNote ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity',
          attributes: { unitCode: 'C62' },
          content: amount.units < 0 ? '-1' : '1',
        },
        { name: 'cbc:LineExtensionAmount', attributes: currencyOf(found), content: money(amount) },
        {
          name: 'cac:Item',
          content: [
            { name: 'cbc:Name', content: '[doplňte názov]' },
            { name: 'cac:ClassifiedTaxCategory', content: categoryOf(found, key) },
          ],
        },
        {
          name: 'cac:Price',
          content: [{ name: 'cbc:PriceAmount', attributes: currencyOf(found), content: money(amount.abs()) }],
        },
      ],
    }),
  );
  const correction = toCorrection(edits);
  return correction === null ? null : { ...correction, id: 'state', note: PLACEHOLDER };
}
