import { readFileSync } from 'node:fs';
import { writeUbl } from '@e-invoice/validator/invoice';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatUnit } from '../../src/modules/rendering/format.ts';
import { formatTerms } from '../../src/modules/rendering/format-terms.ts';
import { renderInvoice } from '../../src/modules/rendering/index.ts';
import { toShown } from '../../src/modules/rendering/render-metadata.ts';
import { launchChromium, startPrinter, whyNoChromium } from '../support/chromium.ts';
import { draft, PAID, print } from './print.ts';
import { textOf } from './text-of.ts';

const CII = readFileSync(new URL('../invoice/cii-invoice.xml', import.meta.url), 'utf8');
const [LINE = ''] = /<ram:IncludedSupplyChainTradeLineItem>[\s\S]*?<\/ram:IncludedSupplyChainTradeLineItem>/.exec(CII)!;
const UBL = draft(PAID);

const render = (xml: string) => renderInvoice(Buffer.from(xml), { language: 'sk', issues: null });
const shownText = (xml: string): string => textOf(render(xml).html);

/** Returns a CII line with status, amount and parent line. */
function lineOf(id: string, status: string, amount: string, parent?: string): string {
  const place = parent === undefined ? '' : `<ram:ParentLineID>${parent}</ram:ParentLineID>`;
  return LINE.replace(
    '<ram:LineID>1</ram:LineID>',
    `<ram:LineID>${id}</ram:LineID>${place}<ram:LineStatusReasonCode>${status}</ram:LineStatusReasonCode>`,
  ).replace(/(<ram:LineTotalAmount>)[^<]*/, `$1${amount}`);
}

describe('grouped lines', () => {
  const groups = Array.from({ length: 12 }, (_, group) => [
    lineOf(`${group}`, 'GROUP', '60.00'),
    ...Array.from({ length: 6 }, (_, detail) => lineOf(`${group}.${detail}`, 'DETAIL', '10.00', `${group}`)),
    lineOf(`${group}.i`, 'INFORMATION', '5.00', `${group}`),
  ]).flat();
  const xml = CII.replace(LINE, groups.join(''));

  it('count once: only detail lines add to the carried totals', () => {
    const amounts = toShown(render(xml)).amounts.split('\n');
    expect(amounts.slice(0, 8)).toEqual(['0', ...Array.from({ length: 6 }, () => '10.00'), '0']);
  });

  it('name their parent line and leave no unknown content', () => {
    expect(shownText(xml)).toContain('súčet skupiny riadkov');
    expect(shownText(xml)).toContain('patrí k riadku 3');
    expect(shownText(xml)).not.toContain('LineStatusReasonCode');
    expect(shownText(xml)).not.toContain('ParentLineID');
  });

  it('are not shifted by a line break in an amount', () => {
    const broken = xml.replace(/(<ram:LineStatusReasonCode>DETAIL[\s\S]*?<ram:LineTotalAmount>)10\.00/, '$11\n0');
    expect(toShown(render(broken)).amounts.split('\n').slice(0, 4)).toEqual(['0', '', '10.00', '10.00']);
  });

  it('have no carried total in different currencies', () => {
    const other = UBL.replace(
      '<cbc:LineExtensionAmount currencyID="EUR">',
      '<cbc:LineExtensionAmount currencyID="CZK">',
    );
    // The first such element is in the totals; the line amount is still in the invoice currency.
    expect(toShown(render(other)).amounts).toBe('255.00');
    const line = UBL.replace(/(<cac:InvoiceLine>[\s\S]*?<cbc:LineExtensionAmount currencyID=")EUR/, '$1CZK');
    expect(toShown(render(line)).amounts).toBe('');
    expect(shownText(line)).toMatch(/255,00\sCZK/);
  });
});

describe('names of codes and units', () => {
  it.each([
    ['MON', '3', '3 mesiace', '3 months'],
    ['MON', '1.50', '1.50 mesiaca', '1.50 months'],
    ['DAY', '10', '10 dní', '10 days'],
    ['DAY', '1.00', '1.00 deň', '1.00 day'],
    ['ANN', '0', '0 rokov', '0 years'],
    ['LS', '2', '2 paušály', '2 lump sums'],
    ['E48', '5', '5 služieb', '5 service units'],
    ['XCT', '4', '4 kartóny', '4 cartons'],
    ['KWT', '4', '4 kW', '4 kW'],
    ['ZZ', '4', '4 ZZ', '4 ZZ'],
  ])('%s is inflected for the number %s', (code, quantity, sk, en) => {
    expect(`${quantity} ${formatUnit(code, 'sk', quantity)}`).toBe(sk);
    expect(`${quantity} ${formatUnit(code, 'en', quantity)}`).toBe(en);
  });

  it('shows names of VAT categories, tax point codes and note subjects', () => {
    const reverse = CII.replaceAll('<ram:CategoryCode>S<', '<ram:CategoryCode>AE<');
    expect(shownText(reverse)).toContain('prenesenie daňovej povinnosti');
    const ubl = UBL.replace(
      /<cac:InvoicePeriod>[\s\S]*?<\/cac:InvoicePeriod>|(?=<cac:AccountingSupplierParty>)/,
      '<cac:InvoicePeriod><cbc:DescriptionCode>35</cbc:DescriptionCode></cac:InvoicePeriod>$&',
    ).replace('<cbc:DocumentCurrencyCode>', '<cbc:Note>#ADU#Príloha</cbc:Note>$&');
    expect(shownText(ubl)).toContain('dátum dodania (35)');
    expect(shownText(ubl)).toMatch(/Poznámka ADU\s*Príloha/);
  });

  it('shows encoded discounts in the payment terms as text (BR-DE-18)', () => {
    const terms = '#SKONTO#TAGE=7#PROZENT=2.00#\n#SKONTO#TAGE=14#PROZENT=1.00#BASISBETRAG=252.94#\nInak do 30 dní';
    expect(formatTerms(terms, 'sk')).toBe(
      'Skonto 2,00 % pri úhrade do 7 dní\nSkonto 1,00 % pri úhrade do 14 dní zo sumy 252,94\nInak do 30 dní',
    );
    expect(formatTerms('#VERZUG#TAGE=30#PROZENT=9.00#', 'en')).toBe('9.00 % interest from day 30 after the due date');
    expect(formatTerms('#SKONTO#TAGE=x#', 'sk')).toBe('#SKONTO#TAGE=x#');
  });
});

describe('differences in notation between syntaxes', () => {
  const extra = (indicator: string, reason: string): string =>
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${indicator}</cbc:ChargeIndicator><cbc:AllowanceChargeReason>${reason}</cbc:AllowanceChargeReason><cbc:Amount currencyID="EUR">5.00</cbc:Amount></cac:AllowanceCharge>`;

  it('accepts 0 and 1 as charge indicator', () => {
    const ubl = UBL.replace('<cac:TaxTotal>', `${extra('0', 'Vernosť')}${extra(' 1 ', 'Doprava')}$&`);
    expect(shownText(ubl)).toMatch(/Zľava\s*Vernosť[\s\S]*Prirážka\s*Doprava/);
    const cii = CII.replace(/(<ram:SpecifiedTradeAllowanceCharge>[\s\S]*?<udt:Indicator>)false/, '$10');
    expect(shownText(cii)).toBe(shownText(CII));
  });

  it('shows a CII payment reference without payment means', () => {
    const cii = CII.replace(
      /<ram:SpecifiedTradeSettlementPaymentMeans>[\s\S]*?<\/ram:SpecifiedTradeSettlementPaymentMeans>/g,
      '',
    );
    expect(shownText(cii)).toMatch(/Platobná referencia\s*20270042/);
    expect(shownText(cii)).not.toContain('ram:PaymentReference');
  });

  it('does not call a foreign registration number IČO', () => {
    const payee = (number: string): string =>
      UBL.replace(
        '<cac:PaymentMeans>',
        `<cac:PayeeParty><cac:PartyName><cbc:Name>Faktoring GmbH</cbc:Name></cac:PartyName><cac:PartyLegalEntity><cbc:CompanyID>${number}</cbc:CompanyID></cac:PartyLegalEntity></cac:PayeeParty>$&`,
      );
    expect(shownText(payee('HRB 12345'))).toMatch(/Registračné číslo\s*HRB 12345/);
    expect(shownText(payee('36 123 456'))).toMatch(/IČO\s*36 123 456/);
  });
});

const reason = await whyNoChromium();

describe.skipIf(reason !== null)(`in a browser${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  let browser: Awaited<ReturnType<typeof launchChromium>>;
  const { printer } = startPrinter();
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await printer.close();
  });

  it('large amounts fit on a phone of 320 pixels', async () => {
    const huge = draft({
      ...PAID,
      currency: 'HUF',
      lines: [{ description: 'Prevádzka', quantity: '10', unit: 'hod', unitPrice: '1234567.89', vatRate: '23' }],
    });
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    for (const xml of [huge, UBL]) {
      await page.setContent(render(xml).html);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
    await page.close();
  });

  it('multi-line texts keep their line breaks', async () => {
    const lines = 'Krok 1\nKrok 2\nKrok 3';
    const xml = UBL.replace('<cbc:Name>Oprava čerpadla', `<cbc:Description>${lines}</cbc:Description>$&`)
      .replace(/<cac:InvoiceLine>\s*<cbc:ID>1<\/cbc:ID>/, `$&<cbc:Note>${lines}</cbc:Note>`)
      .replace('<cac:TaxTotal>', `<cac:PaymentTerms><cbc:Note>${lines}</cbc:Note></cac:PaymentTerms>$&`);
    const page = await browser.newPage();
    await page.setContent(render(xml).html);
    for (const term of ['BT-154', 'BT-127', 'BT-20'])
      expect(
        (await page.locator(`[data-bt="${term}"]`).evaluate((element) => (element as HTMLElement).innerText)).split(
          '\n',
        ),
        term,
      ).toHaveLength(3);
    await page.close();
  });

  it('a line higher than a page starts after the previous lines', async () => {
    const long = 'Táto veta opisuje jednu z mnohých častí dodávky, ktorá má veľmi dlhý opis. '.repeat(160);
    const line = { description: 'Krátka', quantity: '1', unit: 'ks', unitPrice: '10.00', vatRate: '23' };
    const xml = draft({ ...PAID, lines: [line, { ...line, description: 'Vysoká' }, line, line] }).replace(
      '<cbc:Name>Vysoká',
      `<cbc:Description>${long}</cbc:Description>$&`,
    );
    const document = await getDocumentProxy(new Uint8Array(await print(printer, xml)));
    const { text } = await extractText(document, { mergePages: false });
    const pages = text as unknown as string[];
    expect(pages[0]).toContain('Táto veta');
    for (const page of pages) expect(page.length).toBeGreaterThan(300);
    expect(pages.length).toBeLessThanOrEqual(Math.ceil(long.length / 3_500) + 2);
  });
});

it('writes no CII extension into UBL', () => {
  const { read } = render(CII.replace(LINE, lineOf('1', 'DETAIL', '10.00')));
  expect(read.lineRoles).toEqual([{ parent: null, status: 'DETAIL' }]);
  expect(writeUbl(read.invoice)).not.toContain('DETAIL');
});
