import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../catalog/installed.ts';
import { LOOKS } from '../support/cases.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { makeTestDatabase } from '../support/database.ts';
import { builtWeb } from '../web/built-web.ts';
import { axeFindings, usePages } from '../web/open-page.ts';
import { openApi } from './open-api.ts';

const reason = await whyNoChromium();

describe.skipIf(reason !== null)(`trying the API${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  const pages = usePages(async () => {
    const [catalog, web, database] = await Promise.all([loadCatalog(), builtWeb(), makeTestDatabase()]);
    return openApi({}, 'sandbox', database, { catalog: async () => catalog, web });
  });

  it('calls with a sandbox key, which it requests once, and shows status, headers and body', async () => {
    const { page, requests, faults, close } = await pages.open('/docs/createDocument/?lang=en');
    await page.waitForSelector('#try:not([hidden])');
    requests.length = 0;
    await page.fill('#try-header-X-Filename', 'f.xml');
    await page.click('#try button');
    await page.waitForSelector('#try-answer pre');
    expect(await page.locator('#try-status').textContent()).toMatch(/^Answer 20[12] .*in \d+ ms$/);
    const [headers, body] = await page.locator('#try-answer pre').allTextContents();
    expect(headers).toContain('content-type: application/json');
    expect(JSON.parse(body!)).toMatchObject({ id: expect.stringMatching(/^doc_/) });
    expect(await axeFindings(page)).toEqual([]);
    await page.click('#try button');
    await page.waitForFunction(() => document.querySelector('#try-status')?.textContent?.startsWith('Answer'));
    const calls = requests.map((address) => new URL(address).pathname).filter((path) => path.startsWith('/api/'));
    expect(calls).toEqual(['/api/sandbox-keys', '/api/documents', '/api/documents']);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows errors of the service unchanged', async () => {
    const { page, close } = await pages.open('/docs/getDocument/?lang=sk');
    await page.waitForSelector('#try:not([hidden])');
    await page.fill('#try-path-id', 'doc_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#try-answer pre');
    expect(await page.locator('#try-status').textContent()).toMatch(/^Odpoveď 404/);
    expect(await page.locator('#try-answer').textContent()).toContain('document_not_found');
    await close();
  });

  it.each(LOOKS)('axe finds nothing next to a response, $colorScheme, $width px', async ({ colorScheme, width }) => {
    const options = { colorScheme, viewport: { width, height: 800 } };
    const { page, faults, close } = await pages.open('/docs/listDocuments/?lang=sk', options);
    await page.click('#try button');
    await page.waitForSelector('#try-answer pre');
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(faults).toEqual([]);
    await close();
  });
});
