import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { partyOf } from '../../web/documents/parties.ts';
import { loadCatalog } from '../catalog/installed.ts';
import { looksAt } from '../support/cases.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { makeTestDatabase } from '../support/database.ts';
import { makeVerdict, prepareDocument, receiveOne } from '../support/records.ts';
import { makeTestVat } from '../support/vat.ts';
import { startViesDouble } from '../support/vies-double.ts';
import { builtWeb } from '../web/built-web.ts';
import { addressOf, axeFindings, usePages } from '../web/open-page.ts';
import { type OpenApi, openApi } from './open-api.ts';

const reason = await whyNoChromium();
const CII = readFileSync(new URL('../../schematron/canaries/en16931-cii.good.xml', import.meta.url), 'utf8');
const RIGHT = readFileSync(new URL('../../web/samples/right.xml', import.meta.url), 'utf8');

describe('parties of an invoice', () => {
  it('are looked up by their own ids (BT-31, BT-48, BT-34, BT-49)', () => {
    const seller = partyOf(RIGHT, 'seller');
    const buyer = partyOf(RIGHT, 'buyer');
    expect(seller.vat).toMatch(/^SK\d{10}$/);
    expect(buyer.endpoint).toMatch(/^\d{4}:\d+$/);
    expect(seller.vat).not.toBe(buyer.vat);
  });

  it('are looked up in CII too', () => {
    expect(partyOf(CII, 'seller')).toEqual({ vat: 'SK2020317068', endpoint: '0245:2020317068' });
    expect(partyOf(CII, 'buyer')).toEqual({ vat: 'SK2020269786', endpoint: '0245:2020269786' });
    expect(partyOf(CII.replaceAll('"VA"', '"FC"'), 'seller').vat).toBeNull();
  });

  it('are empty for an invoice without parties', () => {
    for (const text of ['', '<Invoice/>', '<AccountingSupplierParty>', RIGHT.replaceAll('CompanyID', 'Other')])
      expect(partyOf(text, 'seller').vat).toBeNull();
  });
});

describe.skipIf(reason !== null)(`the page of documents${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  let api: OpenApi;
  const pages = usePages(async () => {
    const [catalog, web, vies, database] = await Promise.all([
      loadCatalog(),
      builtWeb(),
      startViesDouble(),
      makeTestDatabase(),
    ]);
    const vat = makeTestVat({ db: database.db, now: Date.now, restUrl: vies.restUrl });
    api = await openApi({}, 'sandbox', database, { catalog: async () => catalog, web, vat });
    const close = async (): Promise<void> => {
      await vat.close();
      await vies.close();
      await api.close();
    };
    return { url: api.url, close };
  });

  /** API key that the browser sends. */
  const keyOf = (page: Page): Promise<string> =>
    page
      .waitForRequest((request) => request.headers()['x-api-key'] !== undefined)
      .then((request) => request.headers()['x-api-key']!);

  /** Opens the documents page from the front page with the button of a task. */
  async function handOver(context: BrowserContext, page: Page, task: string): Promise<Page> {
    await page
      .locator('.menu', { has: page.locator(`[data-service=${task}]`) })
      .locator('summary')
      .click();
    const [opened] = await Promise.all([context.waitForEvent('page'), page.click(`[data-service=${task}]`)]);
    return opened;
  }

  it('performs each server task for a file of the front page only when its button is pressed', async () => {
    const { page, requests, faults, close } = await pages.open('/en/');
    await page.click('[data-sample=right]');
    await page.waitForSelector('#verdict');
    requests.length = 0;
    const service = await handOver(page.context(), page, 'vat');
    await service.waitForSelector('#answer table');
    const rows = await service.locator('#answer tbody tr').allTextContents();
    expect(rows).toEqual([expect.stringMatching(/^SellerSK\d{10}/), expect.stringMatching(/^Buyer/)]);
    const calls = requests.map((address) => new URL(address).pathname).filter((path) => /^\/(api|v1)\//.test(path));
    // Only the lookups by number were called: the invoice was not sent.
    expect(new Set(calls)).toEqual(new Set(['/api/sandbox-keys', '/v1/vat/verify']));
    await service.click('[data-task=peppol]');
    await service.waitForFunction(() => document.querySelector('#answer')?.textContent?.includes('Peppol network'));
    await service.click('[data-task=tax]');
    await service.waitForSelector('#answer h4');
    expect(await axeFindings(service)).toEqual([]);
    // The open window keeps its key.
    await page.click('[data-service=evidence]');
    await service.waitForFunction(() => document.querySelector('#answer')?.textContent?.includes('downloaded'));
    expect(await service.locator('#signed').textContent()).toContain('Signed in with the key');
    // When the user has navigated the window to another site, the invoice is sent to a new window.
    await service.goto('about:blank');
    const [another] = await Promise.all([page.context().waitForEvent('page'), page.click('[data-service=tax]')]);
    await another.waitForSelector('#answer h4');
    expect(faults).toEqual([]);
    await close();
  });

  it('shows one result at a time, in view and focused; a second click stores no second document', async () => {
    const { page, faults, close } = await pages.open('/documents/?lang=en');
    const invoice = { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(RIGHT) };
    await page.setInputFiles('#file', invoice);
    await page.click('[data-task=tax]');
    await page.waitForSelector('#answer table');
    const focused = () => page.evaluate(() => document.activeElement?.id);
    expect(await focused()).toBe('answer-heading');
    const keys: string[] = [];
    let answer = (): void => undefined;
    await page.route('**/api/documents?cii=validate', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']!);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
    const store = async (): Promise<string> => {
      const sent = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/documents?cii=validate'),
      );
      await page.click('[data-task=keep]');
      await sent;
      const button = page.locator('[data-task=keep]');
      expect([await button.isDisabled(), await button.getAttribute('aria-busy')]).toEqual([true, 'true']);
      const loaded = page.waitForResponse((response) => response.url().endsWith('/api/documents?cii=validate'));
      answer();
      return ((await (await loaded).json()) as { id: string }).id;
    };
    const first = await store();
    await page.waitForSelector('#timeline li');
    expect(await page.locator('#answer').textContent()).toBe('');
    expect(await focused()).toBe('work-heading');
    const seen = await page.locator('#work-heading').evaluate((heading) => {
      const { top, bottom } = heading.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    expect(seen).toBe(true);
    expect(await page.locator('[data-task=keep]').isDisabled()).toBe(false);
    // The same file again.
    await page.setInputFiles('#file', invoice);
    expect(await store()).toBe(first);
    expect(new Set(keys).size).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  it('stores an invoice as a document and shows its timeline live', async () => {
    const { page, faults, close } = await pages.open('/documents/?lang=en');
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(RIGHT) });
    const sent = keyOf(page);
    await page.click('[data-task=keep]');
    const caller = (await api.app.accounts.authenticate(await sent, '127.0.0.1'))!;
    await page.waitForSelector('#timeline li');
    const id = (await addressOf(page)).pathname.replace('/documents/', '');
    // The state is read after the event has been shown.
    await page.waitForFunction(() => document.querySelector('#state b')?.textContent === 'received');
    await api.app.documents.begin(caller, id);
    await api.app.documents.complete(caller, id, makeVerdict(true));
    await page.waitForFunction(() => document.querySelectorAll('#timeline li').length === 3);
    await page.waitForFunction(() => document.querySelector('#state b')?.textContent === 'valid');
    await page.waitForSelector('[data-artifact="invoice.xml"]');
    await page.click('[data-preflight]');
    await page.waitForSelector('#looked li');
    expect(await page.locator('#looked li').count()).toBe(11);
    expect(await axeFindings(page)).toEqual([]);
    await page.click('[data-back]');
    await page.getByRole('button', { name: 'f.xml' }).click();
    await page.waitForFunction(() => document.querySelectorAll('#timeline li').length === 3);
    await page.goBack();
    await page.waitForSelector('table [data-open]');
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  /** A validated document with a partner enabled for sending, on the page of a user with a key. */
  async function openValidated() {
    const opened = await pages.open('/documents/?lang=en');
    const { page } = opened;
    await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(RIGHT) });
    const sent = keyOf(page);
    await page.click('[data-task=keep]');
    const key = await sent;
    const caller = (await api.app.accounts.authenticate(key, '127.0.0.1'))!;
    await page.waitForSelector('#timeline li');
    const id = (await addressOf(page)).pathname.replace('/documents/', '');
    return { ...opened, caller, id, key };
  }
  const stateIs = (page: Page, text: string) =>
    page.waitForFunction((expected) => document.querySelector('#state b')?.textContent === expected, text);

  it('continues the timeline after the last event when the stream has ended, until the page is left', async () => {
    const { page, caller, id, close } = await openValidated();
    await stateIs(page, 'received');
    const lastEventIds: (string | undefined)[] = [];
    const [first] = await api.app.documents.timeline.readAfter(caller, id, null);
    await page.route('**/events', (route) => {
      lastEventIds.push(route.request().headers()['last-event-id']);
      if (lastEventIds.length > 2) return route.continue();
      if (lastEventIds.length === 2) return route.abort();
      const body = `id: ${first!.id}\nevent: ${first!.type}\ndata: ${JSON.stringify(first)}\n\n`;
      return route.fulfill({ contentType: 'text/event-stream', body });
    });
    await page.click('[data-back]');
    await page.getByRole('button', { name: 'f.xml' }).click();
    await page.waitForSelector('#timeline li');
    await api.app.documents.begin(caller, id);
    await api.app.documents.complete(caller, id, makeVerdict(true));
    await stateIs(page, 'valid');
    // The state may be read before the last event arrives.
    await page.waitForFunction(() => document.querySelectorAll('#timeline li').length === 3);
    expect(lastEventIds).toEqual([undefined, first!.id, first!.id]);
    expect(await page.locator('#lost').isVisible()).toBe(false);
    await close();
  });

  it('prepares for the selected partner, asks for confirmation, and keeps the selection during updates', async () => {
    const { page, faults, caller, key, close } = await openValidated();
    const send = async (method: string, path: string, body: object) =>
      (await fetch(api.url + path, {
        method,
        headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
        body: JSON.stringify(body),
      }).then((response) => response.json())) as { readonly id: string };
    const partner = (name: string) =>
      send('POST', '/api/partners', {
        kind: 'sapi-sk',
        name,
        base_url: 'http://127.0.0.1:9/sapi',
        client_id: 'erp',
        client_secret: 'x',
      });
    await partner('Prvý');
    const { id: second } = await partner('Druhý');
    await send('PATCH', `/api/partners/${second}`, { sending_enabled: true });
    const { id } = await receiveOne(api.app.documents, caller, { filename: 'g.xml', steps: ['validate', 'evidence'] });
    await api.app.documents.begin(caller, id);
    await api.app.documents.complete(caller, id, makeVerdict(true));
    await page.click('[data-back]');
    await page.getByRole('button', { name: 'g.xml' }).click();
    await stateIs(page, 'valid');
    await page.locator('#partner').selectOption({ label: 'Druhý' });
    await page.click('[data-preflight]');
    await page.waitForSelector('#looked li');
    // The partner's address accepts no connections: the preflight checks the route through the selected partner.
    expect(await page.locator('#looked').textContent()).not.toContain('No partner was specified');
    expect(await page.locator('#looked li', { hasText: 'connection to the partner' }).textContent()).toMatch(
      /^not known/,
    );
    // An event without a change of state arrives while the user chooses.
    await api.app.documents.completeStep(caller, id, 'evidence', []);
    await page.waitForFunction(() => document.querySelectorAll('#timeline li').length === 4);
    expect(await page.locator('#partner').inputValue()).toBe(second);
    const [prepared] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/send-preparations')),
      page.click('[data-prepare]'),
    ]);
    expect(prepared.request().postDataJSON()).toEqual({ partner: second });
    const started = (await api.app.documents.beginPreparation(caller, id))!;
    await api.app.documents.completePreparation(caller, id, started.preparation, {
      receiver: '0245:2020273893',
      instanceIdentifier: crypto.randomUUID(),
      documentUuid: null,
      taxData: null,
      content: Buffer.from('<envelope/>'),
    });
    await page.click('[data-send]');
    expect(await page.locator('[data-question]').textContent()).toContain('Druhý');
    await page.click('[data-no]');
    await page.click('[data-send]');
    expect(await axeFindings(page)).toEqual([]);
    const [sent] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/sends')),
      page.click('[data-yes]'),
    ]);
    expect([sent.status(), sent.request().postDataJSON().partner]).toEqual([202, second]);
    await stateIs(page, 'being sent');
    expect(faults).toEqual([]);
    await close();
  });

  it('asks for the person who resolved an unknown send at the partner, and records it', async () => {
    const { page, faults, caller, close } = await openValidated();
    const { documents } = api.app;
    const error = { code: 'partner_no_answer', detail: { sk: 'Neodpovedal.', en: 'No answer.' }, said: null };
    const unknown = async (filename: string): Promise<string> => {
      const { id } = await receiveOne(documents, caller, { filename });
      await documents.begin(caller, id);
      await documents.complete(caller, id, makeVerdict(true));
      await prepareDocument(documents, caller, id, 'prt_1', Buffer.from('<envelope/>'));
      const { preparation } = await documents.get(caller, id);
      const { send } = await documents.send(caller, id, { preparation: preparation!.id, partner: 'prt_1' });
      await documents.completeSend(caller, id, send!, { outcome: 'unknown', error, again: null });
      return id;
    };
    const look = async (filename: string): Promise<void> => {
      await page.click('[data-back]');
      await page.getByRole('button', { name: filename }).click();
      await stateIs(page, 'outcome of the send unknown');
    };
    const here = await unknown('here.xml');
    await look('here.xml');
    await page.click('[data-has-it]');
    await page.click('[data-no]');
    await page.click('[data-has-it]');
    expect(await page.locator('[data-question]').textContent()).toContain('counts as sent');
    expect(await axeFindings(page)).toEqual([]);
    await page.fill('[name=reference]', 'their-7');
    await page.click('[data-yes]');
    await stateIs(page, 'sent to the partner');
    expect(await documents.get(caller, here)).toMatchObject({ status: 'sent', send: { reference: 'their-7' } });
    await unknown('gone.xml');
    await look('gone.xml');
    await page.click('[data-again]');
    await page.waitForFunction(() => document.querySelector('#timeline')?.textContent?.includes('Sending again'));
    expect(faults).toEqual([]);
    const lost = await unknown('lost.xml');
    await look('lost.xml');
    await page.click('[data-has-it-not]');
    await page.click('[data-yes]');
    await stateIs(page, 'prepared for sending');
    expect((await documents.get(caller, lost)).status).toBe('send_prepared');
    expect(faults).toEqual([]);
    await close();
  });

  it("shows the service's errors, and forgets an invalid key", async () => {
    const { page, close } = await pages.open('/documents/');
    await page.fill('#key', 'inv_test_nothing');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#trouble:not([hidden])');
    expect(await page.locator('#trouble').textContent()).toContain('nie je známy');
    expect(await page.locator('#key').count()).toBe(1);
    await close();
  });

  it.each(looksAt(['/documents/?lang=sk', '/documents/?lang=en']))(
    'axe finds nothing on $page, $colorScheme, $width px',
    async (look) => {
      const { page: path, colorScheme, width } = look;
      const options = { colorScheme, viewport: { width, height: 800 } };
      const { page, faults, close } = await pages.open(path, options);
      await page.waitForSelector('#key');
      const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
      expect([await axeFindings(page), await widest()]).toEqual([[], width]);
      await page.setInputFiles('#file', { name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from(RIGHT) });
      await page.click('[data-task=tax]');
      await page.waitForSelector('#answer table');
      expect([await axeFindings(page), await widest()]).toEqual([[], width]);
      // Every value is readable without horizontal scrolling.
      expect(await page.locator('#answer .wide').evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(
        0,
      );
      expect(faults).toEqual([]);
      await close();
    },
  );
});
