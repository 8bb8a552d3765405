import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import {
  type RoundingChange,
  type RoundingOffer,
  type RoundingRequest,
  solveRounding,
} from '../../../rounding/index.ts';
import { toCents } from '../../amounts/index.ts';
import { childrenOf, elementAt, isCharge, textAt } from '../../ubl-elements.ts';
import type { Books } from '../books.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { isRoundedPrice } from '../check-books.ts';
import { inSlovak, money } from '../describe-value.ts';
import type { Edit } from '../patch/edit.ts';
import type { Fragment } from '../patch/fragment.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { gapsIn } from './lost-parts.ts';
import { isOfPricesWithVat, isRoundedLine } from './rounded-lines.ts';

/** Rules between lines and totals, and between the numbers of a line. */
const OF_SUMS = ['BR-CO-10', 'BR-CO-13', 'BR-CO-15', 'BR-S-08', 'SK-R-051'] as const;
const OF_LINES = ['PEPPOL-EN16931-R120', 'SK-R-052'] as const;

/**
 * Detects lines that differ from the taxable amounts by cents of rounding, while the totals agree with each other; and
 * unit prices with fewer decimals than their amounts need. Nothing is missing: totals are not recomputed first.
 */
export function detectRounding(found: Case): Mistake[] {
  const { root } = found;
  if (root === null || found.openOf(...OF_SUMS, ...OF_LINES).length === 0) return [];
  if (found.issues.some(({ rule_id, level }) => level === 'fatal' && /^BR-CO-(?:14|16|17)$/.test(rule_id))) return [];
  const request = readRequest(root);
  const offers = request === null ? null : findOffers(request);
  const [first] = offers ?? [];
  if (request === null || offers === null || first === undefined) return [];
  const cents = first.changes.filter(({ term }) => term === 'BT-131').length;
  const isOfSums = found.openOf('BR-CO-10', 'BR-CO-13', 'BR-CO-15', 'BR-S-08').length > 0;
  const isOfPrices = cents === 0 && found.openOf('PEPPOL-EN16931-R120').length > 0;
  if (first.kind !== 'lines' || !(cents > 0 ? isOfSums : isOfPrices)) return [];
  if (cents > 0 && !isOfRoundedLines(found.books(), first)) return [];
  const issues = found.claim(found.openOf(...(cents > 0 ? OF_SUMS : []), ...OF_LINES));
  const totals = elementAt(root, 'cac:LegalMonetaryTotal');
  const difference = money(differenceOf(first));
  return [
    {
      id: cents > 0 ? 'cents-of-rounding' : 'price-decimals-lost',
      issues,
      ...(cents > 0 && totals !== null && { location: locationOf(totals) }),
      confidence: 0.95,
      values: { difference: { sk: inSlovak(difference), en: difference } },
      isOrdered: true,
      corrections: offers.map((offer) => () => writeOffer(found, offer)),
    },
  ];
}

/**
 * Whether the cents go to rounded lines only, and change no exact price to another one. Exact lines that gain cents are
 * a lost part of the invoice.
 */
function isOfRoundedLines(books: Books, { changes }: RoundingOffer): boolean {
  if (gapsIn(books).length > 0) return false;
  const contracts = new Set(changes.filter(isContractChange).map(({ line }) => line));
  return changes
    .filter(({ term }) => term === 'BT-131')
    .every(({ line: at }) => {
      const line = books.lines[at!]!;
      if (isRoundedPrice(line)) return true;
      return !contracts.has(at) && (isRoundedLine(line) || isOfPricesWithVat(books, line.key));
    });
}

/** The offers that keep the totals; those without BT-109 where only BT-109 contradicts the breakdown. */
function findOffers(request: RoundingRequest): readonly RoundingOffer[] | null {
  try {
    const { offers, contradiction } = solveRounding(request);
    if (contradiction === null) return offers;
    if (contradiction.numbers.every(({ term }) => term !== 'BT-109')) return null;
    const { taxable: _, ...totals } = request.totals!;
    const again = solveRounding({ ...request, totals });
    return again.contradiction === null ? again.offers : null;
  } catch (error) {
    // Numbers that the solver does not accept: other detectors name them.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Cents that the first offer distributes. */
function differenceOf({ changes }: RoundingOffer): Decimal {
  const read = (text: string | null): Decimal => parseDecimal(text ?? '') ?? ZERO;
  return changes
    .filter(({ term }) => term === 'BT-131')
    .reduce((sum, { from, to }) => sum.add(read(to).subtract(read(from)).abs()), ZERO);
}

const TAX = 'cac:Item/cac:ClassifiedTaxCategory';

/** The numbers of an invoice; null if one is absent or no number. */
function readRequest(root: XmlElement): RoundingRequest | null {
  let isComplete = true;
  const optional = (parent: XmlElement, path: string): string | undefined => {
    const text = textAt(parent, path);
    if (text !== null && parseDecimal(text) === null) isComplete = false;
    return text ?? undefined;
  };
  const required = (parent: XmlElement, path: string): string => {
    const text = optional(parent, path);
    if (text === undefined) isComplete = false;
    return text ?? '0';
  };
  const vatAt = (parent: XmlElement, path: string) => ({
    category: textAt(parent, `${path}/cbc:ID`) ?? '',
    rate: optional(parent, `${path}/cbc:Percent`) ?? null,
  });
  const totals = elementAt(root, 'cac:LegalMonetaryTotal');
  const taxTotals = childrenOf(root, 'cac:TaxTotal').filter((total) => elementAt(total, 'cac:TaxSubtotal') !== null);
  const [taxTotal] = taxTotals;
  if (totals === null || taxTotal === undefined || taxTotals.length > 1) return null;
  const prepaid = optional(totals, 'cbc:PrepaidAmount');
  const rounding = optional(totals, 'cbc:PayableRoundingAmount');
  const request: RoundingRequest = {
    lines: childrenOf(root, 'line').map((line) => {
      const reductions = childrenOf(line, 'cac:AllowanceCharge').map((group) => {
        const amount = parseDecimal(required(group, 'cbc:Amount')) ?? ZERO;
        return isCharge(group) ? amount.negate() : amount;
      });
      const baseQuantity = optional(line, 'cac:Price/cbc:BaseQuantity');
      return {
        ...vatAt(line, TAX),
        quantity: required(line, 'quantity'),
        price: required(line, 'cac:Price/cbc:PriceAmount'),
        ...(baseQuantity !== undefined && { baseQuantity }),
        discount: reductions.reduce((sum, amount) => sum.add(amount), ZERO).toString(),
        amount: required(line, 'cbc:LineExtensionAmount'),
      };
    }),
    allowances: childrenOf(root, 'cac:AllowanceCharge').map((group) => ({
      ...vatAt(group, 'cac:TaxCategory'),
      amount: required(group, 'cbc:Amount'),
      isCharge: isCharge(group),
    })),
    totals: {
      rates: childrenOf(taxTotal, 'cac:TaxSubtotal').map((row) => ({
        ...vatAt(row, 'cac:TaxCategory'),
        taxable: required(row, 'cbc:TaxableAmount'),
        vat: required(row, 'cbc:TaxAmount'),
      })),
      taxable: required(totals, 'cbc:TaxExclusiveAmount'),
      vat: required(taxTotal, 'cbc:TaxAmount'),
      gross: required(totals, 'cbc:TaxInclusiveAmount'),
      due: required(totals, 'cbc:PayableAmount'),
    },
    ...(prepaid !== undefined && { prepaid }),
    // An absent rounding is zero: otherwise a wrong amount due could pass as rounded.
    rounding: rounding ?? '0',
  };
  return isComplete ? request : null;
}

const CONTRACT: Text = {
  sk: 'Cena aspoň jedného riadka sa zmení o viac ako jej zaokrúhlenie. Porovnajte ju so zmluvou alebo objednávkou.',
  en: 'The price of at least one line changes by more than its rounding. Compare it with the contract or the order.',
};

/** Writes the numbers of an offer where they differ from those of the file. */
function writeOffer(found: Case, offer: RoundingOffer): Correction | null {
  const root = found.root!;
  const editor = found.editor();
  const { invoice, changes } = offer;
  const edits: (Edit | null)[] = [];
  const currencyID = textAt(root, 'cbc:DocumentCurrencyCode') ?? '';
  const put = (parent: XmlElement, name: string, value: string): void => {
    const element = elementAt(parent, name);
    const right = parseDecimal(value)!;
    if (element === null && right.isZero()) return;
    if (element === null) edits.push(editor.insert(parent, { name, attributes: { currencyID }, content: value }));
    else if (parseDecimal(textAt(parent, name) ?? '')?.compare(right) !== 0)
      edits.push(editor.replaceText(element, value));
  };
  const lines = childrenOf(root, 'line');
  const touched = new Set(changes.map(({ line }) => line).filter((line) => line !== undefined));
  for (const index of touched) {
    const line = lines[index]!;
    const { amount, price } = invoice.lines[index]!;
    put(line, 'cbc:LineExtensionAmount', amount);
    put(elementAt(line, 'cac:Price')!, 'cbc:PriceAmount', price);
  }
  for (const { adjustment, category, rate } of invoice.rates) {
    const cents = toCents(parseDecimal(adjustment)!);
    if (!cents.isZero()) edits.push(editor.insert(root, adjustmentOf(cents, category, rate, currencyID)));
  }
  const taxTotal = childrenOf(root, 'cac:TaxTotal').find((total) => elementAt(total, 'cac:TaxSubtotal') !== null)!;
  for (const [index, row] of childrenOf(taxTotal, 'cac:TaxSubtotal').entries()) {
    const { taxable, vat } = invoice.rates[index]!;
    put(row, 'cbc:TaxableAmount', taxable);
    put(row, 'cbc:TaxAmount', vat);
  }
  put(taxTotal, 'cbc:TaxAmount', invoice.vat);
  const totals = elementAt(root, 'cac:LegalMonetaryTotal')!;
  put(totals, 'cbc:LineExtensionAmount', invoice.lineTotal);
  put(totals, 'cbc:TaxExclusiveAmount', invoice.taxable);
  put(totals, 'cbc:TaxInclusiveAmount', invoice.gross);
  put(totals, 'cbc:AllowanceTotalAmount', invoice.allowances);
  put(totals, 'cbc:ChargeTotalAmount', invoice.charges);
  put(totals, 'cbc:PayableRoundingAmount', invoice.rounding);
  put(totals, 'cbc:PayableAmount', invoice.due);
  const correction = toCorrection(edits);
  const isContract = offer.kind === 'lines' && changes.some(isContractChange);
  return correction === null ? null : { ...correction, isRounding: true, ...(isContract && { note: CONTRACT }) };
}

const isContractChange = ({ isContractPrice }: RoundingChange): boolean => isContractPrice === true;

/** An allowance or charge for rounding (BG-20, BG-21). */
function adjustmentOf(cents: Decimal, category: string, rate: string | null, currencyID: string): Fragment {
  const charge = cents.units > 0;
  return {
    name: 'cac:AllowanceCharge',
    content: [
      { name: 'cbc:ChargeIndicator', content: String(charge) },
      { name: 'cbc:AllowanceChargeReasonCode', content: charge ? 'ZZZ' : '104' },
      { name: 'cbc:AllowanceChargeReason', content: 'Zaokrúhlenie' },
      { name: 'cbc:Amount', attributes: { currencyID }, content: money(cents.abs()) },
      {
        name: 'cac:TaxCategory',
        content: [
          { name: 'cbc:ID', content: category },
          ...(rate === null ? [] : [{ name: 'cbc:Percent', content: rate }]),
          { name: 'cac:TaxScheme', content: [{ name: 'cbc:ID', content: 'VAT' }] },
        ],
      },
    ],
  };
}
