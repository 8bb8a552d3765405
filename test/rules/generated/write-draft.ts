import { Decimal } from '@e-invoice/schematron/decimal';
import {
  balanceOf,
  type Draft,
  type Extra,
  type Line,
  netOf,
  type Party,
  percentOf,
  sumOf,
  type Vat,
} from './draft.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const ZERO_RATE = new Decimal(0, 0);

/** Exemption reasons: text and code. */
const REASONS: Readonly<Record<string, readonly [text: string, code: string]>> = {
  E: ['Oslobodené od dane', 'VATEX-EU-132'],
  AE: ['Prenos daňovej povinnosti', 'VATEX-EU-AE'],
  K: ['Dodanie do iného členského štátu', 'VATEX-EU-IC'],
  G: ['Vývoz tovaru', 'VATEX-EU-G'],
  O: ['Nie je predmetom dane', 'VATEX-EU-O'],
};

type Group = { readonly vat: Vat; readonly taxable: Decimal; readonly tax: Decimal };

/** One group for each category and rate that the invoice uses. */
export function groupsOf({ lines, extras }: Draft): Group[] {
  const keyOf = ({ code, rate }: Vat): string => `${code} ${rate ?? ''}`;
  const vats = new Map([...lines, ...extras].map(({ vat }) => [keyOf(vat), vat]));
  return [...vats].map(([key, vat]) => {
    const own = <T extends { readonly vat: Vat }>(parts: readonly T[]): T[] =>
      parts.filter((it) => keyOf(it.vat) === key);
    const taxable = sumOf(own(lines).map(netOf)).add(balanceOf(own(extras)));
    return { vat, taxable, tax: percentOf(taxable, vat.rate ?? ZERO_RATE) };
  });
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const element = (name: string, ...content: readonly string[]): string => `<${name}>${content.join('')}</${name}>`;

const text = (name: string, value: string): string => element(`cbc:${name}`, escaped(value));

/** Writes the document as UBL that is valid for Peppol BIS Billing 3.0. */
export function writeDraft(draft: Draft): string {
  const { kind, currency, accounting, extras, lines, prepaid, rounding } = draft;
  const money = (name: string, value: Decimal, unit = currency): string =>
    `<cbc:${name} currencyID="${unit}">${value}</cbc:${name}>`;
  const groups = groupsOf(draft);
  const hasVat = groups.every(({ vat }) => vat.code !== 'O');
  const net = sumOf(lines.map(netOf));
  const taxable = net.add(balanceOf(extras));
  const tax = sumOf(groups.map((group) => group.tax));
  const gross = taxable.add(tax);
  const due = sumOf([gross, ...(prepaid === null ? [] : [prepaid.negate()]), ...(rounding === null ? [] : [rounding])]);
  const total = (isCharge: boolean): Decimal =>
    sumOf(extras.filter((extra) => extra.isCharge === isCharge).map(({ amount }) => amount));
  const optional = (isThere: boolean, xml: string): string => (isThere ? xml : '');
  const isInvoice = kind === 'Invoice';
  const type = isInvoice ? text('InvoiceTypeCode', '380') : text('CreditNoteTypeCode', '381');
  return `<?xml version="1.0" encoding="UTF-8"?>
<${kind} xmlns="${UBL}:${kind}-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">
${text('CustomizationID', 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0')}
${text('ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')}
${text('ID', 'F-1')}${text('IssueDate', '2026-06-30')}${optional(isInvoice, text('DueDate', '2026-07-14'))}
${type}${text('Note', draft.note)}${text('DocumentCurrencyCode', currency)}
${accounting === null ? '' : text('TaxCurrencyCode', accounting.currency)}${text('BuyerReference', 'OBJ-1')}
${writeParty('AccountingSupplierParty', draft.seller, hasVat)}
${writeParty('AccountingCustomerParty', draft.buyer, hasVat)}
${element('cac:Delivery', text('ActualDeliveryDate', '2026-06-29'), element('cac:DeliveryLocation', element('cac:Address', writeCountry(draft.buyer))))}
${element('cac:PaymentMeans', text('PaymentMeansCode', '30'), element('cac:PayeeFinancialAccount', text('ID', 'SK3112000000198742637541')))}
${element('cac:PaymentTerms', text('Note', 'Do 14 dní'))}
${extras.map((extra) => writeExtra(extra, money, 'cac:TaxCategory')).join('')}
${element('cac:TaxTotal', money('TaxAmount', tax), ...groups.map((group) => writeGroup(group, money, draft.hasReasonCode)))}
${accounting === null ? '' : element('cac:TaxTotal', money('TaxAmount', tax.multiply(accounting.rate).round(2), accounting.currency))}
${element(
  'cac:LegalMonetaryTotal',
  money('LineExtensionAmount', net),
  money('TaxExclusiveAmount', taxable),
  money('TaxInclusiveAmount', gross),
  optional(
    extras.some(({ isCharge }) => !isCharge),
    money('AllowanceTotalAmount', total(false)),
  ),
  optional(
    extras.some(({ isCharge }) => isCharge),
    money('ChargeTotalAmount', total(true)),
  ),
  prepaid === null ? '' : money('PrepaidAmount', prepaid),
  rounding === null ? '' : money('PayableRoundingAmount', rounding),
  money('PayableAmount', due),
)}
${lines.map((line, index) => writeLine(line, index + 1, kind, money)).join('\n')}
</${kind}>`;
}

type Money = (name: string, value: Decimal) => string;

const writeCountry = ({ country }: Party): string => element('cac:Country', text('IdentificationCode', country));

function writeParty(name: string, party: Party, hasVat: boolean): string {
  const { scheme, value } = party.endpoint;
  const taxScheme = element('cac:TaxScheme', text('ID', 'VAT'));
  const vat = element('cac:PartyTaxScheme', text('CompanyID', `${party.country}${party.number}`), taxScheme);
  return element(
    `cac:${name}`,
    element(
      'cac:Party',
      `<cbc:EndpointID schemeID="${scheme}">${value}</cbc:EndpointID>`,
      element('cac:PostalAddress', text('CityName', party.city), writeCountry(party)),
      hasVat ? vat : '',
      element('cac:PartyLegalEntity', text('RegistrationName', party.name), text('CompanyID', party.number)),
    ),
  );
}

function writeCategory(name: string, { code, rate }: Vat, ...reason: readonly string[]): string {
  const percent = rate === null ? '' : text('Percent', String(rate));
  return element(name, text('ID', code), percent, ...reason, element('cac:TaxScheme', text('ID', 'VAT')));
}

function writeGroup({ vat, taxable, tax }: Group, money: Money, hasReasonCode: boolean): string {
  const [reason, code] = REASONS[vat.code] ?? [];
  const why =
    reason === undefined || code === undefined
      ? []
      : [hasReasonCode ? text('TaxExemptionReasonCode', code) : text('TaxExemptionReason', reason)];
  const category = writeCategory('cac:TaxCategory', vat, ...why);
  return element('cac:TaxSubtotal', money('TaxableAmount', taxable), money('TaxAmount', tax), category);
}

function writeExtra({ isCharge, amount, of, vat }: Extra, money: Money, category: string | null): string {
  return element(
    'cac:AllowanceCharge',
    text('ChargeIndicator', String(isCharge)),
    text('AllowanceChargeReason', isCharge ? 'Doprava' : 'Zľava'),
    of === null ? '' : text('MultiplierFactorNumeric', String(of.percent)),
    money('Amount', amount),
    of === null ? '' : money('BaseAmount', of.base),
    category === null ? '' : writeCategory(category, vat),
  );
}

function writeLine(line: Line, number: number, kind: Draft['kind'], money: Money): string {
  const { quantity, unit, price, baseQuantity, discount } = line;
  const counted = kind === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity';
  const measured = (name: string, value: Decimal): string => `<cbc:${name} unitCode="${unit}">${value}</cbc:${name}>`;
  const gross =
    discount === null
      ? ''
      : element(
          'cac:AllowanceCharge',
          text('ChargeIndicator', 'false'),
          money('Amount', discount),
          money('BaseAmount', price.add(discount)),
        );
  return element(
    `cac:${kind}Line`,
    text('ID', String(number)),
    measured(counted, quantity),
    money('LineExtensionAmount', netOf(line)),
    ...line.extras.map((extra) => writeExtra(extra, money, null)),
    element('cac:Item', text('Name', line.name), writeCategory('cac:ClassifiedTaxCategory', line.vat)),
    element(
      'cac:Price',
      money('PriceAmount', price),
      baseQuantity === null ? '' : measured('BaseQuantity', baseQuantity),
      gross,
    ),
  );
}
