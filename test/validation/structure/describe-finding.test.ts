import { getRuleText } from '@e-invoice/validator/catalog';
import { describe, expect, it } from 'vitest';
import { describeFinding, STRUCTURE_RULES } from '../../../packages/validator/src/validation/layers/structure/index.ts';
import { messageTexts } from '../../../packages/validator/src/validation/layers/structure/texts.data.ts';
import { check, invoice, parts } from './tables.ts';

function first(text: string): { sk: string; en: string; expected: string | null } {
  const { message, expected } = describeFinding(check(text)[0]!);
  return { ...message, expected };
}

describe('messages of structure findings', () => {
  it('name the missing element, its parent and its position', () => {
    expect(first(invoice({ customer: '' }))).toEqual({
      sk: 'V prvku Invoice chýba povinný prvok cac:AccountingCustomerParty. Patrí za cac:AccountingSupplierParty a pred cac:LegalMonetaryTotal.',
      en: 'The element Invoice lacks the required element cac:AccountingCustomerParty. It belongs after cac:AccountingSupplierParty and before cac:LegalMonetaryTotal.',
      expected: 'cac:AccountingCustomerParty',
    });
  });

  it('give the position of a misplaced element', () => {
    expect(first(invoice({ line: `${parts.line}<cbc:Note>a</cbc:Note>` })).sk).toBe(
      'Prvok cbc:Note je v prvku Invoice na nesprávnom mieste; štandard UBL 2.1 určuje pevné poradie. Patrí za cbc:IssueDate a pred cac:AccountingSupplierParty.',
    );
  });

  it('suggest the right spelling', () => {
    expect(first(invoice({ id: '<cbc:Id>1</cbc:Id>' }))).toMatchObject({
      sk: 'Prvok cbc:Id v prvku Invoice štandard UBL 2.1 pre faktúru a dobropis nepozná. Očakáva sa tu cbc:ID.',
      expected: 'cbc:ID',
    });
  });

  it('list at most six allowed elements', () => {
    expect(first(invoice({ issued: `${parts.issued}<cbc:Poznamka/><cbc:Poznamka/>` })).en).toBe(
      'The element cbc:Poznamka (2×) in Invoice does not exist in UBL 2.1 invoices and credit notes. Here may be: cbc:IssueTime, cbc:DueDate, cbc:InvoiceTypeCode, cbc:Note, cbc:TaxPointDate, cbc:DocumentCurrencyCode, ….',
    );
  });

  it.each([
    ['1,50', 'Namiesto desatinnej čiarky má byť bodka.', '1.50'],
    ['1 234,50', 'Tisíce sa nijako neoddeľujú.', '1234.50'],
    ['1.234,50', 'Tisíce sa nijako neoddeľujú.', '1234.50'],
    ['1,234', 'Namiesto desatinnej čiarky má byť bodka.', null],
    ['10.00 EUR', 'Pri čísle nesmie byť mena ani znak percenta.', '10.00'],
    ['', 'Prvok je prázdny.', null],
  ])('explain the invalid amount “%s”', (value, mistake, expected) => {
    const texts = first(invoice({ total: parts.total.replace('1.00', value) }));
    expect(texts.sk).toBe(
      `Hodnota „${value}“ v prvku cbc:PayableAmount nemá správny tvar: očakáva sa číslo s desatinnou bodkou bez medzier, napríklad 1234.50. ${mistake}`,
    );
    expect(texts.expected).toBe(expected);
  });

  it.each([
    ['15.1.2026', 'The date is written in the local way (day, month, year).', '2026-01-15'],
    ['2026-02-30', 'There is no such day in the calendar.', null],
    ['2026-01-15T00:00:00', 'A date must not have a time.', '2026-01-15'],
    ['31.2.2026', 'The date is written in the local way (day, month, year).', null],
    ['yesterday', '', null],
  ])('explain the invalid date “%s”', (value, mistake, expected) => {
    const texts = first(invoice({ issued: `<cbc:IssueDate>${value}</cbc:IssueDate>` }));
    expect(texts.en).toBe(
      `The value “${value}” in cbc:IssueDate has the wrong form: expected is a date as YYYY-MM-DD.${mistake === '' ? '' : ` ${mistake}`}`,
    );
    expect(texts.expected).toBe(expected);
  });

  it('exist in both languages for every rule, without unfilled placeholders', () => {
    for (const rule of STRUCTURE_RULES) {
      for (const text of [
        messageTexts[rule.slice('UBL-'.length) as keyof typeof messageTexts],
        getRuleText(rule).fix,
      ]) {
        expect(text.sk.length).toBeGreaterThan(20);
        expect(text.en.length).toBeGreaterThan(20);
      }
    }
    const wrong = [
      '<Order/>',
      invoice({ id: '' }),
      invoice({ id: 'x' }),
      invoice({ id: parts.id.repeat(2) }),
      invoice({ id: '<cbc:ID a="">1</cbc:ID>' }),
      invoice({ total: parts.total.replace(' currencyID="EUR"', '') }),
      invoice({ line: parts.line + parts.total }),
      invoice({ id: '<cbc:ID><cac:Party/></cbc:ID>' }),
    ];
    for (const text of wrong) {
      const { sk, en } = first(text);
      for (const sentence of [sk, en]) expect(sentence).not.toMatch(/[{}]|undefined|null| {2}| \.|„“|: ?\./);
    }
  });
});
