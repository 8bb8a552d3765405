import { readFileSync } from 'node:fs';
import { writeUbl } from '@e-invoice/validator/invoice';
import { decode } from 'bysquare/pay';
import { describe, expect, it } from 'vitest';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { renderInvoice } from '../../src/modules/rendering/index.ts';
import { toShown } from '../../src/modules/rendering/render-metadata.ts';
import { LEAST } from '../drafts/drafts.ts';
import { scan } from '../support/scan-code.ts';
import { textOf } from './text-of.ts';

const IBAN = 'SK3112000000198742637541';
const PAID = { ...LEAST, sellerIban: IBAN, dueDate: '2027-01-29', variableSymbol: '20270001' };
const UBL = writeUbl(toInvoice(DraftInvoice.parse(PAID)).invoice);
const CII = readFileSync(new URL('../invoice/cii-invoice.xml', import.meta.url), 'utf8');
const NAME = LEAST.sellerName;

const render = (xml: string) => renderInvoice(Buffer.from(xml), { language: 'sk', issues: null });
const epcOf = (xml: string): string[] => scan(render(xml).html, 'SEPA QR \\(EPC\\)').split('\n');
const paymentOf = (xml: string) => decode(scan(render(xml).html, 'PAY by square')).payments[0]!;
const codesOf = (xml: string): string[] => render(xml).warnings.map(({ code }) => code);
const hasCode = (xml: string, name: string): boolean => render(xml).html.includes(`${name}</figcaption>`);
const withBic = (bic: string): string =>
  UBL.replace(
    '</cac:PayeeFinancialAccount>',
    `<cac:FinancialInstitutionBranch><cbc:ID>${bic}</cbc:ID></cac:FinancialInstitutionBranch></cac:PayeeFinancialAccount>`,
  );

describe('fields of a payment code', () => {
  it.each([
    ['a line break', 'Deutsches Patent- und\n\t\tMarkenamt', 'Deutsches Patent- und Markenamt'],
    ['a carriage return', 'A&#13;B', 'A B'],
    ['a second line that looks like an account', `A\n${IBAN.replace('31', '32')}`, `A ${IBAN.replace('31', '32')}`],
    ['line and paragraph separators', 'A\u2028B\u2029C\u0085D', 'A B C D'],
    ['invisible characters', 'A\u200b\u202eB', 'AB'],
  ])('are not shifted by %s in the name', (_, name, shown) => {
    const xml = UBL.replaceAll(NAME, name);
    const lines = epcOf(xml);
    expect(lines).toHaveLength(11);
    expect(lines.slice(5, 8)).toEqual([shown, IBAN, 'EUR313.65']);
    expect(paymentOf(xml).beneficiary!.name).toBe(shown);
  });

  it('are not shifted by a line break in the reference', () => {
    const lines = epcOf(UBL.replace('>20270001<', '>REF\n\t1<'));
    expect([lines.length, lines[10]]).toEqual([11, 'REF 1']);
  });

  it('omit a malformed BIC', () => {
    for (const bic of ['tatr sk bx', 'TATR\nSKBX', 'TATRSKB', '1']) {
      expect(epcOf(withBic(bic)).slice(4, 7)).toEqual(['', NAME, IBAN]);
      expect(paymentOf(withBic(bic)).bankAccounts[0]!.bic ?? '').toBe('');
    }
    expect(epcOf(withBic('TATRSKBX'))[4]).toBe('TATRSKBX');
  });

  it.each([
    ['an emoji at the limit', `${'x'.repeat(69)}\u{1f600}`, 'x'.repeat(69)],
    ['an accent at the limit', `${'x'.repeat(69)}e\u0301y`, 'x'.repeat(69)],
    ['flags at the limit', `x${'\u{1f1f8}\u{1f1f0}'.repeat(30)}`, `x${'\u{1f1f8}\u{1f1f0}'.repeat(17)}`],
    ['emoji only', '\u{1f600}'.repeat(80), '\u{1f600}'.repeat(35)],
  ])('are truncated between characters: %s', (_, name, cut) => {
    const xml = UBL.replaceAll(NAME, name);
    expect(epcOf(xml)[5]).toBe(cut);
    expect(paymentOf(xml).beneficiary!.name).not.toContain('\ufffd');
  });

  it('omit a symbol that is stated twice', () => {
    const payment = paymentOf(UBL.replace('>20270001<', '>/VS123/SS1/VS456<'));
    expect(payment).toMatchObject({ paymentNote: '/VS123/SS1/VS456' });
    expect(payment.variableSymbol ?? '').toBe('');
  });

  it.each(['2027-02-31', '2027-13-01', '9999-99-99'])('omit an invalid due date: %s', (day) => {
    const xml = UBL.replace('2027-01-29<', `${day}<`);
    expect(epcOf(xml)[6]).toBe(IBAN);
    expect(paymentOf(xml).paymentDueDate ?? '').toBe('');
  });

  it.each(['IBAN: ', 'IBAN ', 'iban:', 'IBAN'])('contain the account without the label %j', (label) => {
    const xml = UBL.replace(IBAN, `${label}SK31 1200 0000 1987 4263 7541`);
    expect(epcOf(xml)[6]).toBe(IBAN);
    expect(paymentOf(xml).bankAccounts).toMatchObject([{ iban: IBAN }]);
  });

  it('contain the account in upper case and the date without time zone', () => {
    const xml = UBL.replace(IBAN, 'sk31 1200 0000 1987 4263 7541').replace('2027-01-29<', '2027-01-29+01:00<');
    expect(epcOf(xml)[6]).toBe(IBAN);
    expect(paymentOf(xml)).toMatchObject({ bankAccounts: [{ iban: IBAN }], paymentDueDate: '20270129' });
  });
});

describe('missing payment codes', () => {
  const due = (amount: string): string =>
    UBL.replaceAll(/((?:PayableAmount|TaxInclusiveAmount)[^>]*>)313\.65/g, (_, tag: string) => tag + amount);

  it('omits the code if the amount due has another currency than the invoice, and shows that currency', () => {
    for (const xml of [
      UBL.replace('<cbc:PayableAmount currencyID="EUR">', '<cbc:PayableAmount currencyID="HUF">'),
      // The currency of the amount due may equal the VAT accounting currency.
      UBL.replace('<cbc:PayableAmount currencyID="EUR">', '<cbc:PayableAmount currencyID="HUF">').replace(
        '</cbc:DocumentCurrencyCode>',
        '</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>HUF</cbc:TaxCurrencyCode>',
      ),
      CII.replace('<ram:DuePayableAmount>', '<ram:DuePayableAmount currencyID="HUF">'),
    ]) {
      expect(codesOf(xml)).toContain('amount_due_currency');
      expect(render(xml).html).not.toContain('</figcaption>');
      expect(textOf(render(xml).html)).toMatch(/Na úhradu\s*[\d\s]+,\d\d\sHUF/);
    }
  });

  it('shows every amount in its own currency', () => {
    const xml = UBL.replace('<cbc:PriceAmount currencyID="EUR">', '<cbc:PriceAmount currencyID="CZK">');
    expect(textOf(render(xml).html)).toMatch(/25,50\sCZK/);
    expect(codesOf(xml)).not.toContain('amount_due_currency');
    // The code in lower case is the same currency.
    expect(
      codesOf(UBL.replace('<cbc:PayableAmount currencyID="EUR">', '<cbc:PayableAmount currencyID="eur">')),
    ).toEqual(['beyond_model']);
  });

  it.each([
    ['an amount with three decimals', due('313.655'), 'viac ako dve desatinné miesta'],
    ['a currency in lower case', UBL.replaceAll('>EUR<', '>eur<').replaceAll('"EUR"', '"eur"'), 'kódom ISO 4217'],
    ['an amount with a decimal comma', due('313,65'), 'nie je číslo v zápise XML'],
    ['an account after another label', UBL.replace(IBAN, `Účet ${IBAN}`), 'IBAN na faktúre má chybu'],
    ['an account with hyphens', UBL.replace(IBAN, IBAN.replace('SK31', 'SK31-')), 'IBAN na faktúre má chybu'],
    ['an account with wrong check digits', UBL.replace(IBAN, IBAN.replace('31', '32')), 'IBAN na faktúre má chybu'],
    ['a missing payee name', UBL.replaceAll(NAME, ' \n '), 'neuvádza meno príjemcu'],
  ])('omits the code and states the reason for %s', (_, xml, reason) => {
    const { html, warnings } = render(xml);
    expect(html).not.toContain('</figcaption>');
    expect(html).toContain(reason);
    expect(warnings.map(({ code }) => code)).toContain('payment_code_missing');
  });

  it('omits only the SEPA code beyond the limits of EPC069-12', () => {
    expect(hasCode(due('999999999.99'), 'SEPA QR (EPC)')).toBe(true);
    expect(hasCode(due('1000000000.00'), 'SEPA QR (EPC)')).toBe(false);
    expect(hasCode(due('1000000000.00'), 'PAY by square')).toBe(true);
    const turkish = UBL.replace(IBAN, 'TR330006100519786457841326');
    expect([hasCode(turkish, 'SEPA QR (EPC)'), hasCode(turkish, 'PAY by square')]).toEqual([false, true]);
  });
});

describe('several payment terms', () => {
  const terms = (date: string, amount: string): string =>
    `<ram:SpecifiedTradePaymentTerms><ram:Description>${amount} naraz</ram:Description><ram:DueDateDateTime><udt:DateTimeString format="102">${date}</udt:DateTimeString></ram:DueDateDateTime><ram:PartialPaymentAmount>${amount}</ram:PartialPaymentAmount></ram:SpecifiedTradePaymentTerms>`;

  it('are all shown, and the code contains no due date', () => {
    const cii = CII.replace(
      /<ram:SpecifiedTradePaymentTerms>[\s\S]*?<\/ram:SpecifiedTradePaymentTerms>/,
      terms('20271201', '60.00') + terms('20271120', '40.00'),
    );
    const ubl = UBL.replace(
      /(<cac:PaymentTerms>[\s\S]*?<\/cac:PaymentTerms>)?<cac:TaxTotal>/,
      '<cac:PaymentTerms><cbc:Note>60.00 naraz</cbc:Note><cbc:Amount currencyID="EUR">60.00</cbc:Amount><cbc:PaymentDueDate>2027-12-01</cbc:PaymentDueDate></cac:PaymentTerms>' +
        '<cac:PaymentTerms><cbc:Note>40.00 naraz</cbc:Note><cbc:Amount currencyID="EUR">40.00</cbc:Amount><cbc:PaymentDueDate>2027-11-20</cbc:PaymentDueDate></cac:PaymentTerms><cac:TaxTotal>',
    );
    for (const xml of [cii, ubl]) {
      const text = textOf(render(xml).html);
      for (const shown of [/1\.\s12\.\s2027 · 60,00/, /20\.\s11\.\s2027 · 40,00/, /60\.00 naraz/, /40\.00 naraz/])
        expect(text).toMatch(shown);
      expect(text).not.toContain('20271120');
    }
    expect(paymentOf(ubl).paymentDueDate).toBeUndefined();
  });
});

describe('amount due', () => {
  it('is not compared in profiles without a prepaid amount', () => {
    const wrong = CII.replace(/(<ram:DuePayableAmount>)[^<]*/, '$11.00');
    expect(codesOf(wrong)).toContain('amount_due_disagrees');
    expect(codesOf(wrong.replace('urn:cen.eu:en16931:2017', 'urn:factur-x.eu:1p0:minimum'))).not.toContain(
      'amount_due_disagrees',
    );
  });

  it('includes amounts collected for third parties (BR-DEX-09)', () => {
    const xml = UBL.replace(
      '<cac:TaxTotal>',
      '<cac:PrepaidPayment><cbc:ID>1</cbc:ID><cbc:PaidAmount currencyID="EUR">50.00</cbc:PaidAmount></cac:PrepaidPayment><cac:TaxTotal>',
    );
    const more = xml.replace(/(PayableAmount[^>]*>)313\.65/, '$1363.65');
    expect(codesOf(more)).not.toContain('amount_due_disagrees');
    expect(epcOf(more)[7]).toBe('EUR363.65');
    expect(codesOf(xml.replace(/(PayableAmount[^>]*>)313\.65/, '$1362.65'))).toContain('amount_due_disagrees');
  });
});

it('joins names and numbers in summaries and PDF metadata to one line', () => {
  const { read } = toShown(render(UBL.replaceAll(NAME, 'A\n\t B&#13;').replace('>2027-0001<', '>2027\n1<')));
  expect(read.invoice).toMatchObject({ number: '2027 1', seller: { name: 'A B' } });
});
