/**
 * Invoices of any size, rates and kind for mistakes of programs, computed in cents, and an independent check of what a
 * correction does to them.
 */
import { find, mutate, type Part } from '../../support/invoice-builder.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { creditNote, single } from './invoices.ts';

export type Item = {
  /** Per cent; 0 with another category than S. */
  readonly rate: number;
  readonly category?: string;
  /** In pieces, and the price of one (or of `per`) in cents, with up to four decimals. */
  readonly quantity: number;
  readonly price: number;
  readonly per?: number;
  /** Line discount in per cent. */
  readonly discount?: number;
};

export type Ledger = {
  readonly items: readonly Item[];
  /** Document level allowances (negative) and charges (positive), in cents. */
  readonly extras?: readonly { readonly rate: number; readonly category?: string; readonly cents: number }[];
  readonly isCreditNote?: boolean;
  readonly currency?: string;
};

export const money = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

const REASONS: Readonly<Record<string, string>> = { AE: 'VATEX-EU-AE', E: 'VATEX-EU-132', G: 'VATEX-EU-G' };

const grossOf = ({ quantity, price, per = 1 }: Item): number => Math.round((quantity * price) / per);
const discountOf = (item: Item): number => Math.round((grossOf(item) * (item.discount ?? 0)) / 100);
export const netOf = (item: Item): number => grossOf(item) - discountOf(item);

/** A valid Peppol invoice or credit note with the numbers of a ledger. */
export function writeLedger({ items, extras = [], isCreditNote = false, currency = 'EUR' }: Ledger): string {
  const amount = (name: string, cents: number): string =>
    `<cbc:${name} currencyID="${currency}">${money(cents)}</cbc:${name}>`;
  const category = (name: string, rate: number, id: string, reason = ''): string =>
    `<cac:${name}><cbc:ID>${id}</cbc:ID><cbc:Percent>${rate}</cbc:Percent>${reason}<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${name}>`;
  const all = [...items, ...extras].map(({ rate, category: id = 'S' }) => `${id} ${rate}`);
  const groups = [...new Set(all)].map((key) => {
    const [id = 'S', rate = '0'] = key.split(' ');
    const isOwn = (it: { rate: number; category?: string }): boolean => `${it.category ?? 'S'} ${it.rate}` === key;
    const taxable =
      items.filter(isOwn).reduce((sum, item) => sum + netOf(item), 0) +
      extras.filter(isOwn).reduce((sum, { cents }) => sum + cents, 0);
    return { id, rate: Number(rate), taxable, tax: Math.round((taxable * Number(rate)) / 100) };
  });
  const net = items.reduce((sum, item) => sum + netOf(item), 0);
  const off = (isCharge: boolean): number =>
    extras.filter(({ cents }) => cents > 0 === isCharge).reduce((sum, { cents }) => sum + Math.abs(cents), 0);
  const exclusive = net - off(false) + off(true);
  const vat = groups.reduce((sum, { tax }) => sum + tax, 0);
  const totals = [
    amount('LineExtensionAmount', net),
    amount('TaxExclusiveAmount', exclusive),
    amount('TaxInclusiveAmount', exclusive + vat),
    off(false) === 0 ? '' : amount('AllowanceTotalAmount', off(false)),
    off(true) === 0 ? '' : amount('ChargeTotalAmount', off(true)),
    amount('PayableAmount', exclusive + vat),
  ];
  const [line, counted] = isCreditNote ? ['CreditNoteLine', 'CreditedQuantity'] : ['InvoiceLine', 'InvoicedQuantity'];
  const written = items.map((item, index) => {
    const discount =
      item.discount === undefined
        ? ''
        : `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Zľava</cbc:AllowanceChargeReason><cbc:MultiplierFactorNumeric>${item.discount}</cbc:MultiplierFactorNumeric>${amount('Amount', discountOf(item))}${amount('BaseAmount', grossOf(item))}</cac:AllowanceCharge>`;
    const per = item.per === undefined ? '' : `<cbc:BaseQuantity unitCode="H87">${item.per}</cbc:BaseQuantity>`;
    const price = (Math.round(item.price * 100) / 10_000).toString();
    const decimals = price.split('.')[1]?.length ?? 0;
    const shown = decimals < 2 ? Number(price).toFixed(2) : price;
    return `<cac:${line}><cbc:ID>${index + 1}</cbc:ID><cbc:${counted} unitCode="H87">${item.quantity}</cbc:${counted}>${amount('LineExtensionAmount', netOf(item))}${discount}<cac:Item><cbc:Name>Tovar ${index + 1}</cbc:Name>${category('ClassifiedTaxCategory', item.rate, item.category ?? 'S')}</cac:Item><cac:Price><cbc:PriceAmount currencyID="${currency}">${shown}</cbc:PriceAmount>${per}</cac:Price></cac:${line}>`;
  });
  const allowances = extras.map(
    ({ rate, category: id = 'S', cents }) =>
      `<cac:AllowanceCharge><cbc:ChargeIndicator>${cents > 0}</cbc:ChargeIndicator><cbc:AllowanceChargeReason>${cents > 0 ? 'Doprava' : 'Zľava'}</cbc:AllowanceChargeReason>${amount('Amount', Math.abs(cents))}${category('TaxCategory', rate, id)}</cac:AllowanceCharge>`,
  );
  const rows = groups.map(({ id, rate, taxable, tax }) => {
    const reason =
      REASONS[id] === undefined ? '' : `<cbc:TaxExemptionReasonCode>${REASONS[id]}</cbc:TaxExemptionReasonCode>`;
    return `<cac:TaxSubtotal>${amount('TaxableAmount', taxable)}${amount('TaxAmount', tax)}${category('TaxCategory', rate, id, reason)}</cac:TaxSubtotal>`;
  });
  const template = (
    isCreditNote ? creditNote(...single.slice(0, 2), ...withoutTotals) : peppolInvoice(...single)
  ).replaceAll('currencyID="EUR"', `currencyID="${currency}"`);
  const start = template.indexOf('<cac:TaxTotal>');
  const head = template
    .slice(0, start)
    .replace(/<cbc:DocumentCurrencyCode>\w+</, `<cbc:DocumentCurrencyCode>${currency}<`);
  return `${head}${allowances.join('')}<cac:TaxTotal>${amount('TaxAmount', vat)}${rows.join('')}</cac:TaxTotal><cac:LegalMonetaryTotal>${totals.join('')}</cac:LegalMonetaryTotal>${written.join('')}</${isCreditNote ? 'CreditNote' : 'Invoice'}>`;
}

/** Removes the tax representative, which a Slovak seller does not have. */
const withoutTotals = [
  (document: Part): void => {
    const at = document.children.findIndex(({ name }) => name === 'cac:TaxRepresentativeParty');
    if (at !== -1) document.children.splice(at, 1);
  },
];

const numbersIn = (xml: string, pattern: RegExp): number[] => [...xml.matchAll(pattern)].map(([, it]) => Number(it));

/** The facts of an invoice that a correction must never falsify, read from the text alone. */
export function factsOf(xml: string) {
  const rows = [...xml.matchAll(/<cac:TaxSubtotal>[\s\S]*?<\/cac:TaxSubtotal>/g)].map(([row]) => ({
    key: /<cac:TaxCategory>[\s\S]*?<cbc:ID>(\w+)</.exec(row)?.[1] + (/<cbc:Percent>([\d.]+)/.exec(row)?.[1] ?? ''),
    taxable: Number(/<cbc:TaxableAmount[^>]*>([^<]*)/.exec(row)?.[1]),
  }));
  const totals = /<cac:LegalMonetaryTotal>[\s\S]*?<\/cac:LegalMonetaryTotal>/.exec(xml)?.[0] ?? '';
  const total = (name: string): number => Number(new RegExp(`<cbc:${name}[^>]*>([^<]*)`).exec(totals)?.[1] ?? 0);
  return {
    due: total('PayableAmount'),
    exclusive: total('TaxExclusiveAmount'),
    net: total('LineExtensionAmount'),
    rows,
    quantities: numbersIn(xml, /<cbc:(?:Invoiced|Credited)Quantity[^>]*>([^<]*)/g),
    prices: numbersIn(xml, /<cbc:PriceAmount[^>]*>([^<]*)/g),
  };
}

/** Why a copy that the rules accept is a false invoice; empty when it is not. */
export function falsehoodsOf(xml: string): string[] {
  const { rows, exclusive, prices, quantities } = factsOf(xml);
  const sum = rows.reduce((total, { taxable }) => total + taxable, 0);
  return [
    ...(Math.abs(sum - exclusive) > 0.021 + rows.length / 100 ? [`BT-116 ${sum.toFixed(2)}, BT-109 ${exclusive}`] : []),
    ...(new Set(rows.map(({ key }) => key)).size < rows.length ? ['a rate in two rows'] : []),
    ...(prices.some((price) => price < 0) ? ['a negative price'] : []),
    ...(quantities.some((quantity) => quantity === 0) ? ['a quantity of zero'] : []),
  ];
}

/** Changes the first element at a path. */
export const changed = (xml: string, path: string, change: (part: Part) => void): string =>
  mutate(xml, (document) => change(find(document, path)));
