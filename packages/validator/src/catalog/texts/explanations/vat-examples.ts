import type { Example } from '../explanation.ts';

/** Values for the examples of a VAT category. */
export type VatSample = {
  readonly code: string;
  /** A valid rate; null if the category has no rate. */
  readonly rate: string | null;
  /** A rate that the category does not allow; null if every rate is wrong. */
  readonly wrongRate: string | null;
  /** The tax of 100.00 at the right rate. */
  readonly tax: string;
  readonly wrongTax: string;
  /** The exemption reason code; null if the category must not have one. */
  readonly reason: string | null;
};

const indent = (text: string): string => text.replaceAll(/^/gm, '  ');
const enclose = (name: string, content: string): string => `<${name}>\n${indent(content)}\n</${name}>`;

const scheme = '<cac:TaxScheme>\n  <cbc:ID>VAT</cbc:ID>\n</cac:TaxScheme>';

/** The content of a tax category; without a rate if it is null. */
export const writeCategory = (code: string, rate: string | null, reason: string | null = null): string =>
  [
    `<cbc:ID>${code}</cbc:ID>`,
    ...(rate === null ? [] : [`<cbc:Percent>${rate}</cbc:Percent>`]),
    ...(reason === null ? [] : [`<cbc:TaxExemptionReasonCode>${reason}</cbc:TaxExemptionReasonCode>`]),
    scheme,
  ].join('\n');

const writeSubtotal = ({ code, rate, tax, reason }: VatSample): string =>
  enclose(
    'cac:TaxSubtotal',
    `<cbc:TaxableAmount currencyID="EUR">100.00</cbc:TaxableAmount>\n<cbc:TaxAmount currencyID="EUR">${tax}</cbc:TaxAmount>\n${enclose('cac:TaxCategory', writeCategory(code, rate, reason))}`,
  );

export const STANDARD: VatSample = { code: 'S', rate: '23', wrongRate: '0', tax: '23.00', wrongTax: '20.00', reason: null };
const ZERO: VatSample = { code: 'Z', rate: '0', wrongRate: '23', tax: '0.00', wrongTax: '23.00', reason: null };

/** The lines use the category, the breakdown another one. */
export const breakdownExample = (sample: VatSample): Example => ({
  at: 'cac:TaxTotal',
  wrong: writeSubtotal(sample.code === 'S' ? ZERO : STANDARD),
  right: writeSubtotal(sample),
});

/** A category combined with another one that it does not allow. */
export const mixedExample = (sample: VatSample): Example => ({
  at: 'cac:TaxTotal',
  wrong: `${writeSubtotal(sample)}\n${writeSubtotal(STANDARD)}`,
  right: writeSubtotal(sample),
});

export type VatPlace = 'line' | 'allowance' | 'charge';

/** A category with a wrong and a right rate, if the rate is allowed at this position. */
export function rateExample(place: VatPlace, { code, rate, wrongRate }: VatSample): Example {
  return categoryExample(place, writeCategory(code, wrongRate), writeCategory(code, rate));
}

export function categoryExample(place: VatPlace, wrong: string, right: string): Example {
  if (place === 'line') {
    const write = (category: string): string => enclose('cac:ClassifiedTaxCategory', category);
    return { at: 'cac:InvoiceLine/cac:Item', wrong: write(wrong), right: write(right) };
  }
  const reason = place === 'charge' ? 'Doprava' : 'Zľava';
  const write = (category: string): string =>
    enclose(
      'cac:AllowanceCharge',
      `<cbc:ChargeIndicator>${place === 'charge'}</cbc:ChargeIndicator>\n<cbc:AllowanceChargeReason>${reason}</cbc:AllowanceChargeReason>\n<cbc:Amount currencyID="EUR">10.00</cbc:Amount>\n${enclose('cac:TaxCategory', category)}`,
    );
  return { at: '', wrong: write(wrong), right: write(right) };
}

export const taxableExample = ({ tax }: VatSample): Example => ({
  at: 'cac:TaxTotal/cac:TaxSubtotal',
  wrong: `<cbc:TaxableAmount currencyID="EUR">90.00</cbc:TaxableAmount>\n<cbc:TaxAmount currencyID="EUR">${tax}</cbc:TaxAmount>`,
  right: `<cbc:TaxableAmount currencyID="EUR">100.00</cbc:TaxableAmount>\n<cbc:TaxAmount currencyID="EUR">${tax}</cbc:TaxAmount>`,
});

export const taxExample = ({ tax, wrongTax }: VatSample): Example => ({
  at: 'cac:TaxTotal/cac:TaxSubtotal',
  wrong: `<cbc:TaxableAmount currencyID="EUR">100.00</cbc:TaxableAmount>\n<cbc:TaxAmount currencyID="EUR">${wrongTax}</cbc:TaxAmount>`,
  right: `<cbc:TaxableAmount currencyID="EUR">100.00</cbc:TaxableAmount>\n<cbc:TaxAmount currencyID="EUR">${tax}</cbc:TaxAmount>`,
});

export const reasonExample = ({ code, rate, reason }: VatSample): Example => ({
  at: 'cac:TaxTotal/cac:TaxSubtotal',
  wrong: enclose('cac:TaxCategory', writeCategory(code, rate, reason === null ? 'VATEX-EU-132' : null)),
  right: enclose('cac:TaxCategory', writeCategory(code, rate, reason)),
});

const vatNumber = (number: string): string =>
  enclose('cac:PartyTaxScheme', `<cbc:CompanyID>${number}</cbc:CompanyID>\n${scheme}`);
const legalEntity = (name: string): string =>
  enclose('cac:PartyLegalEntity', `<cbc:RegistrationName>${name}</cbc:RegistrationName>`);

/** A party without and with its VAT identifier, in reverse if the identifier is forbidden. */
export function identifierExample(party: 'seller' | 'buyer', isIncluded: boolean): Example {
  const [role, number, name] =
    party === 'seller'
      ? (['cac:AccountingSupplierParty', 'SK2020317068', 'Tatranský obchod, s. r. o.'] as const)
      : (['cac:AccountingCustomerParty', 'CZ699001182', 'Dunajské stavby, a. s.'] as const);
  const bare = legalEntity(name);
  const full = `${vatNumber(number)}\n${bare}`;
  return { at: `${role}/cac:Party`, wrong: isIncluded ? bare : full, right: isIncluded ? full : bare };
}
