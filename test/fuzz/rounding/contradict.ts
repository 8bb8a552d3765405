import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import type { ContradictingNumber, RoundingRequest } from '@e-invoice/validator/rounding';
import type { Random } from '../random.ts';

/** A ledger of one or two rates and few lines with one or two wrong totals, small enough for `hasInvoice`. */
export function makeContradictoryLedger(random: Random, ledger: RoundingRequest): RoundingRequest {
  const { rates = [], ...document } = ledger.totals ?? {};
  const shift = (text: string): string => {
    const off = random.pick([-1, 1]) * (random.chance(0.4) ? 1 + random.below(3) : 20 + random.below(3_000));
    return ((Math.round(Number(text) * 100) + off) / 100).toFixed(2);
  };
  const places = [
    ...rates.flatMap((row, index) =>
      (['taxable', 'vat', 'gross'] as const).filter((name) => row[name] !== undefined).map((name) => ({ index, name })),
    ),
    ...Object.keys(document).map((name) => ({ index: null, name: name as keyof typeof document })),
  ];
  const chosen = Array.from({ length: 1 + random.below(2) }, () => random.pick(places));
  const changed = { rates: rates.map((row) => ({ ...row })), document: { ...document } };
  for (const place of chosen) {
    if (place.index === null) changed.document[place.name] = shift(document[place.name]!);
    else changed.rates[place.index]![place.name] = shift(rates[place.index]![place.name]!);
  }
  return { ...ledger, totals: { rates: changed.rates, ...changed.document } };
}

/** Largest difference of a derived BT-114; one and two cents become five. */
const MAX_ROUNDING = 2;

/**
 * Whether any taxable amounts and taxes satisfy a set of numbers of a ledger, by trying all of them: taxable amounts
 * near those of the set and its lines, and for each the taxes that BR-CO-17 accepts.
 */
export function hasInvoice(ledger: RoundingRequest, numbers: readonly ContradictingNumber[]): boolean {
  const cents = (text: string): number => Math.round(Number(text) * 100);
  const keyOf = (vat: { category?: string; rate?: string | null }): string => `${vat.category} ${vat.rate}`;
  const keys = [...new Set([...(ledger.totals?.rates ?? []), ...ledger.lines].map(keyOf))];
  const counts = new Map(keys.map((key) => [key, ledger.lines.filter((line) => keyOf(line) === key).length]));
  const value = (term: string, key?: string): number | null => {
    const found = numbers.find((it) => it.term === term && (key === undefined || keyOf(it) === key));
    return found === undefined ? null : cents(found.value);
  };
  const [taxable, vat, gross, due] = [value('BT-109'), value('BT-110'), value('BT-112'), value('BT-115')];
  const [prepaid, rounding] = [value('BT-113') ?? 0, value('BT-114')];
  const isRight = (net: number, tax: number): boolean => {
    if (taxable !== null && taxable !== net) return false;
    if (vat !== null && vat !== tax) return false;
    if (gross !== null && gross !== net + tax) return false;
    if (due === null) return true;
    const left = due - (net + tax - prepaid);
    if (rounding !== null) return left === rounding;
    return Math.abs(left) <= MAX_ROUNDING || (due === 5 && (left === 3 || left === 4));
  };
  /** All pairs of taxable amount and tax of one rate. `other` are the pairs already chosen. */
  function* pairs(key: string, net: number, tax: number, isLast: boolean): Generator<readonly [number, number]> {
    const rate = Number(key.split(' ')[1]);
    const [base, own, whole, lines] = [
      value('BT-116', key),
      value('BT-117', key),
      value('gross', key),
      value('lines', key),
    ];
    const taxOf = (amount: number): number => Math.sign(amount) * Math.round((Math.abs(amount) * rate) / 100);
    const margin = counts.get(key)!;
    // The last rate follows from the totals of the document, where these are stated.
    const netLeft = isLast && taxable !== null ? taxable - net : null;
    /** Nearest first. */
    const around = (center: number, width: number): number[] =>
      Array.from(
        { length: 2 * width + 1 },
        (_, index) => Math.round(center) + (index % 2 ? -1 : 1) * Math.ceil(index / 2),
      );
    const share = rate / 100;
    const bases =
      base !== null
        ? [base]
        : netLeft !== null
          ? [netLeft]
          : lines !== null
            ? around(lines, margin)
            : own !== null && rate !== 0
              ? around(own / share, Math.ceil(101 / share))
              : whole !== null
                ? around(whole / (1 + share), 102)
                : isLast && vat !== null && rate !== 0
                  ? around((vat - tax) / share, Math.ceil(101 / share))
                  : around(((gross ?? due ?? 0) - net - tax) / (1 + share), 2_000);
    for (const amount of bases) {
      if (lines !== null && Math.abs(amount - lines) > margin) continue;
      const middle = taxOf(amount);
      const taxLeft = isLast && vat !== null ? vat - tax : isLast && gross !== null ? gross - net - tax - amount : null;
      const taxes =
        own !== null
          ? [own]
          : whole !== null
            ? [whole - amount]
            : taxLeft !== null
              ? [taxLeft]
              : rate === 0
                ? [0]
                : around(middle, 99);
      for (const it of taxes) {
        const isTax = rate === 0 ? it === 0 : Math.abs(it - middle) <= 99;
        if (isTax && (whole === null || whole === amount + it)) yield [amount, it];
      }
    }
  }
  const tryFrom = (index: number, net: number, tax: number): boolean => {
    if (index === keys.length) return isRight(net, tax);
    for (const [base, own] of pairs(keys[index]!, net, tax, index === keys.length - 1))
      if (tryFrom(index + 1, net + base, tax + own)) return true;
    return false;
  };
  return tryFrom(0, 0, 0);
}

const read = (text: string): Decimal => parseDecimal(text)!;
const HUNDRED = read('100');
const round = (value: Decimal): Decimal => (value.units < 0 ? value.negate().round(2).negate() : value.round(2));

/** Sum of the lines of each rate without VAT, with charges and less allowances. */
function sumsOf({ lines, allowances = [], priceMode }: RoundingRequest): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  const add = ({ category, rate }: { category?: string; rate?: string | null }, amount: Decimal): void => {
    const key = `${category} ${rate}`;
    sums.set(key, (sums.get(key) ?? ZERO).add(amount));
  };
  for (const line of lines) {
    const full = round(
      read(line.quantity)
        .multiply(read(line.price))
        .divide(read(line.baseQuantity ?? '1')),
    );
    const own = full.subtract(read(line.discount ?? '0'));
    const net = own.multiply(HUNDRED).divide(HUNDRED.add(read(line.rate!)));
    add(line, priceMode === 'gross' ? round(net) : own);
  }
  for (const { amount, isCharge, ...vat } of allowances)
    add(vat, isCharge === true ? read(amount) : read(amount).negate());
  return sums;
}

/** All numbers that a ledger states, and the sums of its lines. */
export function numbersOf(ledger: RoundingRequest): ContradictingNumber[] {
  const { rates = [], ...document } = ledger.totals ?? {};
  const sums = sumsOf(ledger);
  const numbers: ContradictingNumber[] = [];
  const put = (term: ContradictingNumber['term'], value: string | undefined, vat = {}): void => {
    if (value !== undefined) numbers.push({ term, ...vat, value });
  };
  for (const { category = 'S', rate = null, taxable, vat, gross } of rates) {
    put('BT-116', taxable, { category, rate });
    put('BT-117', vat, { category, rate });
    put('gross', gross, { category, rate });
  }
  for (const [key, sum] of sums) {
    const [category, rate] = key.split(' ');
    put('lines', sum.toNumber().toFixed(2), { category, rate });
  }
  put('BT-109', document.taxable);
  put('BT-110', document.vat);
  put('BT-112', document.gross);
  put('BT-113', ledger.prepaid);
  put('BT-114', ledger.rounding);
  put('BT-115', document.due);
  return numbers;
}

/** All sets of a size. */
export function* setsOf<T>(items: readonly T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) yield [];
  else
    for (let index = from; index <= items.length - size; index += 1)
      for (const rest of setsOf(items, size - 1, index + 1)) yield [items[index]!, ...rest];
}
