import { Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import type { XmlElement } from '@e-invoice/schematron/xml';
import { keyOf, toCents } from '../amounts/index.ts';
import { attributeOf, childrenOf, elementAt, isCharge, textAt } from '../ubl-elements.ts';

/** An allowance or charge (BG-20, BG-21, BG-27, BG-28). */
export type BookedAllowance = {
  readonly element: XmlElement;
  readonly isCharge: boolean;
  /** The VAT group; of a document level allowance or charge only. */
  readonly key: string;
  readonly amount: Decimal | null;
  readonly base: Decimal | null;
  readonly percent: Decimal | null;
  /** The quantity of its line; null on document level. */
  readonly quantity: Decimal | null;
};

/** A line (BG-25). */
export type BookedLine = {
  readonly element: XmlElement;
  readonly id: string;
  readonly key: string;
  /** The VAT rate in per cent; null when absent. */
  readonly rate: Decimal | null;
  readonly amount: Decimal | null;
  readonly quantity: Decimal | null;
  readonly price: Decimal | null;
  /** The price base quantity (BT-149); null when absent. */
  readonly per: Decimal | null;
  readonly allowances: readonly BookedAllowance[];
  /** The sum of charges less allowances of the line. */
  readonly extras: Decimal;
};

/** A row of the VAT breakdown (BG-23). */
export type BookedRow = {
  readonly element: XmlElement;
  readonly key: string;
  readonly rate: Decimal | null;
  readonly taxable: Decimal | null;
  readonly tax: Decimal | null;
};

/** The numbers of an invoice that accounting holds. Null: absent or not a number. */
export type Books = {
  readonly root: XmlElement;
  /** The invoice currency (BT-5); empty when absent. */
  readonly currency: string;
  readonly lines: readonly BookedLine[];
  readonly allowances: readonly BookedAllowance[];
  /** The VAT total with the rows (BG-22); null when absent. */
  readonly taxTotal: XmlElement | null;
  readonly rows: readonly BookedRow[];
  readonly totals: XmlElement | null;
  /** BT-106, BT-107, BT-108, BT-109, BT-110, BT-112, BT-113, BT-114 and BT-115. */
  readonly net: Decimal | null;
  readonly lowered: Decimal | null;
  readonly raised: Decimal | null;
  readonly exclusive: Decimal | null;
  readonly vat: Decimal | null;
  readonly inclusive: Decimal | null;
  readonly paid: Decimal | null;
  readonly rounding: Decimal | null;
  readonly due: Decimal | null;
};

export const CENT = new Decimal(1, 2);
export const ONE = new Decimal(1, 0);
export const HUNDRED = new Decimal(100, 0);

/** Reads the numbers of an invoice or credit note in UBL; the cost is linear in its size. */
export function readBooks(root: XmlElement): Books {
  const taxTotals = childrenOf(root, 'cac:TaxTotal');
  const withRows = taxTotals.filter((it) => elementAt(it, 'cac:TaxSubtotal') !== null);
  const taxTotal = withRows[0] ?? taxTotals[0] ?? null;
  const currency = textAt(root, 'cbc:DocumentCurrencyCode') ?? '';
  // An export may write a total for each rate; one in another currency is not part of the books.
  const own = withRows.filter((it) => it === taxTotal || currencyAt(it) === currency);
  const totals = elementAt(root, 'cac:LegalMonetaryTotal');
  const total = (name: string): Decimal | null => (totals === null ? null : numberAt(totals, `cbc:${name}`));
  return {
    root,
    currency,
    lines: childrenOf(root, 'line').map(readLine),
    allowances: allowancesOf(root),
    taxTotal,
    rows: own.flatMap((it) => childrenOf(it, 'cac:TaxSubtotal')).map(readRow),
    totals,
    net: total('LineExtensionAmount'),
    lowered: total('AllowanceTotalAmount'),
    raised: total('ChargeTotalAmount'),
    exclusive: total('TaxExclusiveAmount'),
    vat: own.length > 1 ? sumOf(own.map(vatAt)) : taxTotal === null ? null : vatAt(taxTotal),
    inclusive: total('TaxInclusiveAmount'),
    paid: total('PrepaidAmount'),
    rounding: total('PayableRoundingAmount'),
    due: total('PayableAmount'),
  };
}

const vatAt = (total: XmlElement): Decimal | null => numberAt(total, 'cbc:TaxAmount');

function currencyAt(total: XmlElement): string {
  const amount = elementAt(total, 'cbc:TaxAmount');
  return (amount === null ? null : attributeOf(amount, 'currencyID')) ?? '';
}

const numberAt = (parent: XmlElement, path: string): Decimal | null => parseDecimal(textAt(parent, path) ?? '');

const allowancesOf = (parent: XmlElement, quantity: Decimal | null = null): BookedAllowance[] =>
  childrenOf(parent, 'cac:AllowanceCharge').map((element) => ({
    element,
    isCharge: isCharge(element),
    key: keyOf(element, 'cac:TaxCategory'),
    amount: numberAt(element, 'cbc:Amount'),
    base: numberAt(element, 'cbc:BaseAmount'),
    percent: numberAt(element, 'cbc:MultiplierFactorNumeric'),
    quantity,
  }));

const TAX = 'cac:Item/cac:ClassifiedTaxCategory';

function readLine(element: XmlElement): BookedLine {
  const quantity = numberAt(element, 'quantity');
  const allowances = allowancesOf(element, quantity);
  return {
    element,
    id: textAt(element, 'cbc:ID') ?? '',
    key: keyOf(element, TAX),
    rate: numberAt(element, `${TAX}/cbc:Percent`),
    amount: numberAt(element, 'cbc:LineExtensionAmount'),
    quantity,
    price: numberAt(element, 'cac:Price/cbc:PriceAmount'),
    per: numberAt(element, 'cac:Price/cbc:BaseQuantity'),
    allowances,
    extras: allowances.reduce((sum, it) => sum.add(signedOf(it)), ZERO),
  };
}

const readRow = (element: XmlElement): BookedRow => ({
  element,
  key: keyOf(element, 'cac:TaxCategory'),
  rate: numberAt(element, 'cac:TaxCategory/cbc:Percent'),
  taxable: numberAt(element, 'cbc:TaxableAmount'),
  tax: numberAt(element, 'cbc:TaxAmount'),
});

/** What an allowance or charge adds to its sum: a charge is positive, an allowance negative. */
export const signedOf = (allowance: Pick<BookedAllowance, 'amount' | 'isCharge'>): Decimal =>
  allowance.amount === null ? ZERO : allowance.isCharge ? allowance.amount : allowance.amount.negate();

export const sumOf = (values: Iterable<Decimal | null>): Decimal => {
  let sum = ZERO;
  for (const value of values) if (value !== null) sum = sum.add(value);
  return sum;
};

/** Quantity × price ÷ base quantity, not rounded; null when a number is missing. */
export function grossOf({ quantity, price, per }: BookedLine): Decimal | null {
  if (quantity === null || price === null || per?.isZero() === true) return null;
  const product = quantity.multiply(price);
  return per === null ? product : product.divide(per);
}

/** The amount of a line that its own numbers give, to the cent. */
export function dueOf(line: BookedLine): Decimal | null {
  const gross = grossOf(line);
  return gross === null ? null : toCents(gross.add(line.extras));
}

/** The taxable amount of every VAT group, from lines and document level allowances and charges. */
export function basesOf({ lines, allowances }: Pick<Books, 'lines' | 'allowances'>): Map<string, Decimal> {
  const bases = new Map<string, Decimal>();
  const put = (key: string, amount: Decimal): void => void bases.set(key, (bases.get(key) ?? ZERO).add(amount));
  for (const { key, amount } of lines) put(key, amount ?? ZERO);
  for (const allowance of allowances) put(allowance.key, signedOf(allowance));
  return bases;
}

/** The sum of a number of the rows for every VAT group. */
export function byKey(rows: readonly BookedRow[], of: 'taxable' | 'tax'): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const row of rows) sums.set(row.key, (sums.get(row.key) ?? ZERO).add(row[of] ?? ZERO));
  return sums;
}

/**
 * The stated taxable amount of each VAT group less the computed one; groups without a difference are left out. A
 * group of lines without a row counts as a row of zero.
 */
export function differencesOf(books: Books): Map<string, Decimal> {
  const computed = basesOf(books);
  const stated = byKey(books.rows, 'taxable');
  const found = new Map<string, Decimal>();
  for (const key of new Set([...stated.keys(), ...computed.keys()])) {
    const off = (stated.get(key) ?? ZERO).subtract(computed.get(key) ?? ZERO);
    if (!off.isZero()) found.set(key, off);
  }
  return found;
}

export const isEqual = (one: Decimal | null, other: Decimal | null): boolean =>
  one === null || other === null ? one === other : one.compare(other) === 0;

/** Whether two numbers differ by up to a number of cents. */
export const isNear = (one: Decimal, other: Decimal, cents = 0): boolean =>
  one.subtract(other).abs().compare(new Decimal(cents, 2)) <= 0;

export const decimalsOf = (value: Decimal): number => value.stripped().toString().split('.')[1]?.length ?? 0;

/** The elements of a list by their key, in the order of their first occurrence. */
export function groupBy<T>(list: readonly T[], keyOfOne: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const known = groups.get(keyOfOne(one));
    if (known === undefined) groups.set(keyOfOne(one), [one]);
    else known.push(one);
  }
  return groups;
}

/** Whether a ratio only moves the decimal point. */
export const isPointMoved = (ratio: Decimal): boolean => /^-?(?:10*|0\.0*1)$/.test(ratio.stripped().toString());
