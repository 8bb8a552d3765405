/** Texts for accountants about typical mistakes: one specific cause, and no correction that falsifies the invoice. */

import type { RootCause } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { attribute, type Mutation, remove, repeat, text } from '../../support/invoice-builder.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { BUYER, creditNote, GROUP, LINE_TAX, SELLER, single, TOTALS, untaxed } from './invoices.ts';

let validate: ValidateFile;

beforeAll(async () => {
  validate = await makeFileValidator();
});

function onlyCause(xml: string): RootCause {
  const result = validate(xml);
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes.map(({ id }) => id)).toHaveLength(1);
  return result.root_causes[0]!;
}

const edits = ({ corrections }: RootCause): string[][] =>
  corrections.map(({ patch }) => patch.map(({ before, after }) => `${before} → ${after}`));

const AMOUNTS =
  '(?:Credited|Invoiced)Quantity|LineExtensionAmount|TaxableAmount|TaxAmount|TaxExclusiveAmount|TaxInclusiveAmount|' +
  'PayableAmount|Amount|BaseAmount|AllowanceTotalAmount|ChargeTotalAmount|PrepaidAmount|PayableRoundingAmount';
const negated = (xml: string, names: string): string =>
  xml.replaceAll(new RegExp(`(<cbc:(?:${names})[^>]*>)(?=\\d)`, 'g'), '$1-');

/** A tax one cent above base times rate, included in the sums. */
const aCentOfTax = (): string =>
  peppolInvoice(
    ...single,
    text(`${GROUP}/cbc:TaxAmount`, '103.51'),
    text('cac:TaxTotal/cbc:TaxAmount', '103.51'),
    text(`${TOTALS}/cbc:TaxInclusiveAmount`, '553.51'),
    text(`${TOTALS}/cbc:PayableAmount`, '553.51'),
  );

describe('credit note with minus signs', () => {
  const WRITTEN = '(?:LineExtension|Taxable|Tax|TaxExclusive|TaxInclusive|Payable)Amount';
  it.each([
    ['prices and amounts', negated(creditNote(), `${WRITTEN}|PriceAmount`)],
    ['quantities and all amounts', negated(creditNote(), AMOUNTS)],
  ])('is one mistake, corrected to positive numbers: %s', (_, xml) => {
    const cause = onlyCause(xml);
    expect(cause.id).toBe('credit-note-negative');
    expect(cause.title.sk).toBe('Dobropis sa píše kladnými sumami');
    const [first] = cause.corrections;
    expect(first).toMatchObject({ id: 'sign', makes_valid: true });
    expect(first?.patch.every(({ before, after }) => before === `-${after}`)).toBe(true);
    expect(cause.proven).toBe(false);
  });
});

describe('unknown currency', () => {
  it.each([
    ['EURO', 'Sumy sa tým nemenia.'],
    ['€', 'Sumy sa tým nemenia.'],
    ['SKK', 'treba ich prepočítať'],
  ])('%s is reported once, and EUR is offered', (code, expected) => {
    const cause = onlyCause(peppolInvoice().replaceAll('>EUR<', `>${code}<`).replaceAll('"EUR"', `"${code}"`));
    expect(cause.id).toBe('currency-unknown');
    expect(cause.title.sk).toBe(`Neznáma mena: ${code}`);
    expect(cause.fix.program.sk).toContain(expected);
    expect(cause.corrections).toHaveLength(1);
    expect(cause.corrections[0]).toMatchObject({ makes_valid: true });
    expect(edits(cause)[0]!.every((edit) => edit === `${code} → EUR`)).toBe(true);
    expect(cause.proven).toBe(false);
  });
});

describe('wrong currency code of a single amount', () => {
  const price = 'cac:InvoiceLine[2]/cac:Price/cbc:PriceAmount';
  it.each([
    ['eur', price, 'jednotková cena bez DPH (BT-146)', ['BT-146']],
    ['€', price, 'jednotková cena bez DPH (BT-146)', ['BT-146']],
    ['Euro', `${TOTALS}/cbc:PayableAmount`, 'suma na úhradu (BT-115)', ['BT-115']],
  ])('names the amount, not the invoice currency (BT-5): %s at %s', (code, path, name, terms) => {
    const result = validate(peppolInvoice(attribute(path, 'currencyID', code)));
    const cause = onlyCause(peppolInvoice(attribute(path, 'currencyID', code)));
    expect(cause.id).toBe('currency-of-amount-unknown');
    expect(cause.explanation.sk).toContain(name);
    expect(`${cause.explanation.sk} ${cause.fix.sk}`).not.toContain('BT-5');
    expect(cause.fix.program.sk).toContain('V programe netreba nič meniť');
    expect(result.issues.find(({ rule_id }) => rule_id === 'BR-CL-03')?.business_terms).toEqual(terms);
    expect(edits(cause)).toEqual([[`${code} → EUR`]]);
  });
});

describe('VAT breakdown', () => {
  it('stated twice is one mistake, and no sum is changed (BG-23)', () => {
    const cause = onlyCause(peppolInvoice(repeat('cac:TaxTotal')));
    expect(cause.id).toBe('tax-total-repeated');
    expect(cause.corrections).toMatchObject([{ makes_valid: true, patch: [{ op: 'remove' }] }]);
  });

  it('stated twice with different amounts has no correction', () => {
    const result = validate(peppolInvoice(repeat('cac:TaxTotal'), text('cac:TaxTotal[2]/cbc:TaxAmount', '1.00')));
    expect(result.root_causes[0]).toMatchObject({ id: 'tax-total-repeated', corrections: [] });
  });

  it('in category E with a rate is taxed or exempt, never a sum equal to itself', () => {
    const second = LINE_TAX.replace('Line/', 'Line[2]/');
    const cause = onlyCause(
      peppolInvoice(text(`${GROUP}[2]/cac:TaxCategory/cbc:ID`, 'E'), text(`${second}/cbc:ID`, 'E')),
    );
    expect(cause.id).toBe('vat-category-with-rate');
    expect(cause.title.sk).toBe('Kategória DPH E nemôže mať sadzbu 19 %');
    expect(cause.explanation.sk).toContain(
      'Kategória E znamená oslobodenie od dane; daň sa pri nej neúčtuje. Faktúra však pri položke aj v rekapitulácii DPH uvádza sadzbu 19 %.',
    );
    expect(edits(cause)).toEqual([['E → S', 'E → S']]);
    expect(cause.corrections[0]).toMatchObject({ changes: ['tax'], makes_valid: true });
  });

  it('one cent above base times rate is explained, and the amount due stays', () => {
    const cause = onlyCause(aCentOfTax());
    expect(cause.title.sk).toBe('Daň 23 % je o 0,01 vyššia');
    expect(cause.explanation.sk).toContain('vychádza 103,50');
    expect(cause.corrections).toEqual([]);
  });
});

describe('unknown VAT category', () => {
  it.each(['AA', 'H', 'R'])('%s with a rate is corrected to a taxed supply', (category) => {
    const cause = onlyCause(
      peppolInvoice(...single, text(`${GROUP}/cac:TaxCategory/cbc:ID`, category), text(`${LINE_TAX}/cbc:ID`, category)),
    );
    expect(cause.id).toBe('vat-category-unknown');
    expect(cause.explanation.sk).toContain('Pri sadzbe 23 % je to zdanené plnenie, kategória S.');
    expect(edits(cause)).toEqual([[`${category} → S`, `${category} → S`]]);
    expect(cause.proven).toBe(false);
  });
});

describe('reverse charge without a reason', () => {
  it('of a Slovak seller gets the code and the wording of the law (BT-120, BT-121)', () => {
    const cause = onlyCause(peppolInvoice(...untaxed('AE', null)));
    const [first] = cause.corrections;
    expect(first?.patch.map(({ after }) => after)).toEqual([
      '<cbc:TaxExemptionReasonCode>VATEX-EU-AE</cbc:TaxExemptionReasonCode>',
      '<cbc:TaxExemptionReason>prenesenie daňovej povinnosti</cbc:TaxExemptionReason>',
    ]);
    expect(first?.makes_valid).toBe(true);
  });

  it('of a foreign seller gets only the code', () => {
    const country = `${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`;
    const result = validate(peppolInvoice(...untaxed('AE', null), text(country, 'CZ')));
    const cause = result.root_causes.find(({ id }) => id === 'exemption-reason-missing');
    expect(cause?.corrections[0]?.patch).toHaveLength(1);
  });
});

describe('payment means stated as a word (BT-81)', () => {
  const paidBy = (word: string): Mutation => text('cac:PaymentMeans/cbc:PaymentMeansCode', word);

  it.each([
    ['prevod', ['prevod → 30', 'prevod → 58']],
    ['Prevodom', ['Prevodom → 30', 'Prevodom → 58']],
  ])('%s may be one of two transfers: both are offered, and neither is proven', (word, choices) => {
    const cause = onlyCause(peppolInvoice(paidBy(word)));
    expect(edits(cause).map(([edit]) => edit)).toEqual(choices);
    expect(cause.proven).toBe(false);
  });

  it('hotovosť has a single code', () => {
    const cause = onlyCause(peppolInvoice(paidBy('hotovosť')));
    expect(edits(cause)).toEqual([['hotovosť → 10']]);
    expect(cause.proven).toBe(true);
  });
});

describe('one specific cause', () => {
  const price = (line: number, value: string): Mutation =>
    text(`cac:InvoiceLine[${line}]/cac:Price/cbc:PriceAmount`, value);
  const withoutLinePeriods = [remove('cac:InvoiceLine/cac:InvoicePeriod')];

  it.each([
    [
      'period-turned',
      'Obdobie sa končí skôr, ako sa začína',
      [text('cac:InvoicePeriod/cbc:StartDate', '2026-05-30'), ...withoutLinePeriods],
      [['2026-05-30 → 2026-04-30', '2026-04-30 → 2026-05-30']],
    ],
    // Swapped, the period would have a year: one of the years is wrong, and the issue date shows which.
    [
      'period-turned',
      'Obdobie sa končí skôr, ako sa začína',
      [text('cac:InvoicePeriod/cbc:StartDate', '2027-04-01'), ...withoutLinePeriods],
      [['2027-04-01 → 2026-04-01'], ['2027-04-01 → 2026-04-30', '2026-04-30 → 2027-04-01']],
    ],
    [
      'period-turned',
      'Obdobie sa končí skôr, ako sa začína',
      [text('cac:InvoicePeriod/cbc:EndDate', '2025-04-30'), ...withoutLinePeriods],
      [['2025-04-30 → 2026-04-30'], ['2026-04-01 → 2025-04-30', '2025-04-30 → 2026-04-01']],
    ],
    [
      'period-turned',
      'Obdobie sa končí skôr, ako sa začína',
      [
        text('cac:InvoicePeriod/cbc:StartDate', '2026-12-31'),
        text('cac:InvoicePeriod/cbc:EndDate', '2026-01-01'),
        ...withoutLinePeriods,
      ],
      [['2026-12-31 → 2026-01-01', '2026-01-01 → 2026-12-31']],
    ],
    [
      'unit-unknown',
      'Neznáma merná jednotka: štuka',
      [attribute('cac:InvoiceLine/cbc:InvoicedQuantity', 'unitCode', 'štuka')],
      [],
    ],
    [
      'identifier-written',
      'Číslo je zapísané inak, ako sa píše',
      [text(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'SK 2020273893')],
      [],
    ],
    [
      'party-numbers-disagree',
      'Čísla toho istého subjektu si odporujú',
      [text(`${SELLER}/cbc:EndpointID`, '2020273893')],
      [],
    ],
    ['repeated-too-often', 'Údaj je uvedený viackrát: poznámka k faktúre', [repeat('cbc:Note')], []],
    [
      'attachment-type',
      'Príloha tohto druhu sa s faktúrou neposiela',
      [
        attribute(
          'cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject',
          'mimeCode',
          'application/msword',
        ),
      ],
      [],
    ],
    [
      'value-missing',
      'Chýba údaj: kategória DPH zľavy na úrovni dokladu (BT-95)',
      [remove('cac:AllowanceCharge/cac:TaxCategory')],
      [],
    ],
  ] as const)('%s', (id, title, mutations, corrections) => {
    const cause = onlyCause(peppolInvoice(...mutations));
    expect([cause.id, cause.title.sk]).toEqual([id, title]);
    expect(edits(cause)).toEqual(corrections);
    expect(cause.proven).toBe(false);
  });

  it('moves the sign of an advance from the price to the quantity and keeps its amount (BR-27)', () => {
    const quantity = /(?<=<cbc:InvoicedQuantity[^>]*>)[^<]+/;
    const second = peppolInvoice().split('<cac:InvoiceLine>')[2]!;
    const [count, stated] = [quantity.exec(second)![0], /(?<=<cbc:PriceAmount[^>]*>)[^<]+/.exec(second)![0]];
    const cause = onlyCause(
      peppolInvoice(text('cac:InvoiceLine[2]/cbc:InvoicedQuantity', `-${count}`), price(2, `-${stated}`)),
    );
    expect(cause.id).toBe('negative-price');
    expect(edits(cause)).toEqual([[`-${count} → ${count}`, `-${stated} → ${stated}`]]);
    expect(cause.corrections[0]).toMatchObject({ id: 'sign', changes: ['line'], makes_valid: true });
    // The texts for an invoice do not mention credit notes.
    expect(cause.fix.program.sk).toContain('záporné množstvo');
    expect(cause.fix.program.sk + cause.explanation.sk).not.toContain('obropis');
  });

  it('reports a zero rate of a taxed supply once (BR-S-05, SK-R-041)', () => {
    const cause = onlyCause(
      peppolInvoice(
        ...single,
        ...[`${GROUP}/cac:TaxCategory`, LINE_TAX].map((path) => text(`${path}/cbc:Percent`, '0')),
        ...[`${GROUP}/cbc:TaxAmount`, 'cac:TaxTotal/cbc:TaxAmount'].map((path) => text(path, '0.00')),
        ...['TaxInclusiveAmount', 'PayableAmount'].map((name) => text(`${TOTALS}/cbc:${name}`, '450.00')),
      ),
    );
    expect(cause.rule_ids).toEqual(['BR-S-05', 'SK-R-041']);
  });

  it('does not repeat the message of a rule, and the fix names no element', () => {
    const cause = onlyCause(peppolInvoice(text('cac:PaymentMeans/cbc:PaymentID', 'FV-2026-42')));
    expect(cause.explanation.sk).not.toContain(cause.title.sk);
    expect(cause.fix.program.sk).toMatch(/^Uveďte variabilný symbol z najviac desiatich číslic/);
    expect(cause.fix.xml.sk).toContain('cac:PaymentMeans/cbc:PaymentID');
  });
});

describe('mistakes that the official rules do not report', () => {
  const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode';
  const seller = /<cac:AccountingSupplierParty>([\s\S]*)<\/cac:AccountingSupplierParty>/.exec(peppolInvoice())![1]!;

  it.each([
    ['country-suriname', peppolInvoice(text(`${BUYER}/${COUNTRY}`, 'SR'))],
    ['country-suriname', peppolInvoice(text(`${SELLER}/${COUNTRY}`, 'SR'), text(`${BUYER}/${COUNTRY}`, 'SR'))],
    [
      'buyer-is-seller',
      peppolInvoice().replace(
        /(<cac:AccountingCustomerParty>)[\s\S]*(<\/cac:AccountingCustomerParty>)/,
        `$1${seller}$2`,
      ),
    ],
    ['credit-note-negative', negated(creditNote(), AMOUNTS).replaceAll('>-45', '>45').replaceAll('>-50', '>50')],
    [
      'vat-row-missing',
      peppolInvoice(
        remove(`${GROUP}[2]`),
        text('cac:TaxTotal/cbc:TaxAmount', '92.00'),
        text(`${TOTALS}/cbc:TaxInclusiveAmount`, '629.00'),
        text(`${TOTALS}/cbc:PayableAmount`, '529.02'),
      ),
    ],
  ])('%s', (id, xml) => {
    const { root_causes } = validate(xml);
    expect(root_causes.map((cause) => cause.id)).toContain(id);
  });
});

describe('one mistake reported by several rules is one cause', () => {
  it('an electronic address with an unknown scheme', () => {
    const cause = onlyCause(peppolInvoice(attribute(`${BUYER}/cbc:EndpointID`, 'schemeID', '9956')));
    expect(cause.id).toBe('electronic-address-scheme');
    expect(cause.explanation.sk).not.toContain('0056');
  });

  it('a seller without a name: the payee is not mentioned', () => {
    const cause = onlyCause(peppolInvoice(remove(`${SELLER}/cac:PartyLegalEntity`)));
    expect(cause.title.sk).toBe('Chýba údaj: názov predávajúceho');
  });
});

describe('wording of explanations', () => {
  const damaged = (...mutations: Mutation[]): RootCause => onlyCause(peppolInvoice(...single, ...mutations));

  it('a negative amount due has a wrong sign and not a double payment (BR-CO-16)', () => {
    const due = /PayableAmount[^>]*>([^<]*)</.exec(peppolInvoice(...single))![1]!;
    const cause = damaged(text(`${TOTALS}/cbc:PayableAmount`, `-${due}`));
    expect(edits(cause)).toEqual([[`-${due} → ${due}`]]);
  });

  it('a lower-case category is compared with the category, not with the rate', () => {
    const cause = damaged(text(`${LINE_TAX}/cbc:ID`, 's'));
    expect(cause.explanation.sk).toContain('Rekapitulácia uvádza kategóriu S, riadok má s.');
    expect(edits(cause)).toEqual([['s → S']]);
  });

  it('a date with a time is not called Slovak', () => {
    const cause = damaged(text('cbc:IssueDate', '2026-11-21T00:00:00'));
    expect(cause.id).toBe('date-format');
    expect(cause.title.sk).toBe('Dátum nie je v tvare, v ktorom sa zapisuje do XML');
  });

  it('a missing total is computed by the software, not looked up in a record', () => {
    const cause = damaged(remove(`${TOTALS}/cbc:LineExtensionAmount`));
    expect(cause.fix.program.sk).toContain('Súčty počíta program sám');
    expect(damaged(remove('cbc:ID')).fix.program.sk).toContain('Prideľte faktúre poradové číslo');
  });

  it('a rate written as a fraction is explained', () => {
    const rate = /<cac:TaxSubtotal>[\s\S]*?<cbc:Percent>([^<]*)</.exec(peppolInvoice(...single))![1]!;
    const cause = damaged(text(`${GROUP}/cac:TaxCategory/cbc:Percent`, String(Number(rate) / 100)));
    expect(cause.id).toBe('vat-rate-mismatch');
    expect(cause.explanation.sk).toContain('zapísaná ako zlomok');
    const other = damaged(text(`${GROUP}/cac:TaxCategory/cbc:Percent`, '10'));
    expect(other.explanation.sk).not.toContain('zlomok');
  });

  it('the missing parts of an incomplete invoice are named', () => {
    const parts = [TOTALS, 'cac:TaxTotal', 'cac:AccountingSupplierParty', 'cac:InvoiceLine[2]', 'cac:InvoiceLine'];
    const { root_causes } = validate(peppolInvoice(...parts.map((path) => remove(path))));
    const { fix, explanation } = root_causes.find(({ id }) => id === 'document-incomplete')!;
    expect(fix.program.sk).toContain('doplňte v ňom tieto údaje: ');
    for (const sentence of [fix.program.sk, explanation.sk]) expect(sentence).toContain('predávajúc');
    expect(fix.program.en).not.toContain('as the issues say');
  });
});

describe('explanations name the owner, the location and the meaning of a code', () => {
  it('the lines with a rate that the breakdown lacks', () => {
    const cause = onlyCause(peppolInvoice(remove(`${GROUP}[2]`)));
    expect(cause.title.sk).toBe('V rekapitulácii DPH chýba sadzba 19 % (riadok 2)');
    expect(cause.fix.program.sk).toContain('sumu na úhradu nemeňte');
  });

  it('for a rate without tax in the totals, the amount due is not called right', () => {
    const lower = [text('cac:TaxTotal/cbc:TaxAmount', '92.00'), text(`${TOTALS}/cbc:TaxInclusiveAmount`, '629.00')];
    const cause = onlyCause(
      peppolInvoice(remove(`${GROUP}[2]`), ...lower, text(`${TOTALS}/cbc:PayableAmount`, '529.02')),
    );
    expect(cause.explanation.sk).toContain('chýba aj v celkovej DPH a v sume na úhradu');
    expect(cause.fix.program.sk).not.toContain('nemeňte');
  });

  it.each([
    [SELLER, 'IČ DPH predávajúceho nie je správne', 'vo vlastných údajoch firmy'],
    [BUYER, 'IČ DPH kupujúceho nie je správne', 'v karte partnera'],
  ])('a wrong number of %s', (party, title, record) => {
    const cause = onlyCause(peppolInvoice(text(`${party}/cac:PartyTaxScheme/cbc:CompanyID`, 'SK2020317069')));
    expect(cause.title.sk).toBe(title);
    expect(cause.fix.program.sk).toContain(record);
  });

  it.each([
    ['prevod', 'Neznámy kód spôsobu platby (BT-81): prevod', '30 (prevod na účet) alebo 58 (SEPA prevod)'],
    ['kartou', 'Neznámy kód spôsobu platby (BT-81): kartou', '54 (kreditná karta) alebo 55 (debetná karta)'],
    ['hotovosť', 'Neznámy kód spôsobu platby (BT-81): hotovosť', 'Myslí sa ňou kód 10 (hotovosť)'],
  ])('payment means: %s', (word, title, codes) => {
    const cause = onlyCause(peppolInvoice(text('cac:PaymentMeans/cbc:PaymentMeansCode', word)));
    expect(cause.title.sk).toBe(title);
    expect(cause.explanation.sk).toContain(codes);
    expect(cause.corrections[0]!.title.sk).toMatch(/→ \d\d \([^)]+\)$/);
  });

  it('an unknown category, at its line', () => {
    const cause = onlyCause(peppolInvoice(...single, text(`${LINE_TAX}/cbc:ID`, 'AA')));
    expect(cause.location).toMatch(/\/cac:InvoiceLine(\[1\])?\//);
    expect(cause.fix.program.sk).toContain('pri položke (riadok 1)');
  });

  it('for a wrong currency code, the numbers stay', () => {
    const [EURO] = onlyCause(peppolInvoice().replaceAll('>EUR<', '>EURO<').replaceAll('"EUR"', '"EURO"')).corrections;
    expect(EURO!.note!.sk).toContain('čísla ostávajú');
    const [CZK] = onlyCause(peppolInvoice(attribute(`${TOTALS}/cbc:PayableAmount`, 'currencyID', 'CZK'))).corrections;
    expect(CZK!.note!.sk).toContain('čísla ostávajú');
    expect(CZK!.changes).toEqual(['amount_due']);
  });

  it.each([
    ['XRechnung', 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'],
    ['NLCIUS', 'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0'],
  ])('a specification without installed rules: %s', (name, identifier) => {
    const cause = onlyCause(peppolInvoice(text('cbc:CustomizationID', identifier)));
    expect(cause.title.sk).toContain(name);
    expect(cause.corrections).toEqual([]);
  });

  it('a difference of one cent is located at the tax', () => {
    const cause = onlyCause(aCentOfTax());
    expect(cause.location).toMatch(/\/cbc:TaxAmount(\[1\])?$/);
  });
});
