import { beforeAll, describe, expect, it } from 'vitest';
import { makeEn16931Validator } from '../../support/en16931-validator.ts';
import { add, find, type Mutation, makeCreditNote, makeInvoice, remove, text } from '../../support/invoice-builder.ts';

let validate: (xml: string) => string[];
beforeAll(async () => {
  validate = await makeEn16931Validator();
});

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const AGENT = 'cac:TaxRepresentativeParty';
const GROUP = 'cac:TaxTotal/cac:TaxSubtotal';
const LINE_RATE = 'cac:InvoiceLine[1]/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent';
const TOTALS = 'cac:LegalMonetaryTotal';

type Family = {
  readonly rules: string;
  readonly code: string;
  /** The rate of lines, allowances and charges; null if the category has no rate. */
  readonly rate: string | null;
  readonly reason: boolean;
  /** The category may have several groups, one per rate, with a tolerance on the sums. */
  readonly rated?: boolean;
};

const FAMILIES: readonly Family[] = [
  { rules: 'BR-S', code: 'S', rate: '23', reason: false, rated: true },
  { rules: 'BR-Z', code: 'Z', rate: '0', reason: false },
  { rules: 'BR-E', code: 'E', rate: '0', reason: true },
  { rules: 'BR-AE', code: 'AE', rate: '0', reason: true },
  { rules: 'BR-IC', code: 'K', rate: '0', reason: true },
  { rules: 'BR-G', code: 'G', rate: '0', reason: true },
  { rules: 'BR-O', code: 'O', rate: null, reason: true },
  { rules: 'BR-AF', code: 'L', rate: '7', reason: false, rated: true },
  { rules: 'BR-AG', code: 'M', rate: '4', reason: false, rated: true },
];

/** Puts the whole invoice in one category: net 567 - 50 + 20 = 537. */
const inCategory =
  ({ code, rate, reason }: Family): Mutation =>
  (document) => {
    const tax = ((537 * Number(rate ?? 0)) / 100).toFixed(2);
    const gross = (537 + Number(tax)).toFixed(2);
    const due = (Number(gross) - 100 + 0.02).toFixed(2);
    const mutations: Mutation[] = [
      remove(`${GROUP}[2]`),
      text(`${GROUP}/cbc:TaxableAmount`, '537.00'),
      text(`${GROUP}/cbc:TaxAmount`, tax),
      text('cac:TaxTotal/cbc:TaxAmount', tax),
      text(`${TOTALS}/cbc:TaxInclusiveAmount`, gross),
      text(`${TOTALS}/cbc:PayableAmount`, due),
    ];
    for (const mutate of mutations) mutate(document);
    const categories = [
      ...['cac:AllowanceCharge[1]', 'cac:AllowanceCharge[2]', GROUP].map((path) => `${path}/cac:TaxCategory`),
      ...['cac:InvoiceLine[1]', 'cac:InvoiceLine[2]'].map((path) => `${path}/cac:Item/cac:ClassifiedTaxCategory`),
    ];
    for (const path of categories) {
      text(`${path}/cbc:ID`, code)(document);
      if (rate === null) remove(`${path}/cbc:Percent`)(document);
      else text(`${path}/cbc:Percent`, rate)(document);
    }
    if (reason) add(`${GROUP}/cac:TaxCategory`, '<cbc:TaxExemptionReason>Dôvod</cbc:TaxExemptionReason>')(document);
    if (code === 'O') for (const party of [SELLER, BUYER, AGENT]) withoutVat(party)(document);
  };

/** Keeps the tax registrations but under another scheme. */
const withoutVat =
  (party: string): Mutation =>
  (document) =>
    text(`${party}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`, 'TAX')(document);

const withoutTaxIds =
  (party: string): Mutation =>
  (document) => {
    const { children } = find(document, party);
    for (const scheme of children.filter(({ name }) => name === 'cac:PartyTaxScheme'))
      children.splice(children.indexOf(scheme), 1);
  };

/**
 * Also fire for these documents: BR-56 always, UBL-SR-13 if the seller then has two identifiers of another scheme.
 */
const SIDE_EFFECTS = ['BR-56', 'UBL-SR-13'];
const validateFamily = (family: Family, ...mutations: readonly Mutation[]): string[] =>
  validate(makeInvoice(inCategory(family), ...mutations)).filter((rule) => !SIDE_EFFECTS.includes(rule));

describe.each(FAMILIES)('$rules: VAT category $code', (family) => {
  const { rules, code, rate, reason, rated = false } = family;
  const ids = (...numbers: string[]): string[] => numbers.map((number) => `${rules}-${number}`);

  it('passes for an invoice and a credit note entirely in this category', () => {
    expect(validateFamily(family)).toEqual([]);
    const creditNote = makeCreditNote((document) => {
      const lines = document.children.filter(({ name }) => name === 'cac:CreditNoteLine');
      for (const line of lines) line.name = 'cac:InvoiceLine';
      inCategory(family)(document);
      for (const line of lines) line.name = 'cac:CreditNoteLine';
    });
    expect(validate(creditNote).filter((rule) => !SIDE_EFFECTS.includes(rule))).toEqual([]);
  });

  it('01: requires its group in the breakdown', () => {
    const other = text(`${GROUP}/cac:TaxCategory/cbc:ID`, code === 'Z' ? 'E' : 'Z');
    expect(validateFamily(family, other)).toContain(`${rules}-01`);
  });

  it.runIf(!rated)('01: requires only one group', () => {
    expect(
      validateFamily(family, (document) => {
        const total = find(document, 'cac:TaxTotal');
        total.children.push(structuredClone(find(document, GROUP)));
      }),
    ).toContain(`${rules}-01`);
  });

  it('02, 03, 04: require identifiers of the parties', () => {
    const mutations =
      code === 'O'
        ? [text(`${BUYER}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`, 'VAT')]
        : [withoutTaxIds(SELLER), withoutTaxIds(AGENT)];
    expect(validateFamily(family, ...mutations)).toEqual(ids('02', '03', '04'));
  });

  it('05, 06, 07: check the rate of a line, an allowance, a charge', () => {
    const set = (path: string): Mutation =>
      rate === null ? add(path, '<cbc:Percent>0</cbc:Percent>') : text(`${path}/cbc:Percent`, rated ? '-1' : '5');
    expect(validateFamily(family, set('cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory'))).toContain(`${rules}-05`);
    expect(validateFamily(family, set('cac:AllowanceCharge[1]/cac:TaxCategory'))).toContain(`${rules}-06`);
    expect(validateFamily(family, set('cac:AllowanceCharge[2]/cac:TaxCategory'))).toContain(`${rules}-07`);
  });

  it('08: the taxable amount is the sum of the amounts in the category', () => {
    const wrong = text(`${GROUP}/cbc:TaxableAmount`, rated ? '538.00' : '537.01');
    expect(validateFamily(family, wrong)).toEqual(ids('08'));
    if (rated) expect(validateFamily(family, text(`${GROUP}/cbc:TaxableAmount`, '537.99'))).toEqual([]);
  });

  it('09: checks the tax amount', () => {
    const tax = Number(((537 * Number(rate ?? 0)) / 100).toFixed(2));
    const change = rated ? 1 : 0.3;
    const mutations = [
      text(`${GROUP}/cbc:TaxAmount`, (tax + change).toFixed(2)),
      text('cac:TaxTotal/cbc:TaxAmount', (tax + change).toFixed(2)),
      text(`${TOTALS}/cbc:TaxInclusiveAmount`, (537 + tax + change).toFixed(2)),
      text(`${TOTALS}/cbc:PayableAmount`, (437.02 + tax + change).toFixed(2)),
    ];
    expect(validateFamily(family, ...mutations)).toEqual(rated ? ['BR-CO-17', ...ids('09')].sort() : ids('09'));
  });

  it('10: checks the exemption reason', () => {
    const path = `${GROUP}/cac:TaxCategory`;
    if (reason) {
      expect(validateFamily(family, remove(`${path}/cbc:TaxExemptionReason`))).toEqual(ids('10'));
      const coded = add(path, '<cbc:TaxExemptionReasonCode>vatex-eu-o</cbc:TaxExemptionReasonCode>');
      expect(validateFamily(family, remove(`${path}/cbc:TaxExemptionReason`), coded)).toEqual([]);
    } else {
      expect(validateFamily(family, add(path, '<cbc:TaxExemptionReason>Dôvod</cbc:TaxExemptionReason>'))).toEqual(
        ids('10'),
      );
    }
  });
});

describe('parties of single categories', () => {
  const family = (code: string): Family => FAMILIES.find((one) => one.code === code)!;

  it('AE accepts the registration number of the buyer instead of a VAT identifier, K does not', () => {
    expect(validateFamily(family('AE'), withoutVat(BUYER))).toEqual([]);
    expect(
      validateFamily(family('AE'), withoutVat(BUYER), remove(`${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`)),
    ).toEqual(['BR-AE-02', 'BR-AE-03', 'BR-AE-04']);
    expect(validateFamily(family('K'), withoutVat(BUYER))).toEqual(['BR-IC-02', 'BR-IC-03', 'BR-IC-04']);
  });

  it('E accepts any tax registration of the seller, G only a VAT identifier', () => {
    expect(validateFamily(family('E'), withoutVat(SELLER), withoutVat(AGENT))).toEqual([]);
    expect(validateFamily(family('G'), withoutVat(SELLER), withoutVat(AGENT))).toEqual([
      'BR-G-02',
      'BR-G-03',
      'BR-G-04',
    ]);
  });

  it('a tax representative replaces the seller', () => {
    expect(validateFamily(family('S'), withoutTaxIds(SELLER))).toEqual([]);
    expect(validateFamily(family('K'), withoutTaxIds(SELLER))).toEqual([]);
  });

  it('IC-11 and IC-12: an intra-community supply requires a date and a country', () => {
    const date = remove('cac:Delivery/cbc:ActualDeliveryDate');
    expect(validateFamily(family('K'), date)).toEqual([]);
    expect(validateFamily(family('K'), date, remove('cac:InvoicePeriod'))).toEqual(['BR-IC-11']);
    expect(validateFamily(family('K'), remove('cac:Delivery/cac:DeliveryLocation/cac:Address'))).toEqual(['BR-IC-12']);
  });
});

describe('combinations of categories', () => {
  const notSubject = FAMILIES.find(({ code }) => code === 'O')!;

  it('O-11 to O-14: O excludes all other categories', () => {
    const zero = (path: string) => [text(`${path}/cbc:ID`, 'Z'), add(path, '<cbc:Percent>0</cbc:Percent>')];
    expect(validateFamily(notSubject, ...zero('cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory'))).toContain(
      'BR-O-12',
    );
    expect(validateFamily(notSubject, ...zero('cac:AllowanceCharge[1]/cac:TaxCategory'))).toContain('BR-O-13');
    expect(validateFamily(notSubject, ...zero('cac:AllowanceCharge[2]/cac:TaxCategory'))).toContain('BR-O-14');
    const group = `<cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">0.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">0.00</cbc:TaxAmount><cac:TaxCategory><cbc:ID>Z</cbc:ID><cbc:Percent>0</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>`;
    expect(validateFamily(notSubject, add('cac:TaxTotal', group))).toEqual(['BR-O-11']);
  });

  it('S-08: groups are compared by rate', () => {
    expect(validate(makeInvoice(text(LINE_RATE, '23.0')))).toEqual([]);
    expect(validate(makeInvoice(text(LINE_RATE, '19')))).toEqual(['BR-S-08', 'BR-S-08']);
  });

  it('S-02: no seller identifier is valid for a standard rate without the VAT scheme', () => {
    const schemes = [1, 2].map((line) =>
      text(`cac:InvoiceLine[${line}]/cac:Item/cac:ClassifiedTaxCategory/cac:TaxScheme/cbc:ID`, 'GST'),
    );
    expect(validate(makeInvoice(...schemes))).toEqual(['BR-CO-04', 'BR-CO-04', 'BR-S-02']);
  });

  it('B-01 and B-02: split payment is only for Italy and excludes the standard rate', () => {
    expect(validate(makeInvoice(text('cac:AllowanceCharge[2]/cac:TaxCategory/cbc:ID', 'B')))).toEqual(
      expect.arrayContaining(['BR-B-01', 'BR-B-02']),
    );
  });
});
