import { beforeAll, describe, expect, it } from 'vitest';
import { makeEn16931Validator } from '../../support/en16931-validator.ts';
import { add, type Mutation, makeCreditNote, makeInvoice, remove, text } from '../../support/invoice-builder.ts';

let validate: (xml: string) => string[];
beforeAll(async () => {
  validate = await makeEn16931Validator();
});

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';

describe('a complete document', () => {
  it('breaks no rule, as an invoice and as a credit note', () => {
    expect(validate(makeInvoice())).toEqual([]);
    expect(validate(makeCreditNote())).toEqual([]);
  });
});

describe('required elements of an invoice', () => {
  it.each<[string[], Mutation[]]>([
    [['BR-01'], [remove('cbc:CustomizationID')]],
    [['BR-01'], [text('cbc:CustomizationID', ' ')]],
    [['BR-02'], [remove('cbc:ID')]],
    [['BR-03'], [remove('cbc:IssueDate')]],
    [['BR-04'], [remove('cbc:InvoiceTypeCode')]],
    [['BR-05'], [remove('cbc:DocumentCurrencyCode')]],
    [['BR-06', 'UBL-SR-19', 'UBL-SR-20', 'UBL-SR-21'], [remove(`${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`)]],
    [['BR-07'], [text(`${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`, '\n')]],
    [['BR-08'], [remove(`${SELLER}/cac:PostalAddress`)]],
    [['BR-10'], [remove(`${BUYER}/cac:PostalAddress`)]],
    [
      ['BR-16', 'BR-CO-10', 'BR-S-08'],
      [
        remove('cac:InvoiceLine[2]'),
        remove('cac:InvoiceLine'),
        remove('cac:TaxTotal/cac:TaxSubtotal[2]'),
        text('cac:TaxTotal/cbc:TaxAmount', '92.00'),
        text('cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', '629.00'),
        text('cac:LegalMonetaryTotal/cbc:PayableAmount', '529.02'),
      ],
    ],
    [['BR-53'], [add('', '<cbc:TaxCurrencyCode>CZK</cbc:TaxCurrencyCode>')]],
    [
      ['BR-CO-03'],
      [
        add('', '<cbc:TaxPointDate>2026-05-01</cbc:TaxPointDate>'),
        add('cac:InvoicePeriod', '<cbc:DescriptionCode>35</cbc:DescriptionCode>'),
      ],
    ],
    [
      ['BR-CO-18', 'BR-S-01'],
      [remove('cac:TaxTotal/cac:TaxSubtotal[2]'), remove('cac:TaxTotal/cac:TaxSubtotal')],
    ],
  ])('%j', (expected, mutations) => {
    expect(validate(makeInvoice(...mutations))).toEqual(expected);
  });

  it('BR-04 accepts the type code of a credit note', () => {
    expect(validate(makeCreditNote(remove('cbc:CreditNoteTypeCode')))).toEqual(['BR-04']);
  });

  it('BR-53 passes with a VAT total in the accounting currency', () => {
    const total = '<cac:TaxTotal><cbc:TaxAmount currencyID="CZK">2950.75</cbc:TaxAmount></cac:TaxTotal>';
    expect(validate(makeInvoice(add('', `<cbc:TaxCurrencyCode>CZK</cbc:TaxCurrencyCode>${total}`)))).toEqual([]);
  });

  it('BR-06 is evaluated when the name occurs twice', () => {
    const name = '<cbc:RegistrationName>Iné meno</cbc:RegistrationName>';
    expect(validate(makeInvoice(add(`${SELLER}/cac:PartyLegalEntity`, name)))).toEqual(['UBL-SR-09']);
  });
});
