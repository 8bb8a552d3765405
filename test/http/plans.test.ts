import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { choosePlans } from '../../src/modules/accounts/index.ts';
import { loadCatalog } from '../catalog/installed.ts';
import { readHtml } from '../pages/read-html.ts';
import { makeKey, makeTestAccounts } from '../support/accounts.ts';
import { makeWorkspace } from '../support/records.ts';
import { fakeParts } from './fake-parts.ts';
import { type OpenApi, openApi } from './open-api.ts';

const catalog = await loadCatalog();
let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ environment: 'production' }, 'production', undefined, { catalog: async () => catalog });
});
afterAll(() => api.close());

/** Sends a document with a key of a workspace on the plan. */
async function send(plan: string): Promise<Response> {
  const { text } = await makeKey(makeTestAccounts(api.db), await makeWorkspace(api.db, plan), 'developer');
  return fetch(`${api.url}/api/documents`, {
    method: 'POST',
    headers: { 'X-API-Key': text, 'Idempotency-Key': 'a', 'Content-Type': 'application/xml' },
    body: '<Invoice/>',
  });
}

it('rejects documents on a plan without them and names the plans that include them (contract, section 11)', async () => {
  const refused = await send('pay-as-you-go');
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { code: 'plan_required', detail: expect.stringContaining('documents') },
  ]);
  expect([(await send('documents')).status, (await send('enterprise')).status]).toEqual([202, 202]);
});

it('GET /api/plans returns what the service applies', async () => {
  const response = await fetch(`${api.url}/api/plans`);
  const vat = { product: 'vat-verification', free_tier: 1000, unit_price: '0.004' };
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      currency: 'EUR',
      plans: [
        { plan: 'pay-as-you-go', monthly_fee: '0', includes: [], products: [vat] },
        { plan: 'documents', monthly_fee: '49', includes: ['documents'], products: [vat] },
        { plan: 'enterprise', monthly_fee: null, includes: ['documents', 'sftp'], products: [vat] },
      ],
    },
  ]);
});

it('/cennik/ and /en/pricing/ show the same plans', async () => {
  const read = async (path: string): Promise<string> =>
    readHtml(await (await fetch(api.url + path)).text()).text.replaceAll('\u00a0', ' ');
  const slovak = await read('/cennik/');
  for (const phrase of ['od 49 €', 'podľa dohody', '1 000', '0,004 €']) expect(slovak).toContain(phrase);
  expect(slovak.match(/Neobsahuje/g)).toHaveLength(2);
  const english = await read('/en/pricing/');
  for (const phrase of ['from 49 EUR', 'by agreement', '0.004 EUR']) expect(english).toContain(phrase);
  expect(await (await fetch(`${api.url}/sitemap.xml`)).text()).toContain('/cennik/');
});

it('configured plans are returned as they are; documents are unrestricted when no plan names them', async () => {
  const made = fakeParts({ catalog: async () => catalog });
  const plans = choosePlans({ 'pay-as-you-go': { monthly_fee: '12.50', products: {} } });
  const other = await startApi({ ...made, accounts: { ...made.accounts, plans } }, { checkAnswers: 'throw' });
  const page = readHtml(await (await fetch(`${other.url}/cennik/`)).text()).text.replaceAll('\u00a0', ' ');
  const [plan] = ((await (await fetch(`${other.url}/api/plans`)).json()) as { plans: object[] }).plans;
  await other.close();
  expect(plan).toEqual({ plan: 'pay-as-you-go', monthly_fee: '12.50', includes: ['documents'], products: [] });
  for (const phrase of ['12,50 €', 'Žiadne volanie sa neúčtuje', 'testovacie prostredie'])
    expect(page).toContain(phrase);
});
