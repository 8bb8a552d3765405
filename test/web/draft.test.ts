import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { looksAt } from '../support/cases.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { axeFindings, downloadedBy, drawn, usePages } from './open-page.ts';

const reason = await whyNoChromium();

const TYPED = {
  invoiceNumber: '2027-0001',
  issueDate: '2027-01-15',
  deliveryDate: '2027-01-14',
  dueDate: '2027-01-29',
  sellerName: 'Strojáreň Poprad s. r. o.',
  sellerDic: '2020317068',
  sellerIcDph: 'SK2020317068',
  'sellerAddress/street': 'Hlavná 12',
  'sellerAddress/city': 'Poprad',
  'sellerAddress/postalCode': '058 01',
  sellerIban: 'SK3112000000198742637541',
  buyerName: 'Pekáreň Nitra a. s.',
  buyerDic: '2022988022',
  'buyerAddress/street': 'Mlynská 3',
  'buyerAddress/city': 'Nitra',
  'buyerAddress/postalCode': '949 01',
  description: 'Oprava čerpadla',
  quantity: '10',
  unit: 'hod',
  unitPrice: '25,50',
};

const make = (page: Page): Promise<void> => page.click('#draft .deeds button');

async function fillIn(page: Page): Promise<void> {
  for (const [path, value] of Object.entries(TYPED)) await page.fill(`[data-path="${path}"]`, value);
}

describe.skipIf(reason !== null)(`the form of a draft${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages();

  it('creates an invoice offline, lists missing data, links to the fields, and follows the input', async () => {
    const { page, requests, faults, close } = await pages.open('/navrh/');
    await fillIn(page);
    await make(page);
    await drawn(page);
    expect(await page.locator('#verdict').textContent()).toBe('Ešte doplňte alebo opravte: 1 údaj');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('verdict');
    expect(await page.locator('.picture .sheet').textContent()).toContain('313,65');
    requests.length = 0;
    await page.context().setOffline(true);
    await page.locator('.checks li', { hasText: 'Referencia kupujúceho' }).getByRole('button').click();
    await page.keyboard.type('REF-7');
    await page.waitForFunction(() => document.querySelector('#verdict')?.textContent === 'Faktúru možno vyhotoviť');
    // The announcement follows the verdict.
    await page.waitForFunction(
      () => document.querySelector('#announcement')?.textContent === 'Faktúru možno vyhotoviť',
    );
    const { name, text } = await downloadedBy(page, '[data-get]');
    expect(name).toBe('faktura-2027-0001.xml');
    expect(text).toContain('<cbc:BuyerReference>REF-7</cbc:BuyerReference>');
    expect([requests, faults]).toEqual([[], []]);
    await close();
  });

  it('asks for confirmation before input is lost, but not after its file was downloaded', async () => {
    const { page, close } = await pages.open('/navrh/');
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.dismiss();
    });
    const leave = async (): Promise<void> => {
      // Reloads after this call has returned, because the page that returns the result is then gone.
      await page.evaluate(() => void setTimeout(() => location.reload()));
    };
    await fillIn(page);
    const opened = page.waitForEvent('dialog');
    await leave();
    await opened;
    expect(await page.inputValue('[data-path="buyerName"]')).toBe(TYPED.buyerName);
    await make(page);
    await drawn(page);
    await downloadedBy(page, '[data-get]');
    const loaded = page.waitForEvent('load');
    await leave();
    await loaded;
    expect(questions).toEqual(['beforeunload']);
    expect(await page.inputValue('[data-path="buyerName"]')).toBe('');
    await close();
  });

  it('preserves input with an unreadable value and shows its position, using only the keyboard', async () => {
    const { page, faults, close } = await pages.open('/en/draft/');
    await fillIn(page);
    await page.fill('[data-path="unitPrice"]', 'a lot');
    await page.focus('[data-path="unitPrice"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#draft .fault');
    expect(await page.locator('#draft .fault').allTextContents()).toEqual(['Enter a number, such as 25.50.']);
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.path)).toBe('unitPrice');
    expect(await page.inputValue('[data-path="unitPrice"]')).toBe('a lot');
    expect(await page.inputValue('[data-path="buyerName"]')).toBe(TYPED.buyerName);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('0.1');
    await page.keyboard.press('Enter');
    await drawn(page);
    expect(await page.locator('#draft .fault').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('asks whether 1.000 means a thousand or one, and creates no invoice from a guess', async () => {
    const { page, close } = await pages.open('/navrh/');
    await fillIn(page);
    await page.fill('[data-path="unitPrice"]', '1.000');
    await make(page);
    await page.waitForSelector('#draft .fault');
    expect(await page.locator('#draft .fault').allTextContents()).toEqual([
      'Hodnotu „1.000“ možno čítať dvoma spôsobmi. Napíšte 1000, alebo 1,00.',
    ]);
    expect(await page.locator('#result').isHidden()).toBe(true);
    await page.fill('[data-path="unitPrice"]', '1000');
    await make(page);
    await drawn(page);
    expect(await page.locator('table.sums').textContent()).toContain('12\u00a0300,00 EUR');
    await close();
  });

  it('adds any number of lines and switches the language without a reload', async () => {
    const { page, requests, close } = await pages.open('/navrh/');
    await fillIn(page);
    await page.click('[data-add]');
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.path)).toBe('description');
    const second = page.locator('.line').nth(1);
    await second.locator('[data-path="description"]').fill('Doprava');
    await second.locator('[data-path="unitPrice"]').fill('1 000,10');
    await second.locator('[data-path="vatRate"]').selectOption('5');
    requests.length = 0;
    await page.click('.other');
    expect(await page.title()).toContain('Draft an e-invoice');
    expect(await second.locator('[data-path="unitPrice"]').inputValue()).toBe('1 000,10');
    await make(page);
    await drawn(page);
    // 255.00 at 23 % and 1 000.10 at 5 %.
    expect(await page.locator('table.sums').textContent()).toContain('1,363.76 EUR');
    expect(requests.filter((address) => !address.includes('/assets/'))).toEqual([]);
    await second.getByRole('button', { name: 'Remove the line' }).click();
    await page.waitForFunction(() => document.querySelector('table.sums')?.textContent?.includes('313.65'));
    expect(await page.locator('[data-remove]').isVisible()).toBe(false);
    await close();
  });

  it('keeps totals of the books and shows the changed line, or the numbers that contradict each other', async () => {
    const { page, faults, close } = await pages.open('/navrh/', { viewport: { width: 390, height: 800 } });
    await fillIn(page);
    await page.selectOption('[data-path="priceMode"]', 'gross');
    const SOLD = [
      ['7', '9,99'],
      ['3', '4,49'],
      ['13', '0,99'],
    ] as const;
    for (const [index, [quantity, price]] of SOLD.entries()) {
      if (index > 0) await page.click('[data-add="lines"]');
      const line = page.locator('[data-row="lines"]').nth(index);
      await line.locator('[data-path="description"]').fill(`Diel ${index + 1}`);
      await line.locator('[data-path="quantity"]').fill(quantity);
      await line.locator('[data-path="unitPrice"]').fill(price);
    }
    await page.click('details:has([data-add="totals"]) > summary');
    await page.fill('[data-path="cashRounding"]', '-0,02');
    await page.click('[data-add="totals"]');
    await page.click('[data-add="totals"]');
    const [first, second] = [0, 1].map((index) => page.locator('[data-row="totals"]').nth(index));
    await first!.getByLabel('Základ dane').fill('78,277');
    await second!.getByLabel('Suma dane').fill('18');
    await make(page);
    await page.waitForSelector('#draft .fault');
    expect(await page.locator('[data-row="totals"] .fault').allTextContents()).toEqual([
      'Zadajte sumu s najviac dvoma desatinnými miestami, napríklad 25,50.',
      'Súčty tejto sadzby sú uvedené dvakrát. Vyberte inú sadzbu alebo jedny súčty odstráňte.',
    ]);
    await first!.getByLabel('Základ dane').fill('78,27');
    await first!.getByLabel('Suma dane').fill('18');
    await second!.getByRole('button', { name: 'Odstrániť súčty' }).click();
    await make(page);
    await drawn(page);
    const changes = page.getByRole('region', { name: 'Čo sa zmenilo, aby ostali vaše súčty' });
    expect(await changes.locator('tbody tr').allTextContents()).toEqual(['Položka 1: suma56,85 EUR56,86 EUR']);
    expect(await page.locator('.picture .sheet').textContent()).toContain('96,25');
    // The other language has the same input, totals included.
    await page.click('.other');
    await page.getByRole('region', { name: 'Changes that keep your totals' }).waitFor();
    expect(await first!.getByLabel('Taxable amount').inputValue()).toBe('78,27');
    expect([await axeFindings(page), await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
      [],
      390,
    ]);
    await first!.getByLabel('Taxable amount').fill('88.27');
    const numbers = page.getByRole('region', { name: 'Numbers that contradict each other' });
    await numbers.waitFor();
    expect(await numbers.locator('tbody tr').allTextContents()).toContain('Taxable amount 23 %88.27 EUR');
    await page.waitForFunction(() =>
      document.querySelector('#announcement')?.textContent?.includes('it is computed from the lines'),
    );
    expect(faults).toEqual([]);
    await close();
  });

  it('creates the invoice of a seller that is not registered for VAT, and restores the hidden input', async () => {
    const { page, faults, close } = await pages.open('/en/draft/');
    await fillIn(page);
    await page.getByText('More data').click();
    await page.fill('[data-path="buyerReference"]', 'REF-7');
    await page.getByLabel('I am not registered for VAT').check();
    for (const path of ['sellerIcDph', 'vatRate', 'vatCategory', 'priceMode'])
      expect([path, await page.isVisible(`[data-path="${path}"]`)]).toEqual([path, false]);
    await make(page);
    await drawn(page);
    expect(await page.locator('#verdict').textContent()).toBe('The invoice can be issued');
    const { text } = await downloadedBy(page, '[data-get]');
    expect(text).toContain('<cbc:TaxExemptionReasonCode>VATEX-EU-O</cbc:TaxExemptionReasonCode>');
    expect(text).toContain('predávajúci nie je platiteľom DPH');
    expect(text).not.toContain('SK2020317068');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('I am not registered for VAT').uncheck();
    expect(await page.inputValue('[data-path="sellerIcDph"]')).toBe(TYPED.sellerIcDph);
    await page.waitForFunction(() => document.querySelector('table.sums')?.textContent?.includes('313.65'));
    expect(faults).toEqual([]);
    await close();
  });

  it('opens the invoice in the validator in a separate window', async () => {
    const { page, close } = await pages.open('/navrh/');
    await fillIn(page);
    await make(page);
    await drawn(page);
    const [validator] = await Promise.all([page.waitForEvent('popup'), page.click('[data-check]')]);
    await validator.waitForSelector('#verdict');
    expect(await validator.locator('#verdict').textContent()).toBe('Neposielajte: 1 chyba');
    expect(await validator.locator('.verdict').textContent()).toContain('faktura-2027-0001.xml');
    // From there the documents page opens; the validator window stays open.
    await validator
      .locator('.menu', { has: validator.locator('[data-service=vat]') })
      .locator('summary')
      .click();
    const [documents] = await Promise.all([page.context().waitForEvent('page'), validator.click('[data-service=vat]')]);
    await documents.waitForURL('**/documents/?lang=sk');
    expect(await validator.locator('.verdict').textContent()).toContain('faktura-2027-0001.xml');
    await close();
  });

  it.each(looksAt(['/navrh/', '/en/draft/']))(
    'axe reports no violations on $page, $colorScheme, $width px, empty, rejected and created',
    async (look) => {
      const { page: path, colorScheme, width } = look;
      const { page, close } = await pages.open(path, { colorScheme, viewport: { width, height: 800 } });
      const seen = async () => [
        await axeFindings(page),
        await page.evaluate(() => document.documentElement.scrollWidth),
      ];
      expect(await seen()).toEqual([[], width]);
      await make(page);
      await page.waitForSelector('#draft .fault');
      expect(await seen()).toEqual([[], width]);
      await fillIn(page);
      await make(page);
      await drawn(page);
      expect(await seen()).toEqual([[], width]);
      await close();
    },
  );
});
