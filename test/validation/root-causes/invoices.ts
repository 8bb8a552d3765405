/** Valid invoices and the mutations that damage them, used by the realistic mistakes. */
import { find, type Mutation, makeInvoice, mutate, type Part, remove, text } from '../../support/invoice-builder.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';

export const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
export const TOTALS = 'cac:LegalMonetaryTotal';
export const SELLER = 'cac:AccountingSupplierParty/cac:Party';
export const BUYER = 'cac:AccountingCustomerParty/cac:Party';
export const GROUP = 'cac:TaxTotal/cac:TaxSubtotal';
export const LINE_TAX = 'cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory';

export const move =
  (path: string, to: number): Mutation =>
  (document) => {
    const part = find(document, path);
    document.children.splice(document.children.indexOf(part), 1);
    document.children.splice(to, 0, part);
  };

export const rename =
  (path: string, name: string): Mutation =>
  (document) => {
    find(document, path).name = name;
  };

/** One line of 450.00 at 23 per cent: 553.50 to pay. */
export const single: readonly Mutation[] = [
  remove('cac:AllowanceCharge[2]'),
  remove('cac:AllowanceCharge'),
  remove('cac:InvoiceLine[2]'),
  remove(`${GROUP}[2]`),
  remove('cac:TaxRepresentativeParty'),
  remove(`${TOTALS}/cbc:AllowanceTotalAmount`),
  remove(`${TOTALS}/cbc:ChargeTotalAmount`),
  remove(`${TOTALS}/cbc:PrepaidAmount`),
  remove(`${TOTALS}/cbc:PayableRoundingAmount`),
  text(`${GROUP}/cbc:TaxableAmount`, '450.00'),
  text(`${GROUP}/cbc:TaxAmount`, '103.50'),
  text('cac:TaxTotal/cbc:TaxAmount', '103.50'),
  text(`${TOTALS}/cbc:LineExtensionAmount`, '450.00'),
  text(`${TOTALS}/cbc:TaxExclusiveAmount`, '450.00'),
  text(`${TOTALS}/cbc:TaxInclusiveAmount`, '553.50'),
  text(`${TOTALS}/cbc:PayableAmount`, '553.50'),
];

/** The single line without VAT, under a category with a reason. */
export function untaxed(category: string, reason: string | null, rate: string | null = '0'): Mutation[] {
  const group = `${GROUP}/cac:TaxCategory`;
  const percents = [`${group}/cbc:Percent`, `${LINE_TAX}/cbc:Percent`];
  return [
    ...single,
    text(`${group}/cbc:ID`, category),
    text(`${LINE_TAX}/cbc:ID`, category),
    ...percents.map((path) => (rate === null ? remove(path) : text(path, rate))),
    text(`${GROUP}/cbc:TaxAmount`, '0.00'),
    text('cac:TaxTotal/cbc:TaxAmount', '0.00'),
    text(`${TOTALS}/cbc:TaxInclusiveAmount`, '450.00'),
    text(`${TOTALS}/cbc:PayableAmount`, '450.00'),
    ...(reason === null ? [] : [putReason(reason)]),
  ];
}

export const putReason =
  (code: string): Mutation =>
  (document: Part) => {
    const category = find(document, `${GROUP}/cac:TaxCategory`);
    const reason: Part = { name: 'cbc:TaxExemptionReasonCode', attributes: new Map(), children: [], text: code };
    category.children.splice(category.children.length - 1, 0, reason);
  };

export const abroad: readonly Mutation[] = [
  text(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'CZ12345679'),
  text(`${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'CZ'),
  text(`${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`, '12345679'),
  text('cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode', 'CZ'),
];

export const creditNote = (...mutations: readonly Mutation[]): string =>
  mutate(
    peppolInvoice(
      text('cbc:InvoiceTypeCode', '381'),
      rename('cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode'),
      remove('cbc:DueDate'),
      rename('cac:InvoiceLine', 'cac:CreditNoteLine'),
      rename('cac:InvoiceLine', 'cac:CreditNoteLine'),
      rename('cac:CreditNoteLine/cbc:InvoicedQuantity', 'cbc:CreditedQuantity'),
      rename('cac:CreditNoteLine[2]/cbc:InvoicedQuantity', 'cbc:CreditedQuantity'),
    )
      .replaceAll('Invoice-2', 'CreditNote-2')
      .replace('<Invoice ', '<CreditNote ')
      .replace('</Invoice>', '</CreditNote>'),
    ...mutations,
  );

export type RealMistake = {
  readonly name: string;
  readonly xml: string;
  /** The cause that must come first. */
  readonly cause: string;
  /** Rules that the cause must include, among others. */
  readonly rules: readonly string[];
  /** The effect of its first correction; `none`: no correction is offered. */
  readonly patch: 'makes-valid' | 'none' | 'partial';
  readonly owed?: true;
};

export const mistake = (
  name: string,
  cause: string,
  rules: string,
  patch: RealMistake['patch'],
  xml: string,
  owed = false,
): RealMistake => ({ name, cause, rules: rules.split(' '), patch, xml, ...(owed && { owed: true }) });

export const sound: readonly (readonly [name: string, xml: string])[] = [
  ['a Peppol invoice', peppolInvoice()],
  ['a credit note', creditNote()],
  ['a single line', peppolInvoice(...single)],
  ['an EN 16931 invoice', makeInvoice()],
  ['a reverse charge', peppolInvoice(...untaxed('AE', 'VATEX-EU-AE'))],
  ['an intra-Community supply', peppolInvoice(...untaxed('K', 'VATEX-EU-IC'), ...abroad)],
];

export function insertAfter(path: string, name: string, value: string): Mutation {
  return (document) => {
    const at = document.children.indexOf(find(document, path));
    document.children.splice(at + 1, 0, { name, attributes: new Map(), children: [], text: value });
  };
}
