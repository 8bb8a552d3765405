import type { Decimal } from '@e-invoice/schematron/decimal';
import { type Books, type Rate, readBooks } from './books.ts';
import { formatCents, vatOf } from './cents.ts';
import { smallestContradiction } from './contradiction.ts';
import { type Fact, factsOf } from './intervals.ts';
import { canTake, fitPrice, isOtherPrice, type Line } from './lines.ts';
import type { RoundingRequest } from './request.ts';
import type {
  ContradictingNumber,
  RoundedInvoice,
  RoundedLine,
  RoundingChange,
  RoundingOffer,
  RoundingResult,
  Unchanged,
} from './result.ts';
import { type Settled, settle } from './settle.ts';

/** Largest BT-114 that is offered in addition to the stated one, in cents. */
const MAX_ADDED_ROUNDING = 5;

/**
 * Finds an invoice with the totals of the books that breaks no rule of EN 16931 and Peppol BIS, although line amounts
 * are rounded to cents (software that computes VAT from prices with VAT). Cents are distributed over the lines by
 * largest remainder, at most one on each; unit prices get as many decimals as needed. Where that is impossible, or
 * not wanted, the other offers keep less. The time is linear in the number of lines, apart from sorting them.
 *
 * A part that is missing, such as a line or an allowance, is not distributed: the lines of a rate may differ from its
 * taxable amount by one cent per line. Larger differences are a contradiction.
 *
 * @throws RangeError for text that is not a decimal number, amounts with more than two decimals or of ten billion and
 *   more, negative prices and rates, and two totals of one rate
 */
export function solveRounding(request: RoundingRequest): RoundingResult {
  const books: Reconciled = { ...readBooks(request), own: [] };
  const unexplained = books.lines.find((line) => !line.isExplained || line.net === null);
  if (unexplained !== undefined) return { offers: [], contradiction: { numbers: numbersOf(unexplained) } };
  const facts = factsOf(books);
  const settled = settle(books, facts);
  if (settled !== null) return { offers: offersOf(books, settled), contradiction: null };
  const conflict = smallestContradiction(books.rates, facts);
  return {
    offers: conflict.some(({ name }) => name === 'lines') ? [] : offersAgainst(books, facts),
    contradiction: { numbers: conflict.map((fact) => toNumber(books, fact)) },
  };
}

/** The offers for books without a contradiction, in their fixed order. */
function offersOf(books: Reconciled, settled: Settled): RoundingOffer[] {
  const { rates } = books;
  const whole = (adjust: readonly number[], amounts: readonly number[], kind: RoundingOffer['kind']): RoundingOffer =>
    toOffer(
      books,
      settled,
      kind,
      amounts,
      settled.rates.map((rate, index) => ({ ...rate, adjustment: adjust[index]! })),
      settled.rounding,
    );
  const none = rates.map(() => 0);
  const own = books.lines.map(({ amount }) => amount);
  const missing = settled.rates.map(({ taxable }, index) => taxable - rates[index]!.sum);
  if (missing.every((cents) => cents === 0)) return [whole(none, own, 'lines')];
  const offers: RoundingOffer[] = [];
  const distributed = distributeAll(books, missing);
  if (distributed !== null) offers.push(whole(none, distributed, 'lines'));
  // BT-114 carries what the taxable amounts lack.
  const added = missing.reduce((sum, cents) => sum + cents, 0);
  const ofLines = settled.rates.map(({ vat }, index) => ({ taxable: rates[index]!.sum, vat, adjustment: 0 }));
  const isTaxRight = ofLines.every(({ taxable, vat }, index) => isTaxOf(taxable, vat, rates[index]!.rate));
  if (added !== 0 && Math.abs(added) <= MAX_ADDED_ROUNDING && isTaxRight)
    offers.push(toOffer(books, settled, 'rounding', own, ofLines, settled.rounding + added));
  offers.push(whole(missing, own, 'adjustment'));
  const recomputed = rates.map(({ sum, rate }) => ({ taxable: sum, vat: vatOf(sum, rate), adjustment: 0 }));
  offers.push(toOffer(books, settled, 'recompute', own, recomputed, settled.rounding));
  return offers;
}

/** BR-CO-17 */
const isTaxOf = (taxable: number, vat: number, rate: Decimal): boolean => Math.abs(vatOf(taxable, rate) - vat) < 100;

/** Offers for totals that contradict each other, while the numbers of the rates agree with the lines. */
function offersAgainst(books: Reconciled, facts: readonly Fact[]): RoundingOffer[] {
  const unchanged = facts.filter(({ rate, name }) => rate !== null || name === 'prepaid' || name === 'rounding');
  const settled =
    settle(books, unchanged) ??
    settle(
      books,
      unchanged.filter(({ name }) => name !== 'gross'),
    ) ??
    settle(
      books,
      unchanged.filter(({ name }) => name !== 'gross' && name !== 'vat'),
    );
  if (settled === null) return [];
  const [first] = offersOf(books, settled);
  if (first === undefined || first.kind !== 'lines') return [];
  const amounts = first.invoice.lines.map(({ amount }) => Math.round(Number(amount) * 100));
  const rates = settled.rates.map((rate) => ({ ...rate, adjustment: 0 }));
  const stated: Settled = { ...settled, due: books.due ?? settled.due };
  const added = stated.due - settled.due;
  const offers: RoundingOffer[] = [];
  if (added !== 0 && Math.abs(added) <= MAX_ADDED_ROUNDING)
    offers.push(toOffer(books, stated, 'rounding', amounts, rates, settled.rounding + added));
  offers.push(toOffer(books, stated, 'recompute', amounts, rates, settled.rounding));
  return offers;
}

/** Distributes the missing cents of every rate; null if a rate has fewer suitable lines than missing cents. */
function distributeAll(books: Books, missing: readonly number[]): readonly number[] | null {
  const amounts = books.lines.map(({ amount }) => amount);
  for (const [index, { lines }] of books.rates.entries()) {
    const cents = missing[index]!;
    if (cents === 0) continue;
    const cent = cents > 0 ? 1 : -1;
    const suitable = lines
      .filter((line) => canTake(line, cent))
      .sort(
        (a, b) => (b.remainder - a.remainder) * cent || Math.abs(b.amount) - Math.abs(a.amount) || a.index - b.index,
      )
      .slice(0, Math.abs(cents));
    if (suitable.length < Math.abs(cents)) return null;
    for (const line of suitable) amounts[line.index] = line.amount + cent;
  }
  return amounts;
}

type OfferedRate = { readonly taxable: number; readonly vat: number; readonly adjustment: number };

/** @param amounts the line amounts to write, in cents */
function toOffer(
  books: Reconciled,
  settled: Settled,
  kind: RoundingOffer['kind'],
  amounts: readonly number[],
  rates: readonly OfferedRate[],
  rounding: number,
): RoundingOffer {
  const changes: RoundingChange[] = [];
  const { own } = books;
  const lines = books.lines.map((line) => {
    const amount = amounts[line.index]!;
    const isOwn = amount === line.amount;
    const written = (isOwn ? own[line.index] : undefined) ?? writeLine(line, amount);
    if (isOwn) own[line.index] = written;
    for (const change of written.changes) changes.push(change);
    return written.line;
  });
  const isSame = { taxable: true, vat: true, gross: true };
  for (const [index, { taxable, vat, adjustment }] of rates.entries()) {
    const { category, label } = books.rates[index]!;
    const was = settled.rates[index]!;
    const put = (term: string, from: number | null, to: number): void => {
      changes.push({
        term,
        category,
        rate: label,
        from: from === null ? null : formatCents(from),
        to: formatCents(to),
      });
    };
    if (taxable !== was.taxable) put('BT-116', was.taxable, taxable);
    if (vat !== was.vat) put('BT-117', was.vat, vat);
    if (adjustment !== 0) put(adjustment > 0 ? 'BT-99' : 'BT-92', null, Math.abs(adjustment));
    isSame.taxable &&= taxable === was.taxable;
    isSame.vat &&= vat === was.vat;
    isSame.gross &&= taxable + vat === was.taxable + was.vat;
  }
  const invoice = toInvoice(books, settled.prepaid, { lines, amounts, rates, rounding });
  const due = grossOf(rates) - settled.prepaid + rounding;
  for (const [term, name] of TOTALS) {
    const from = books[name];
    if (from !== null && formatCents(from) !== invoice[name]) {
      changes.push({ term, from: formatCents(from), to: invoice[name] });
      if (name !== 'due' && name !== 'rounding') isSame[name] = false;
    }
  }
  if (books.rounding === null && rounding !== 0) changes.push({ term: 'BT-114', from: null, to: invoice.rounding });
  const unchanged: Readonly<Record<Unchanged, boolean>> = {
    due: due === settled.due,
    ...isSame,
    lines: changes.every(({ term }) => term !== 'BT-131'),
    prices: changes.every(({ term }) => term !== 'BT-146'),
  };
  return {
    kind,
    keeps: (['due', 'vat', 'taxable', 'gross', 'lines', 'prices'] as const).filter((name) => unchanged[name]),
    changes,
    difference: formatCents(due - settled.due),
    invoice,
  };
}

/** The books, and the lines with their own amounts, which all offers share. */
type Reconciled = Books & { readonly own: WrittenLine[] };

type WrittenLine = { readonly line: RoundedLine; readonly changes: readonly RoundingChange[] };

function writeLine(line: Line, amount: number): WrittenLine {
  const price = amount === line.amount ? line.net! : fitPrice(line, amount)!;
  const changes: RoundingChange[] = [];
  if (amount !== line.amount) {
    changes.push({ term: 'BT-131', line: line.index, from: formatCents(line.amount), to: formatCents(amount) });
  }
  const isOther = price !== line.price && isOtherPrice(line, price);
  if (isOther || (line.mode === 'net' && price.compare(line.price) !== 0)) {
    const [from, to] = [line.price.toString(), price.toString()];
    changes.push({ term: 'BT-146', line: line.index, from, to, ...(isOther && { isContractPrice: true }) });
  }
  const discount = formatCents(line.discount);
  return { line: { amount: formatCents(amount), price: price.toString(), discount }, changes };
}

const TOTALS = [
  ['BT-109', 'taxable'],
  ['BT-110', 'vat'],
  ['BT-112', 'gross'],
  ['BT-114', 'rounding'],
  ['BT-115', 'due'],
] as const;

const grossOf = (rates: readonly OfferedRate[]): number =>
  rates.reduce((sum, { taxable, vat }) => sum + taxable + vat, 0);

function toInvoice(
  books: Books,
  prepaid: number,
  offered: {
    readonly lines: RoundedInvoice['lines'];
    readonly amounts: readonly number[];
    readonly rates: readonly OfferedRate[];
    readonly rounding: number;
  },
): RoundedInvoice {
  const { lines, amounts, rates, rounding } = offered;
  let [charges, allowances, taxable, vat] = [books.charges, books.allowances, 0, 0];
  for (const rate of rates) {
    taxable += rate.taxable;
    vat += rate.vat;
    if (rate.adjustment > 0) charges += rate.adjustment;
    else allowances -= rate.adjustment;
  }
  return {
    lines,
    rates: rates.map((rate, index) => ({
      category: books.rates[index]!.category,
      rate: books.rates[index]!.label,
      taxable: formatCents(rate.taxable),
      vat: formatCents(rate.vat),
      adjustment: formatCents(rate.adjustment),
    })),
    lineTotal: formatCents(amounts.reduce((sum, amount) => sum + amount, 0)),
    allowances: formatCents(allowances),
    charges: formatCents(charges),
    taxable: formatCents(taxable),
    vat: formatCents(vat),
    gross: formatCents(taxable + vat),
    prepaid: formatCents(prepaid),
    rounding: formatCents(rounding),
    due: formatCents(taxable + vat - prepaid + rounding),
  };
}

/** Quantity, price and amount of a line of which no two explain the third. */
const numbersOf = ({ index, quantity, price, amount, gross }: Line): ContradictingNumber[] => [
  { term: 'BT-129', line: index, value: quantity.toString() },
  { term: 'BT-146', line: index, value: price.toString() },
  { term: 'BT-131', line: index, value: formatCents(gross ?? amount) },
];

const OF_RATE = new Map<Fact['name'], ContradictingNumber['term']>([
  ['lines', 'lines'],
  ['taxable', 'BT-116'],
  ['vat', 'BT-117'],
  ['gross', 'gross'],
]);
const OF_DOCUMENT = new Map<Fact['name'], ContradictingNumber['term']>([
  ['taxable', 'BT-109'],
  ['vat', 'BT-110'],
  ['gross', 'BT-112'],
  ['prepaid', 'BT-113'],
  ['rounding', 'BT-114'],
  ['due', 'BT-115'],
]);

function toNumber({ rates }: Books, { rate, name, cents }: Fact): ContradictingNumber {
  const value = formatCents(cents);
  if (rate === null) return { term: OF_DOCUMENT.get(name)!, value };
  const { category, label }: Rate = rates[rate]!;
  return { term: OF_RATE.get(name)!, category, rate: label, value };
}
