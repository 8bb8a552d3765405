/** Sellers that are not registered for VAT: category O, and never only the advice to become a payer. */
import type { FileResult } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { remove } from '../../support/invoice-builder.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { putReason, SELLER, single, untaxed } from './invoices.ts';
import { damaged, type Replacement } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

function onlyCause(xml: string): FileResult['root_causes'][number] {
  const result = validate(xml, { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  const causes = result.root_causes.filter(({ id }) => /^(seller-|vat-identifier-)/.test(id));
  expect(causes).toHaveLength(1);
  return causes[0]!;
}

const WITHOUT_PREFIX: Replacement = ['>SK2020317068<', '>2020317068<'];
const note = (text: string): Replacement => [
  '<cbc:DocumentCurrencyCode',
  `<cbc:Note>${text}</cbc:Note><cbc:DocumentCurrencyCode`,
];
const edit = ({ patch }: FileResult['root_causes'][number]['corrections'][number], path: RegExp) =>
  patch.filter(({ xpath }) => path.test(xpath)).map(({ op, after }) => [op, after]);

describe('a DIČ as VAT identifier of the seller (BT-31)', () => {
  it('gets the prefix first, and category O as the alternative', () => {
    const { id, corrections } = onlyCause(damaged(WITHOUT_PREFIX));
    expect(id).toBe('vat-identifier-prefix');
    expect(corrections.map(({ makes_valid }) => makes_valid)).toEqual([true, true]);
    expect(corrections.map(({ changes }) => changes)).toEqual([['party'], ['amount_due', 'tax', 'party']]);
    expect(corrections[1]!.note!.en).toContain('only when the seller really is not registered for VAT');
  });

  it.each([
    'Nie som platiteľ DPH.',
    'Nie sme platcami DPH',
    'Ďakujeme. Dodávateľ nie je platiteľom DPH.',
    'Nie je platitel DPH',
    'Fyzická osoba, neplatiteľ DPH',
    'The seller is not registered for VAT.',
  ])('is not a VAT identifier with the note „%s“', (text) => {
    const { id, title, corrections } = onlyCause(damaged(WITHOUT_PREFIX, note(text)));
    expect(id).toBe('seller-not-registered');
    expect(title.sk).toBe('Predávajúci zrejme nie je platiteľom DPH');
    const [outside, prefix] = corrections;
    expect([outside!.makes_valid, prefix!.patch]).toMatchObject([true, [{ after: 'SK2020317068' }]]);
    expect(edit(outside!, /ClassifiedTaxCategory\/cbc:ID$/)).toEqual([1, 2, 3, 4].map(() => ['replace', 'O']));
    expect(edit(outside!, /TaxExemptionReasonCode/)[0]![1]).toContain('VATEX-EU-O');
    expect(edit(outside!, /PayableAmount$/)).toEqual([['replace', '490.18']]);
    expect(edit(outside!, /SupplierParty.*PartyTaxScheme/)).toEqual([['remove', null]]);
  });

  it.each(['Odberateľ nie je platiteľ DPH', 'Sme platiteľmi DPH', 'Nie som platiteľ spotrebnej dane'])(
    'gets the prefix first with the note „%s“',
    (text) => {
      expect(onlyCause(damaged(WITHOUT_PREFIX, note(text))).id).toBe('vat-identifier-prefix');
    },
  );
});

describe('a seller without any tax number', () => {
  const numbers = [remove(`${SELLER}/cac:PartyTaxScheme[2]`), remove(`${SELLER}/cac:PartyTaxScheme`)];

  it.each([
    ['Z', 'BR-Z-02'],
    ['E', 'BR-E-02'],
    ['S', 'BR-S-02'],
  ])('that charges no tax under category %s belongs to category O', (category, rule) => {
    const { id, rule_ids, corrections } = onlyCause(peppolInvoice(...untaxed(category, null), ...numbers));
    expect(id).toBe('seller-not-registered');
    expect(rule_ids).toContain(rule);
    expect(corrections).toMatchObject([{ makes_valid: true, changes: ['tax', 'party'] }]);
  });

  it('with an exemption reason gets no correction, unless the reason states that it is not registered', () => {
    const exempt = untaxed('E', null);
    const code = onlyCause(peppolInvoice(...exempt, putReason('VATEX-EU-132'), ...numbers));
    expect([code.id, code.corrections]).toEqual(['seller-vat-number-missing', []]);
    const reason = '<cbc:TaxExemptionReason>Nie je platiteľ DPH</cbc:TaxExemptionReason><cac:TaxScheme';
    const stated = peppolInvoice(...exempt, ...numbers).replace(/<cac:TaxScheme(?=[^_]*<\/cac:TaxSubtotal>)/, reason);
    expect(onlyCause(stated)).toMatchObject({ id: 'seller-not-registered', corrections: [{ makes_valid: true }] });
  });

  it('with tax gets no correction', () => {
    expect(onlyCause(peppolInvoice(...single, ...numbers)).id).toBe('seller-vat-number-missing');
  });

  it('with a VAT total in another currency gets no correction', () => {
    const euro = '<cac:TaxTotal><cbc:TaxAmount currencyID="CZK">0.00</cbc:TaxAmount></cac:TaxTotal>';
    const xml = peppolInvoice(...untaxed('Z', null), ...numbers).replace('<cac:LegalMonetaryTotal', `${euro}$&`);
    expect(onlyCause(xml).corrections).toEqual([]);
  });
});
