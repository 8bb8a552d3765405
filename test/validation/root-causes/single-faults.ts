/** Kinds of common mistakes, applied to a valid invoice by seed; null when the mistake does not fit the invoice. */
import { attribute, find, type Mutation, mutate, type Part, remove } from '../../support/invoice-builder.ts';
import { BUYER, GROUP, LINE_TAX, move, rename, SELLER, TOTALS } from './invoices.ts';
import { between, pick } from './random-invoice.ts';

export type Random = () => number;

export type Fault = {
  readonly kind: string;
  /** The accepted causes; one of them must be among the first two. */
  readonly causes: readonly string[];
  /** The rest of the invoice determines the original value, so the corrections must include it. */
  readonly isDeterministic: boolean;
  readonly put: (xml: string, random: Random) => string | null;
};

/** Returns false when the document has no suitable element. */
type Damage = (document: Part, random: Random) => unknown;

const fault = (kind: string, causes: string, isDeterministic: boolean, damage: Damage): Fault => ({
  kind,
  causes: causes.split(' '),
  isDeterministic,
  put(xml, random) {
    let isPut = true;
    const mutation: Mutation = (document) => {
      isPut = damage(document, random) !== false;
    };
    const damaged = mutate(xml, mutation);
    return isPut && damaged !== mutate(xml) ? damaged : null;
  },
});

const linesOf = (document: Part): Part[] => document.children.filter(({ name }) => name === 'cac:InvoiceLine');
const groupsOf = (document: Part): Part[] =>
  find(document, 'cac:TaxTotal').children.filter(({ name }) => name === 'cac:TaxSubtotal');
const at = (part: Part, path: string): Part | null => {
  try {
    return find(part, path);
  } catch {
    return null;
  }
};
const cents = (text: string): number => Math.round(Number(text) * 100);
const money = (value: number): string => (value / 100).toFixed(2);

/** Another amount: off by a little, by much, or in one digit. */
function otherAmount(text: string, random: Random): string {
  const value = cents(text);
  const off = pick(random, [between(random, 6, 500), between(random, 600, 90_000)]);
  return money(random() < 0.5 || value <= off ? value + off : value - off);
}

/** Swaps two adjacent digits; returns the same text when all adjacent digits are equal. */
function turned(text: string): string {
  for (let index = 0; index + 1 < text.length; index += 1) {
    const [a, b] = [text[index]!, text[index + 1]!];
    if (/\d/.test(a) && /\d/.test(b) && a !== b && b !== '0')
      return text.slice(0, index) + b + a + text.slice(index + 2);
  }
  return text;
}

const changed =
  (path: string, change: (text: string, random: Random) => string): Damage =>
  (document, random) => {
    const part = at(document, path);
    if (part !== null) part.text = change(part.text, random);
    return part !== null;
  };

const inLine =
  (path: string, change: (text: string, random: Random, line: Part) => string): Damage =>
  (document, random) => {
    const line = pick(random, linesOf(document));
    const part = find(line, path);
    part.text = change(part.text, random, line);
  };

const inGroup =
  (path: string, change: (text: string, random: Random) => string): Damage =>
  (document, random) => {
    const part = find(pick(random, groupsOf(document)), path);
    part.text = change(part.text, random);
  };

const without =
  (path: string): Damage =>
  (document) =>
    at(document, path) === null ? false : void remove(path)(document);

const swapped =
  (one: string, other: string): Damage =>
  (document) => {
    const [first, second] = [at(document, one), at(document, other)];
    if (first === null || second === null || first.text === second.text) return false;
    [first.text, second.text] = [second.text, first.text];
    return true;
  };

const rateOf = (line: Part): number => Number(find(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent').text);
const gross = (text: string, line: Part): string => money(Math.round(cents(text) * (1 + rateOf(line) / 100)));
const attributeFault =
  (path: string, name: string, value: string | null): Damage =>
  (document) =>
    attribute(path, name, value)(document);

const DUE = 'amount-due-wrong paid-amount-missing rounding-wrong prepaid-not-subtracted amounts-swapped';
const LINE = 'line-amount-wrong price-wrong quantity-wrong amount-with-vat';

export const faults: readonly Fault[] = [
  fault('line amount', LINE, true, inLine('cbc:LineExtensionAmount', otherAmount)),
  fault('digits of a line amount turned', LINE, true, inLine('cbc:LineExtensionAmount', turned)),
  fault(
    'point of a line amount',
    LINE,
    true,
    inLine('cbc:LineExtensionAmount', (text) => money(cents(text) * 10)),
  ),
  fault(
    'line amount with VAT',
    'amount-with-vat',
    true,
    inLine('cbc:LineExtensionAmount', (text, _, line) => gross(text, line)),
  ),
  fault('all line amounts with VAT', 'amount-with-vat', true, (document) => {
    for (const line of linesOf(document)) {
      const part = find(line, 'cbc:LineExtensionAmount');
      part.text = gross(part.text, line);
    }
  }),
  fault('price', LINE, true, inLine('cac:Price/cbc:PriceAmount', otherAmount)),
  fault(
    'quantity',
    LINE,
    true,
    inLine('cbc:InvoicedQuantity', (text, random) => String(Number(text) + between(random, 1, 9))),
  ),
  fault('sum of lines', 'total-wrong', true, changed(`${TOTALS}/cbc:LineExtensionAmount`, otherAmount)),
  fault('total without VAT', 'total-wrong', true, changed(`${TOTALS}/cbc:TaxExclusiveAmount`, otherAmount)),
  fault('total with VAT', 'total-wrong', true, changed(`${TOTALS}/cbc:TaxInclusiveAmount`, otherAmount)),
  fault('digits of a total turned', 'total-wrong', true, changed(`${TOTALS}/cbc:TaxInclusiveAmount`, turned)),
  fault('amount due', DUE, true, changed(`${TOTALS}/cbc:PayableAmount`, otherAmount)),
  fault(
    'sign of the amount due',
    DUE,
    true,
    changed(`${TOTALS}/cbc:PayableAmount`, (text) => `-${text}`),
  ),
  fault('VAT total', 'vat-amount-wrong', true, changed('cac:TaxTotal/cbc:TaxAmount', otherAmount)),
  fault('tax of a rate', 'vat-amount-wrong', true, inGroup('cbc:TaxAmount', otherAmount)),
  fault(
    'one cent of tax',
    'vat-amount-wrong',
    true,
    inGroup('cbc:TaxAmount', (text) => money(cents(text) + 1)),
  ),
  fault('base of a rate', 'taxable-amount-wrong', true, inGroup('cbc:TaxableAmount', otherAmount)),
  fault(
    'totals swapped',
    'amounts-swapped',
    true,
    swapped(`${TOTALS}/cbc:TaxExclusiveAmount`, `${TOTALS}/cbc:TaxInclusiveAmount`),
  ),
  fault(
    'total and amount due swapped',
    'amounts-swapped',
    true,
    swapped(`${TOTALS}/cbc:TaxInclusiveAmount`, `${TOTALS}/cbc:PayableAmount`),
  ),
  fault('base and tax swapped', 'amounts-swapped', true, (document, random) => {
    const group = pick(random, groupsOf(document));
    return swapped('cbc:TaxableAmount', 'cbc:TaxAmount')(group, random);
  }),
  fault('row of the breakdown missing', 'vat-row-missing', true, (document, random) => {
    const groups = groupsOf(document);
    if (groups.length < 2) return false;
    remove(`${GROUP}[${between(random, 1, groups.length)}]`)(document);
    return true;
  }),
  fault('breakdown missing', 'vat-breakdown-missing', true, without('cac:TaxTotal')),
  fault('paid amount missing', 'paid-amount-missing', true, without(`${TOTALS}/cbc:PrepaidAmount`)),
  fault('rounding missing', 'rounding-wrong', true, without(`${TOTALS}/cbc:PayableRoundingAmount`)),
  fault('sum of allowances missing', 'total-wrong', true, without(`${TOTALS}/cbc:AllowanceTotalAmount`)),
  fault('sum of charges missing', 'total-wrong', true, without(`${TOTALS}/cbc:ChargeTotalAmount`)),
  fault('sum of lines missing', 'value-missing total-missing', true, without(`${TOTALS}/cbc:LineExtensionAmount`)),
  fault('amount due missing', 'value-missing total-missing', true, without(`${TOTALS}/cbc:PayableAmount`)),
  fault(
    'percentage as a fraction',
    'percentage-as-fraction',
    true,
    changed('cac:AllowanceCharge/cbc:MultiplierFactorNumeric', (text) => String(Number(text) / 100)),
  ),
  fault(
    'rate of the breakdown as a fraction',
    'vat-rate-mismatch percentage-as-fraction',
    true,
    inGroup('cac:TaxCategory/cbc:Percent', (text) => String(Number(text) / 100)),
  ),
  fault(
    'rate of a row',
    'vat-rate-mismatch',
    true,
    inGroup('cac:TaxCategory/cbc:Percent', (text) => (text === '23' ? '20' : '10')),
  ),
  fault(
    'rate of a line',
    'vat-rate-mismatch',
    true,
    inLine('cac:Item/cac:ClassifiedTaxCategory/cbc:Percent', (text) => (text === '23' ? '20' : '10')),
  ),
  fault(
    'allowance as a charge',
    'allowance-direction',
    true,
    changed('cac:AllowanceCharge/cbc:ChargeIndicator', (text) => (text === 'true' ? 'false' : 'true')),
  ),
  fault(
    'decimal comma',
    'decimal-separator',
    true,
    changed(`${TOTALS}/cbc:PayableAmount`, (text) => text.replace('.', ',')),
  ),
  fault(
    'decimal comma on a line',
    'decimal-separator',
    true,
    inLine('cbc:LineExtensionAmount', (text) => text.replace('.', ',')),
  ),
  fault(
    'thousands apart',
    'number-grouped',
    true,
    changed(`${TOTALS}/cbc:TaxInclusiveAmount`, (text) =>
      text.length < 7 ? text : `${text.slice(0, -6)} ${text.slice(-6)}`,
    ),
  ),
  fault(
    'currency in a number',
    'number-with-currency',
    true,
    changed(`${TOTALS}/cbc:PayableAmount`, (text) => `${text} EUR`),
  ),
  fault(
    'Slovak date',
    'date-format',
    true,
    changed('cbc:IssueDate', (text) => text.split('-').reverse().map(Number).join('.')),
  ),
  fault(
    'date with time',
    'date-format',
    true,
    changed('cbc:DueDate', (text) => `${text}T00:00:00`),
  ),
  fault(
    'currency missing',
    'currency-missing',
    true,
    attributeFault(`${TOTALS}/cbc:TaxExclusiveAmount`, 'currencyID', null),
  ),
  fault(
    'one amount in another currency',
    'currency-of-amounts',
    true,
    attributeFault(`${TOTALS}/cbc:PayableAmount`, 'currencyID', 'CZK'),
  ),
  fault(
    'currency in small letters',
    'currency-of-document currency-unknown',
    true,
    changed('cbc:DocumentCurrencyCode', () => 'eur'),
  ),
  fault(
    'currency by its sign',
    'currency-of-document',
    true,
    changed('cbc:DocumentCurrencyCode', () => '€'),
  ),
  fault(
    'country in small letters',
    'code-unknown',
    true,
    changed(`${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, () => 'sk'),
  ),
  fault(
    'unit by its word',
    'unit-unknown',
    true,
    attributeFault('cac:InvoiceLine/cbc:InvoicedQuantity', 'unitCode', 'ks'),
  ),
  fault(
    'unit in small letters',
    'unit-unknown',
    true,
    attributeFault('cac:InvoiceLine/cbc:InvoicedQuantity', 'unitCode', 'h87'),
  ),
  fault(
    'category in small letters',
    'code-unknown vat-category-mismatch vat-breakdown-mismatch',
    true,
    changed(`${LINE_TAX}/cbc:ID`, () => 's'),
  ),
  fault(
    'blanks around a code',
    'value-with-blanks',
    true,
    changed('cbc:DocumentCurrencyCode', () => ' EUR '),
  ),
  fault(
    'payment means by its word',
    'code-unknown',
    true,
    changed('cac:PaymentMeans/cbc:PaymentMeansCode', () => 'prevod'),
  ),
  fault('order of elements', 'element-order', true, move('cbc:IssueDate', 6)),
  fault('misspelt element', 'element-misnamed', true, rename('cbc:IssueDate', 'cbc:Issuedate')),
  fault('unknown attribute', 'attribute-unknown', true, attributeFault('cbc:DueDate', 'format', 'ISO')),
  fault(
    'process',
    'profile-wrong',
    true,
    changed('cbc:ProfileID', () => 'billing'),
  ),
  fault('process missing', 'profile-missing', true, without('cbc:ProfileID')),
  fault(
    'tax scheme by its Slovak name',
    'tax-scheme-wrong',
    true,
    changed(`${LINE_TAX}/cac:TaxScheme/cbc:ID`, () => 'DPH'),
  ),
  fault(
    'account of the buyer mistyped',
    'iban-wrong',
    false,
    changed('cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID', () => 'SK3112000000198742637514'),
  ),
  fault(
    'tax number mistyped',
    'dic-wrong party-numbers-disagree',
    false,
    changed(`${BUYER}/cbc:EndpointID`, () => '2020273894'),
  ),
  fault(
    'IČO mistyped',
    'ico-wrong',
    false,
    changed(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`, () => '31333533'),
  ),
  fault('electronic address missing', 'electronic-address-missing', false, without(`${BUYER}/cbc:EndpointID`)),
  fault('no number', 'value-missing', false, without('cbc:ID')),
  fault('item without a name', 'value-missing', false, without('cac:InvoiceLine/cac:Item/cbc:Name')),
  fault(
    'unknown category',
    'vat-category-unknown vat-category-mismatch',
    false,
    changed(`${LINE_TAX}/cbc:ID`, () => 'AA'),
  ),
];
