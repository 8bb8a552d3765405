/** Mistakes in the VAT breakdown, its categories and currencies whose recomputed sums would falsify the invoice. */

import type { RootCause } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { attribute, type Mutation, remove, text } from '../../support/invoice-builder.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { BUYER, insertAfter, SELLER, single, TOTALS, untaxed } from './invoices.ts';
import { INVOICE } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

function only(xml: string): RootCause {
  const result = validate(xml, { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  expect(result.root_causes.map(({ id }) => id)).toHaveLength(1);
  return result.root_causes[0]!;
}

const edits = ({ corrections }: RootCause): string[] =>
  corrections.map(({ patch }) => patch.map(({ before, after }) => `${before} → ${after}`).join('; '));

const ROW = /<cac:TaxSubtotal>(?:(?!<\/cac:TaxSubtotal>)[\s\S])*>28\.20<[\s\S]*?<\/cac:TaxSubtotal>/;
/** The invoice with the rates of both rows exchanged. */
const swapped = INVOICE.replace(/<cac:TaxTotal>[\s\S]*?<\/cac:TaxTotal>/, (total) =>
  total.replace(/<cbc:Percent>(\d+)</g, (_, rate: string) => `<cbc:Percent>${rate === '23' ? '5' : '23'}<`),
);

describe('breakdown with a row for every rate that does not add up (BG-23)', () => {
  it('a repeated row is removed and no sum is changed (BR-CO-14)', () => {
    const cause = only(INVOICE.replace(ROW, '$&$&'));
    expect(cause).toMatchObject({ id: 'vat-row-doubled', corrections: [{ makes_valid: true, changes: ['tax'] }] });
    expect(cause.title.sk).toBe('Riadok rekapitulácie DPH je uvedený dvakrát: 5 %');
  });

  it('exchanged rates are swapped back and the amount due stays (BR-S-08, BR-S-09)', () => {
    const cause = only(swapped);
    expect([cause.id, ...edits(cause)]).toEqual([
      'vat-rows-swapped',
      expect.stringMatching(/^(5 → 23; 23 → 5|23 → 5; 5 → 23)$/),
    ]);
    expect(cause.corrections[0]).toMatchObject({ id: 'swap', makes_valid: true, changes: ['tax'] });
  });

  it('a line with the rate of another row gets its own rate first; changing the amount due is only the alternative (BT-152)', () => {
    const cause = only(INVOICE.replace(/(Práca technika<\/cbc:Name>[\s\S]*?<cbc:Percent>)23/, '$15'));
    expect(cause.id).toBe('vat-rate-of-one');
    expect(cause.title.sk).toBe('Riadok 3 má inú sadzbu DPH, než s akou sa počíta v rekapitulácii');
    expect(edits(cause)[0]).toBe('5 → 23');
    expect(cause.corrections.map(({ changes }) => changes)).toEqual([['tax'], ['amount_due', 'tax']]);
    expect(cause.proven).toBe(false);
  });

  it('a row without rate gets the only rate of the lines without a row (BT-119)', () => {
    const cause = only(INVOICE.replace(ROW, (row) => row.replace(/\s*<cbc:Percent>5<\/cbc:Percent>/, '')));
    expect(cause.title.sk).toContain('sadzba DPH v rekapitulácii');
    expect(cause.corrections).toMatchObject([{ makes_valid: true, patch: [{ op: 'insert' }] }]);
    expect(cause.corrections[0]!.title.sk).toContain('(BT-119) 5');
  });

  it.each(['S', 'Z'])('an exemption reason determines the category and is not removed: %s', (stated) => {
    const cause = only(peppolInvoice(...untaxed(stated, 'VATEX-EU-AE')));
    expect(cause.id).toBe('vat-category-of-reason');
    expect(edits(cause)).toEqual([`${stated} → AE; ${stated} → AE`]);
    expect(cause.corrections[0]).toMatchObject({ makes_valid: true, changes: ['tax'] });
  });
});

describe('invoice in another currency than euro (BT-5, BT-6, BT-111)', () => {
  const second = (currency: string, more = ''): string =>
    `<cac:TaxTotal><cbc:TaxAmount currencyID="${currency}">4.62</cbc:TaxAmount>${more}</cac:TaxTotal>`;
  const inKoruna = (total: string, ...mutations: Mutation[]): string =>
    peppolInvoice(...single, ...mutations)
      .replaceAll('>EUR<', '>CZK<')
      .replaceAll('"EUR"', '"CZK"')
      .replace('</cac:TaxTotal>', `</cac:TaxTotal>${total}`)
      .replace('TaxCurrencyCode>CZK<', 'TaxCurrencyCode>EUR<');
  const accounting = insertAfter('cbc:DocumentCurrencyCode', 'cbc:TaxCurrencyCode', 'EUR');

  it('is valid with a VAT total in euro', () => {
    expect(validate(inKoruna(second('EUR'), accounting)).root_causes).toEqual([]);
  });

  it('without BT-6 gets it from the second VAT total', () => {
    const cause = only(inKoruna(second('EUR')));
    expect(cause).toMatchObject({ id: 'tax-currency-missing', corrections: [{ makes_valid: true, changes: ['tax'] }] });
  });

  it('with the second VAT total in invoice currency has its currency corrected', () => {
    const cause = only(inKoruna(second('CZK'), accounting));
    expect([cause.id, ...edits(cause)]).toEqual(['tax-currency-of-total', 'CZK → EUR']);
  });

  it('with a VAT total that was not converted keeps its currency', () => {
    const result = validate(inKoruna(second('CZK').replace('4.62', '103.50'), accounting));
    expect(result.root_causes.flatMap(({ corrections }) => corrections)).toEqual([]);
  });

  it('with a breakdown in both currencies keeps only that of the invoice currency', () => {
    const row = /<cac:TaxSubtotal>[\s\S]*?<\/cac:TaxSubtotal>/.exec(peppolInvoice(...single))![0];
    const cause = only(inKoruna(second('EUR', row.replaceAll('"EUR"', '"XXX"')).replaceAll('XXX', 'EUR'), accounting));
    expect(cause).toMatchObject({ id: 'tax-currency-breakdown', corrections: [{ makes_valid: true }] });
    expect(cause.fix.program.sk).not.toContain('CZK');
  });

  it('with the amount due in euro is one mistake with corrected currency and number', () => {
    const cause = only(
      peppolInvoice(
        ...single,
        attribute(`${TOTALS}/cbc:PayableAmount`, 'currencyID', 'CZK'),
        text(`${TOTALS}/cbc:PayableAmount`, '13837.50'),
      ),
    );
    expect([cause.id, ...edits(cause)]).toEqual(['currency-of-amounts', 'CZK → EUR; 13837.50 → 553.50']);
  });
});

describe('deviating formats of exports', () => {
  it.each([
    ['nie', 'false'],
    ['Nein', 'false'],
    ['0', 'false'],
  ])('a discount indicator „%s“ is one mistake (PEPPOL-EN16931-R043)', (word, right) => {
    const cause = only(INVOICE.replace('<cbc:ChargeIndicator>false', `<cbc:ChargeIndicator>${word}`));
    expect(edits(cause)).toEqual([`${word} → ${right}`]);
    expect(cause).toMatchObject({ proven: false, corrections: [{ makes_valid: true, changes: ['line'] }] });
  });

  it('a US date with a day above twelve has one interpretation', () => {
    expect(edits(only(INVOICE.replace('<cbc:DueDate>2027-01-29', '<cbc:DueDate>01/29/2027')))).toEqual([
      '01/29/2027 → 2027-01-29',
    ]);
    expect(edits(only(INVOICE.replace('<cbc:DueDate>2027-01-29', '<cbc:DueDate>03/04/2027')))).toEqual([
      '03/04/2027 → 2027-04-03',
      '03/04/2027 → 2027-03-04',
    ]);
  });

  it('a VAT number without prefix is explained by the country of the party, without a Slovak number for a German one', () => {
    const path = `${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`;
    const country = text(`${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'DE');
    const causes = validate(peppolInvoice(...single, country, text(path, '123456788'))).root_causes;
    const cause = causes.find(({ id }) => id === 'vat-identifier-prefix');
    expect(cause?.fix.program.sk).toContain('začína sa DE');
    expect(cause?.corrections).toEqual([]);
  });

  it('a negative paid amount is the cause, not the amount due (BT-113)', () => {
    const cause = only(peppolInvoice(text(`${TOTALS}/cbc:PrepaidAmount`, '-100.00')));
    expect(cause.id).toBe('paid-amount-wrong');
    expect(cause.explanation.sk).toContain('uhradenú sumu −100,00');
    expect(edits(cause)[0]).toBe('-100.00 → 100.00');
  });

  it('a delivery location without country is explained by the country (BR-IC-12)', () => {
    const abroad = [
      text(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'CZ12345679'),
      text(`${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'CZ'),
      text(`${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`, '12345679'),
    ];
    const damaged = peppolInvoice(
      ...untaxed('K', 'VATEX-EU-IC'),
      ...abroad,
      remove('cac:Delivery/cac:DeliveryLocation'),
    );
    expect(only(damaged).title.sk).toContain('krajiny miesta dodania');
  });
});
