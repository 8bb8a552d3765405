/**
 * Valid invoices from a seed: lines with several rates, discounts, prepaid amounts and roundings, computed in cents.
 */
import { peppolInvoice } from '../sbdh/envelope.ts';
import { single } from './invoices.ts';

/** Random numbers in [0, 1), reproducible by seed (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let it = state;
    it = Math.imul(it ^ (it >>> 15), it | 1);
    it ^= it + Math.imul(it ^ (it >>> 7), it | 61);
    return ((it ^ (it >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
export const between = (random: () => number, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

const money = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

const amount = (name: string, cents: number): string => `<cbc:${name} currencyID="EUR">${money(cents)}</cbc:${name}>`;
const category = (name: string, rate: number): string =>
  `<cac:${name}><cbc:ID>S</cbc:ID><cbc:Percent>${rate}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${name}>`;

type Line = { readonly rate: number; readonly quantity: number; readonly price: number; readonly discount: number };

const netOf = ({ quantity, price, discount }: Line): number => quantity * price - discount;

/** A valid Peppol invoice of a Slovak seller, determined by the seed. */
export function makeRandomInvoice(seed: number): string {
  const random = makeRandom(seed);
  const rates = pick(random, [[23], [23, 19], [23, 19, 5], [23, 5], [19, 5]]);
  const lines = Array.from({ length: Math.max(rates.length, between(random, 1, 6)) }, (_, index): Line => {
    const [quantity, price] = [between(random, 1, 40), between(random, 150, 90_000)];
    const discount = random() < 0.2 ? Math.floor((quantity * price) / 10) : 0;
    return { rate: rates[index % rates.length]!, quantity, price, discount };
  });
  const percent = random() < 0.4 ? pick(random, [5, 10, 15]) : null;
  const base = lines.filter(({ rate }) => rate === rates[0]).reduce((sum, line) => sum + netOf(line), 0);
  const allowance = percent === null ? 0 : Math.round((base * percent) / 100);
  const charge = random() < 0.3 ? between(random, 200, 5_000) : 0;
  const groups = rates.map((rate) => {
    const ofLines = lines.filter((line) => line.rate === rate).reduce((sum, line) => sum + netOf(line), 0);
    const taxable = rate === rates[0] ? ofLines - allowance + charge : ofLines;
    return { rate, taxable, tax: Math.round((taxable * rate) / 100) };
  });
  const net = lines.reduce((sum, line) => sum + netOf(line), 0);
  const vat = groups.reduce((sum, { tax }) => sum + tax, 0);
  const gross = net - allowance + charge + vat;
  const paid = random() < 0.4 ? Math.floor(gross / between(random, 3, 6)) : 0;
  const rest = (gross - paid) % 5;
  const rounding = random() < 0.3 ? (rest < 3 ? -rest : 5 - rest) : 0;
  const allowances = [
    percent === null
      ? ''
      : `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Zľava</cbc:AllowanceChargeReason><cbc:MultiplierFactorNumeric>${percent}</cbc:MultiplierFactorNumeric>${amount('Amount', allowance)}${amount('BaseAmount', base)}${category('TaxCategory', rates[0]!)}</cac:AllowanceCharge>`,
    charge === 0
      ? ''
      : `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Doprava</cbc:AllowanceChargeReason>${amount('Amount', charge)}${category('TaxCategory', rates[0]!)}</cac:AllowanceCharge>`,
  ];
  const breakdown = `<cac:TaxTotal>${amount('TaxAmount', vat)}${groups
    .map(
      ({ rate, taxable, tax }) =>
        `<cac:TaxSubtotal>${amount('TaxableAmount', taxable)}${amount('TaxAmount', tax)}${category('TaxCategory', rate)}</cac:TaxSubtotal>`,
    )
    .join('')}</cac:TaxTotal>`;
  const totals = [
    amount('LineExtensionAmount', net),
    amount('TaxExclusiveAmount', net - allowance + charge),
    amount('TaxInclusiveAmount', gross),
    allowance === 0 ? '' : amount('AllowanceTotalAmount', allowance),
    charge === 0 ? '' : amount('ChargeTotalAmount', charge),
    paid === 0 ? '' : amount('PrepaidAmount', paid),
    rounding === 0 ? '' : amount('PayableRoundingAmount', rounding),
    amount('PayableAmount', gross - paid + rounding),
  ];
  const written = lines.map((line, index) => {
    const { rate, quantity, price, discount } = line;
    const off =
      discount === 0
        ? ''
        : `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Zľava</cbc:AllowanceChargeReason>${amount('Amount', discount)}</cac:AllowanceCharge>`;
    return `<cac:InvoiceLine><cbc:ID>${index + 1}</cbc:ID><cbc:InvoicedQuantity unitCode="H87">${quantity}</cbc:InvoicedQuantity>${amount('LineExtensionAmount', netOf(line))}${off}<cac:Item><cbc:Name>Tovar ${index + 1}</cbc:Name>${category('ClassifiedTaxCategory', rate)}</cac:Item><cac:Price>${amount('PriceAmount', price)}</cac:Price></cac:InvoiceLine>`;
  });
  const template = peppolInvoice(...single);
  const start = template.indexOf('<cac:TaxTotal>');
  return `${template.slice(0, start)}${allowances.join('')}${breakdown}<cac:LegalMonetaryTotal>${totals.join('')}</cac:LegalMonetaryTotal>${written.join('')}</Invoice>`;
}
