import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestAccounts } from '../support/accounts.ts';
import { makeTestDatabase } from '../support/database.ts';
import { makeTestVat } from '../support/vat.ts';
import { startViesDouble, type ViesDouble } from '../support/vies-double.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
let double: ViesDouble;
let vat: ReturnType<typeof makeTestVat>;
beforeAll(async () => {
  double = await startViesDouble();
  const database = await makeTestDatabase();
  vat = makeTestVat({ db: database.db, now: Date.now, restUrl: double.restUrl });
  api = await openApi({ environment: 'production', proxies: 1 }, 'production', database, { vat });
});
afterAll(async () => {
  await vat.close();
  await double.close();
  await api.close();
});

const REQUEST = {
  company: 'Príklad, s. r. o.',
  vat: 'sk 2020317068',
  contact: 'Jana Nováková',
  email: 'jana@example.com',
  purpose: 'Kontrola faktúr',
};

let clients = 0;
const someone = (): string => `192.0.2.${++clients}`;

const requestKey = (body: object, client = someone()): Promise<Response> =>
  fetch(`${api.url}/api/key-requests`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
    body: JSON.stringify(body),
  });

const askByForm = (fields: Record<string, string>, client = someone()): Promise<Response> =>
  fetch(`${api.url}/ziadost/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'X-Forwarded-For': client },
    body: new URLSearchParams(fields),
  });

type KeyRequest = { readonly id: string; readonly status: string; readonly vat_status: string };
const bodyOf = async (response: Response): Promise<KeyRequest> => (await response.json()) as KeyRequest;

it('stores a request, looks up its VAT number, and after approval displays the key once (contract, section 11)', async () => {
  const response = await requestKey(REQUEST);
  expect(response.status).toBe(202);
  const { id, status, vat_status } = await bodyOf(response);
  expect([status, vat_status]).toEqual(['verifying', 'valid']);
  const accounts = makeTestAccounts(api.db);
  const { word, workspaceId } = await accounts.keyRequests.approve(id, 'documents');
  expect((await bodyOf(await fetch(`${api.url}/api/key-requests/${id}`))).status).toBe('approved');
  const link = `${api.url}/ziadost/kluc/${word}`;
  // Opening the link, as a mail scanner does, does not use it up.
  for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
  const answers = await Promise.all([1, 2, 3].map(() => fetch(link, { method: 'POST' })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410, 410]);
  const page = await answers.find((answer) => answer.ok)!.text();
  const [key = ''] = /inv_live_\w+/.exec(page) ?? [];
  const usage = await fetch(`${api.url}/api/usage`, { headers: { 'X-API-Key': key } });
  expect(await usage.json()).toMatchObject({ plan: 'documents' });
  expect((await fetch(link)).status).toBe(410);
  await expect(accounts.keyRequests.approve(id, 'documents')).rejects.toMatchObject({ code: 'key_request_decided' });
  const [listed] = (await accounts.keyRequests.list(10)).filter((each) => each.id === id);
  expect(listed).toMatchObject({ workspace_id: workspaceId, key_after: { isDone: true }, vat: 'SK2020317068' });
  await accounts.close();
});

it('replaces a lost link, and the previous one ends', async () => {
  const { id } = await bodyOf(await requestKey(REQUEST));
  const accounts = makeTestAccounts(api.db);
  const first = await accounts.keyRequests.approve(id, 'pay-as-you-go');
  const second = await accounts.keyRequests.approve(id, 'pay-as-you-go');
  expect(second.workspaceId).toBe(first.workspaceId);
  expect([await accounts.keyRequests.isOpen(first.word), await accounts.keyRequests.isOpen(second.word)]).toEqual([
    false,
    true,
  ]);
  // A plan in the approval replaces the workspace's plan and is reported; without one the plan stays.
  const third = await accounts.keyRequests.approve(id, 'documents');
  expect([third.plan, (await accounts.keyRequests.approve(id, null)).plan]).toEqual(['documents', null]);
  expect((await accounts.workspaces.list()).find(({ id: each }) => each === first.workspaceId)?.plan).toBe('documents');
  await accounts.close();
});

it('a rejected request stays rejected, and is erased after 90 days', async () => {
  const { id } = await bodyOf(await requestKey({ ...REQUEST, vat: null, ico: '31333532' }));
  let now = Date.now();
  const accounts = makeTestAccounts(api.db, { now: () => now });
  expect((await accounts.keyRequests.refuse(id, 'no such company')).status).toBe('refused');
  await expect(accounts.keyRequests.approve(id, 'documents')).rejects.toMatchObject({ code: 'key_request_decided' });
  now += 89 * 86_400_000;
  await accounts.eraseExpired(100);
  expect((await accounts.keyRequests.get(id)).status).toBe('refused');
  now += 2 * 86_400_000;
  await accounts.eraseExpired(100);
  await expect(accounts.keyRequests.get(id)).rejects.toMatchObject({ code: 'key_request_not_found' });
  await accounts.close();
});

it('reports an unknown VAT number or an unavailable register without blocking the request', async () => {
  expect(await bodyOf(await requestKey({ ...REQUEST, vat: 'SK2020317069' }))).toMatchObject({ vat_status: 'invalid' });
  double.trouble = (_, country) => (country === 'SK' ? { does: 'drop' } : null);
  const silent = await bodyOf(await requestKey({ ...REQUEST, vat: 'SK2020270780' }));
  double.trouble = () => null;
  expect(silent).toMatchObject({ status: 'verifying', vat_status: 'unknown' });
  expect(await bodyOf(await requestKey({ ...REQUEST, vat: undefined, ico: '31 333 532' }))).toMatchObject({
    vat_status: 'none',
  });
});

it.each([
  [{ vat: undefined }, '/ico'],
  [{ ico: '31333533' }, '/ico'],
  [{ vat: 'nonsense' }, '/vat'],
  [{ email: 'nobody' }, '/email'],
  [{ company: '\u0007' }, '/company'],
])('rejects an invalid request with the field: %j', async (change, pointer) => {
  const response = await requestKey({ ...REQUEST, ...change });
  expect([response.status, await response.json()]).toMatchObject([400, { errors: [{ pointer }] }]);
});

it('accepts at most five requests a day from one client', async () => {
  const client = someone();
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await requestKey(REQUEST, client));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429]);
});

it('the form does the same, shows errors next to the fields and keeps the input', async () => {
  const wrong = await askByForm({ ...REQUEST, email: 'nobody', purpose: '<b>' });
  const page = await wrong.text();
  expect([wrong.status, wrong.headers.get('cache-control')]).toEqual([422, 'no-store']);
  expect(page).toMatch(/id="email"[^>]* aria-describedby="email-hint email-fault" aria-invalid="true" value="nobody"/);
  expect(page).toContain('&lt;b&gt;</textarea>');
  const sent = await askByForm({ ...REQUEST, ico: '' });
  const place = sent.headers.get('location') ?? '';
  expect([sent.status, place]).toEqual([303, expect.stringMatching(/^\/ziadost\/krq_/)]);
  const state = await (await fetch(api.url + place)).text();
  expect(state).toContain('overuje sa');
  expect(state).not.toContain('Nováková');
  const gone = await fetch(`${api.url}/en/request/key/nothing`);
  expect([gone.status, await gone.text()]).toEqual([
    410,
    expect.stringContaining('The link to the key is no longer valid'),
  ]);
});

it('rejects a key request in the sandbox, which issues keys without one', async () => {
  const sandbox = await openApi();
  const response = await fetch(`${sandbox.url}/api/key-requests`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(REQUEST),
  });
  expect([response.status, (await response.json()) as object]).toMatchObject([403, { code: 'production_only' }]);
  await sandbox.close();
});
