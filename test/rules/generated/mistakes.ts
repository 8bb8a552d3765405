import { ZERO } from '@e-invoice/schematron/decimal';
import { attribute, find, type Mutation, remove, repeat, text } from '../../support/invoice-builder.ts';
import { type Draft, decimal, type Extra } from './draft.ts';
import { groupsOf } from './write-draft.ts';

/** One error in a generated document, and every fatal rule that reports it. */
export type Mistake = {
  readonly name: string;
  /** The documents to which the error applies. */
  readonly when?: (draft: Draft) => boolean;
  readonly make: (draft: Draft) => readonly Mutation[];
  /** The rules that fire under both rulesets, and those that fire only under Peppol. */
  readonly fires: (draft: Draft) => readonly string[];
  readonly inPeppol?: (draft: Draft) => readonly string[];
  /** Rules that may also fire, depending on the numbers. */
  readonly may?: readonly string[];
};

const FAMILIES: Readonly<Record<string, string>> = { K: 'BR-IC', L: 'BR-AF', M: 'BR-AG' };
const family = (code: string): string => FAMILIES[code] ?? `BR-${code}`;

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const TOTALS = 'cac:LegalMonetaryTotal';
const LEGAL_NAME = 'cac:PartyLegalEntity/cbc:RegistrationName';
const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode';
const MISSING = 'UBL-STRUCTURE-ELEMENT-MISSING';
const PEPPOL = 'PEPPOL-EN16931-';

const line = ({ kind }: Draft, path = ''): string => `cac:${kind}Line[1]${path === '' ? '' : `/${path}`}`;
const typeCode = ({ kind }: Draft): string => `cbc:${kind}TypeCode`;
const quantity = ({ kind }: Draft): string => (kind === 'Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity');
const hasVat = ({ lines }: Draft): boolean => lines.every(({ vat }) => vat.code !== 'O');
const codes = (parts: readonly { readonly vat: { readonly code: string } }[]): string[] => [
  ...new Set(parts.map(({ vat }) => family(vat.code))),
];
const allowances = ({ extras }: Draft): Extra[] => extras.filter(({ isCharge }) => !isCharge);
const charges = ({ extras }: Draft): Extra[] => extras.filter(({ isCharge }) => isCharge);
const firstGroup = (draft: Draft): string => family(groupsOf(draft)[0]!.vat.code);

/** Adds to a number. */
const plus =
  (path: string, amount: string): Mutation =>
  (document) => {
    const part = find(document, path);
    part.text = String(decimal(part.text).add(decimal(amount)));
  };

const total = (name: string, ...fires: string[]): Mistake => ({
  name: `${name} is one too much`,
  make: () => [plus(`${TOTALS}/cbc:${name}`, '1')],
  fires: () => fires,
});

const simple = (name: string, make: Mutation, fires: readonly string[], inPeppol: readonly string[] = []): Mistake => ({
  name,
  make: () => [make],
  fires: () => fires,
  inPeppol: () => inPeppol.map((id) => PEPPOL + id),
});

export const mistakes: readonly Mistake[] = [
  simple('no number', remove('cbc:ID'), [MISSING, 'BR-02']),
  simple('no date', remove('cbc:IssueDate'), [MISSING, 'BR-03']),
  simple('no such date', text('cbc:IssueDate', '2026-02-30'), ['UBL-STRUCTURE-VALUE-INVALID'], ['F001']),
  simple('no specification', remove('cbc:CustomizationID'), ['BR-01'], ['R004']),
  simple('another specification', text('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'), [], ['R004']),
  simple('no process', remove('cbc:ProfileID'), [], ['R001', 'R007']),
  simple('another process', text('cbc:ProfileID', 'urn:x'), [], ['R007']),
  simple('no reference of the buyer', remove('cbc:BuyerReference'), [], ['R003']),
  simple('two notes', repeat('cbc:Note'), [], ['R002']),
  simple('an empty note', text('cbc:Note', ''), [], ['R008']),
  simple('no name of the seller', remove(`${SELLER}/${LEGAL_NAME}`), ['BR-06']),
  simple('no name of the buyer', remove(`${BUYER}/${LEGAL_NAME}`), ['BR-07']),
  simple('no address of the seller', remove(`${SELLER}/cac:PostalAddress`), ['BR-08']),
  simple('no address of the buyer', remove(`${BUYER}/cac:PostalAddress`), ['BR-10']),
  simple('no country of the seller', remove(`${SELLER}/${COUNTRY}`), ['BR-09'], ['R008']),
  simple('no country of the buyer', remove(`${BUYER}/${COUNTRY}`), ['BR-11'], ['R008']),
  simple('an unknown country', text(`${BUYER}/${COUNTRY}`, 'XX'), ['BR-CL-14']),
  simple('no address of the seller in the network', remove(`${SELLER}/cbc:EndpointID`), [], ['R020']),
  simple('no address of the buyer in the network', remove(`${BUYER}/cbc:EndpointID`), [], ['R010']),
  simple('no scheme of an address', attribute(`${SELLER}/cbc:EndpointID`, 'schemeID', null), ['BR-62']),
  simple('an unknown scheme', attribute(`${BUYER}/cbc:EndpointID`, 'schemeID', '9999'), ['BR-CL-25'], ['CL008']),
  simple('another currency', attribute(`${TOTALS}/cbc:PayableAmount`, 'currencyID', 'CHF'), [], ['R051']),
  simple('an account without number', remove('cac:PaymentMeans/cac:PayeeFinancialAccount'), ['BR-61']),
  total('LineExtensionAmount', 'BR-CO-10', 'BR-CO-13'),
  total('TaxExclusiveAmount', 'BR-CO-13', 'BR-CO-15'),
  total('TaxInclusiveAmount', 'BR-CO-15', 'BR-CO-16'),
  total('PayableAmount', 'BR-CO-16'),
  {
    name: 'the VAT is one too much',
    make: () => [plus('cac:TaxTotal/cbc:TaxAmount', '1')],
    fires: () => ['BR-CO-14', 'BR-CO-15'],
    // Adding one to a negative VAT can give it another sign than the VAT in accounting currency.
    may: [`${PEPPOL}R055`],
  },
  {
    name: 'too many decimals',
    // With a rounding amount the sum is compared in cents.
    when: ({ rounding }) => rounding === null,
    make: () => [plus(`${TOTALS}/cbc:PayableAmount`, '0.001')],
    fires: () => ['BR-CO-16', 'BR-DEC-18', 'UBL-DT-01'],
  },
  {
    name: 'an unknown type',
    make: (draft) => [text(typeCode(draft), '999')],
    fires: () => ['BR-CL-01'],
    inPeppol: ({ kind }) => [kind === 'Invoice' ? `${PEPPOL}P0100` : `${PEPPOL}P0101`],
  },
  { name: 'no type', make: (draft) => [remove(typeCode(draft))], fires: () => ['BR-04'] },
  {
    name: 'an unknown currency',
    make: () => [text('cbc:DocumentCurrencyCode', 'EURO')],
    fires: () => ['BR-CL-04', 'BR-CO-15'],
    inPeppol: ({ accounting }) => [`${PEPPOL}R051`, ...(accounting === null ? [] : [`${PEPPOL}R055`])],
  },
  {
    name: 'no VAT in the accounting currency',
    when: ({ accounting }) => accounting !== null,
    make: () => [remove('cac:TaxTotal[2]')],
    fires: () => ['BR-53'],
    inPeppol: () => [`${PEPPOL}R054`, `${PEPPOL}R055`],
  },
  {
    name: 'a line is five too much',
    make: (draft) => [plus(line(draft, 'cbc:LineExtensionAmount'), '5')],
    fires: ({ lines }) => ['BR-CO-10', `${family(lines[0]!.vat.code)}-08`],
    inPeppol: () => [`${PEPPOL}R120`],
  },
  { name: 'no number of a line', make: (draft) => [remove(line(draft, 'cbc:ID'))], fires: () => [MISSING, 'BR-21'] },
  { name: 'no name of an item', make: (draft) => [remove(line(draft, 'cac:Item/cbc:Name'))], fires: () => ['BR-25'] },
  {
    name: 'no quantity',
    make: (draft) => [remove(line(draft, quantity(draft)))],
    fires: () => ['BR-22', 'BR-23'],
    may: [`${PEPPOL}R120`],
  },
  {
    name: 'an unknown unit',
    make: (draft) => [attribute(line(draft, quantity(draft)), 'unitCode', 'ZZZZ')],
    fires: () => ['BR-CL-23'],
    inPeppol: ({ lines }) => (lines[0]!.baseQuantity === null ? [] : [`${PEPPOL}R130`]),
  },
  {
    name: 'a price below zero',
    make: (draft) => [text(line(draft, 'cac:Price/cbc:PriceAmount'), '-1')],
    fires: () => ['BR-27'],
    inPeppol: ({ lines }) => (lines[0]!.discount === null ? [] : [`${PEPPOL}R046`]),
    may: [`${PEPPOL}R120`],
  },
  {
    name: 'the taxable amount of a group is five too much',
    make: () => [plus('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount', '5')],
    fires: (draft) => [`${firstGroup(draft)}-08`],
    // The tax of a group may differ by less than one; five more at 23 % exceeds that.
    may: ['BR-CO-17', 'BR-S-09', 'BR-AF-09', 'BR-AG-09'],
  },
  {
    name: 'the tax of a group is five too much',
    make: () => [plus('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount', '5')],
    when: (draft) => groupsOf(draft)[0]!.tax.compare(ZERO) >= 0,
    fires: (draft) => ['BR-CO-14', 'BR-CO-17', `${firstGroup(draft)}-09`],
  },
  {
    name: 'no reason for no VAT',
    when: (draft) => ['E', 'AE', 'K', 'G', 'O'].includes(groupsOf(draft)[0]!.vat.code),
    make: ({ hasReasonCode }) => [
      remove(
        `cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:${hasReasonCode ? 'TaxExemptionReasonCode' : 'TaxExemptionReason'}`,
      ),
    ],
    fires: (draft) => [`${firstGroup(draft)}-10`],
  },
  {
    name: 'no VAT number of the seller',
    when: hasVat,
    make: () => [remove(`${SELLER}/cac:PartyTaxScheme`)],
    fires: (draft) => [
      ...codes(draft.lines).map((it) => `${it}-02`),
      ...codes(allowances(draft)).map((it) => `${it}-03`),
      ...codes(charges(draft)).map((it) => `${it}-04`),
    ],
  },
  {
    name: 'a VAT number of no country',
    when: hasVat,
    make: () => [text(`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`, 'XX123456')],
    fires: () => ['BR-CO-09'],
  },
  {
    name: 'no delivery of an intra-community supply',
    when: ({ lines }) => lines[0]!.vat.code === 'K',
    make: () => [remove('cac:Delivery')],
    fires: () => ['BR-IC-11', 'BR-IC-12'],
  },
  {
    name: 'no reason of an allowance or a charge',
    when: ({ extras }) => extras.length > 0,
    make: () => [remove('cac:AllowanceCharge/cbc:AllowanceChargeReason')],
    fires: ({ extras }) => (extras[0]!.isCharge ? ['BR-38', 'BR-CO-22'] : ['BR-33', 'BR-CO-21']),
  },
  {
    name: 'a base amount without its percentage',
    when: ({ extras }) => extras.length > 0 && extras[0]!.of !== null,
    make: () => [remove('cac:AllowanceCharge/cbc:MultiplierFactorNumeric')],
    fires: () => [],
    inPeppol: () => [`${PEPPOL}R042`],
  },
  {
    name: 'a charge indicator in digits',
    when: ({ extras }) => extras.length > 0,
    make: ({ extras }) => [text('cac:AllowanceCharge/cbc:ChargeIndicator', extras[0]!.isCharge ? '1' : '0')],
    fires: () => [],
    inPeppol: () => [`${PEPPOL}R043`],
  },
];
