/** Regression tests for causes that named the wrong item: another format, another location, another number. */
import type { RootCause } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { untaxed } from './invoices.ts';
import { damaged, line, xmlOf } from './slovak-invoice.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

function causes(xml: string): readonly RootCause[] {
  const result = validate(xml, { today: '2027-01-20' });
  expect(faultsOfCauses(result)).toEqual([]);
  return result.root_causes;
}

const written = ({ corrections }: RootCause) => corrections.map(({ patch }) => patch.map(({ after }) => after));

describe('texts for values that are not numbers (UBL-STRUCTURE-VALUE-INVALID)', () => {
  const attachment = (content: string): string =>
    '<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" ' +
    `filename="a.pdf">${content}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`;

  it.each([
    [
      'an attachment',
      ['<cac:AccountingSupplierParty>', `${attachment('JVBERi0*')}$&`],
      'obsah súboru v kódovaní Base64',
    ],
    ['a time with a point', ['<cbc:DueDate>', '<cbc:IssueTime>10.30</cbc:IssueTime>$&'], 'čas v tvare HH:MM:SS'],
    ['a time with a comma', ['<cbc:DueDate>', '<cbc:IssueTime>10,5</cbc:IssueTime>$&'], 'čas v tvare HH:MM:SS'],
    ['a language', ['<cbc:DocumentCurrencyCode>', '<cbc:Note languageID="sk_SK">Ahoj</cbc:Note>$&'], 'kód jazyka'],
  ] as const)('%s', (_, replacement, form) => {
    const [cause] = causes(damaged(replacement));
    expect([cause!.id, cause!.corrections]).toEqual(['value-format', []]);
    expect(cause!.explanation.sk).toContain(form);
    expect(cause!.explanation.sk).not.toMatch(/číslo|„Ahoj“/);
  });
});

describe('rate or category that the breakdown lacks (BR-S-08)', () => {
  const allowance = (rate: string, isCharge: boolean): string =>
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Vernosť</cbc:AllowanceChargeReason>` +
    `<cbc:Amount currencyID="EUR">10.00</cbc:Amount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${rate}</cbc:Percent>` +
    '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:AllowanceCharge>';
  const base = xmlOf([line('Oprava čerpadla', '1', '100.00', '23')]);
  const withAllowance = (rate: string, isCharge: boolean): string => {
    const net = isCharge ? '110.00' : '90.00';
    const [tax, total] = isCharge ? ['25.30', '135.30'] : ['20.70', '110.70'];
    const kind = isCharge ? 'Charge' : 'Allowance';
    const sum = `<cbc:${kind}TotalAmount currencyID="EUR">10.00</cbc:${kind}TotalAmount>`;
    return base
      .replace('<cac:TaxTotal>', `${allowance(rate, isCharge)}$&`)
      .replace(/(<cbc:Tax(?:able|Exclusive)Amount[^>]*>)[^<]*/g, `$1${net}`)
      .replace(/(<cbc:TaxAmount[^>]*>)[^<]*/g, `$1${tax}`)
      .replace(/(<cbc:(?:TaxInclusive|Payable)Amount[^>]*>)[^<]*/g, `$1${total}`)
      .replace('<cbc:PayableAmount', `${sum}$&`);
  };

  it.each([
    [false, 'zľava na úrovni dokladu má 19 %', 'a document level allowance has 19 %'],
    [true, 'prirážka na úrovni dokladu má 19 %', 'a document level charge has 19 %'],
  ])('names an allowance or charge instead of lines (BG-20, BG-21): %s', (isCharge, slovak, english) => {
    expect(causes(withAllowance('23', isCharge))).toEqual([]);
    const [cause, ...others] = causes(withAllowance('19', isCharge));
    expect([cause!.id, others]).toEqual(['vat-rate-mismatch', []]);
    expect(cause!.explanation.sk).toContain(slovak);
    expect(cause!.explanation.en).toContain(english);
    expect(Object.values(cause!.title).join(' ') + cause!.fix.sk + cause!.fix.en).not.toMatch(/riadk|line/);
    expect(written(cause!)[0]).toEqual(['23']);
  });

  it.each([
    ['áno', true],
    ['áno', false],
    ['nie', true],
    ['Zľava', false],
    ['Prirážka', true],
    ['?', true],
  ])(
    'the indicator „%s“ is one mistake, and the sums determine whether it is a charge (BG-20, BG-21): %s',
    (word, isCharge) => {
      const mark = `<cbc:ChargeIndicator>${isCharge}`;
      const [cause, ...others] = causes(withAllowance('23', isCharge).replace(mark, `<cbc:ChargeIndicator>${word}`));
      expect([cause!.id, others, written(cause!)]).toEqual(['value-format', [], [[String(isCharge)]]]);
      expect(cause!.fix.sk).toContain('true (prirážka) alebo false (zľava)');
      expect(cause!.corrections[0]!.makes_valid).toBe(true);
    },
  );

  it('indicators in words are one mistake for allowances and charges together', () => {
    const words = (xml: string): string =>
      xml
        .replaceAll('<cbc:ChargeIndicator>false', '<cbc:ChargeIndicator>zľava')
        .replaceAll('<cbc:ChargeIndicator>true', '<cbc:ChargeIndicator>prirážka');
    const [cause, ...others] = causes(words(peppolInvoice()));
    expect([cause!.id, others]).toEqual(['value-format', []]);
    expect(cause!.corrections[0]!.makes_valid).toBe(true);
  });

  it.each([
    [false, 'pri zľave na úrovni dokladu', 'of the document level allowance'],
    [true, 'pri prirážke na úrovni dokladu', 'of the document level charge'],
  ])(
    'an unknown category of an allowance or charge does not mention an item (BT-95, BT-102): %s',
    (isCharge, slovak, english) => {
      const xml = withAllowance('23', isCharge).replace(
        /(<cac:AllowanceCharge>[\s\S]*?<cac:TaxCategory><cbc:ID>)S/,
        '$1Q',
      );
      const [cause, ...others] = causes(xml);
      expect([cause!.id, others]).toEqual(['vat-category-unknown', []]);
      expect(cause!.fix.sk).toContain(slovak);
      expect(cause!.fix.en).toContain(english);
      expect(cause!.fix.sk + cause!.fix.en).not.toMatch(/položk|item/);
    },
  );

  it('an unknown category next to a reverse charge is one mistake and can only be that category (BR-CL-18, BR-AE-08)', () => {
    const whole = peppolInvoice(...untaxed('AE', 'VATEX-EU-AE'));
    const half = (xml: string): string => xml.replace('>10<', '>5<').replace('>450.00<', '>225.00<');
    const two = whole.replace(
      /<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>/,
      (own) => half(own) + half(own).replace(/(<cac:InvoiceLine>\s*<cbc:ID>)[^<]*/, '$199'),
    );
    expect(causes(two)).toEqual([]);
    const [cause, ...others] = causes(two.replace(/<cbc:ID>AE<(?![\s\S]*<cbc:ID>AE<)/, '<cbc:ID>PDP<'));
    expect([cause!.id, others, written(cause!)]).toEqual(['vat-category-unknown', [], [['AE']]]);
    expect(cause!.explanation.sk).toContain('Rekapitulácia má bez dane iba kategóriu AE.');
  });
});

describe('point as thousands separator (BT-129, BT-146)', () => {
  it.each([
    ['a price', line('Stroj', '2', '1240.00', '23'), '>1240<', '>1.240<', 'price-wrong', '1240.00'],
    ['a quantity', line('Skrutka', '1240', '0.50', '23'), '>1240<', '>1.240<', 'quantity-wrong', '1240'],
  ])('%s', (_, of, right, wrong, id, after) => {
    const xml = xmlOf([of]);
    expect(xml).toContain(right);
    const [cause, ...others] = causes(xml.replace(right, wrong));
    expect([cause!.id, others]).toEqual([id, []]);
    expect(written(cause!)[0]).toEqual([after]);
  });
});
