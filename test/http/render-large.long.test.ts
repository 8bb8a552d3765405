import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { makePdfReader, renderInvoice } from '../../src/modules/rendering/index.ts';
import { makeInvoice } from '../../tools/bench/invoices.ts';
import { large, startPoisoned } from '../support/renderers.ts';
import { fakeParts } from './fake-parts.ts';
import { fakeValidate } from './fake-validate.ts';

const MAX_BYTES = 1024 * 1024;
const XML = makeInvoice(100);
const renderers = startPoisoned({ timeLimit: 5_000 });
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  const validationPool = { validate: async (bytes: Uint8Array) => fakeValidate(bytes, {} as never), waiting: () => 0 };
  const parts = fakeParts({
    validationPool: validationPool as never,
    renderers,
    pdfReader: makePdfReader({ maxXmlBytes: MAX_BYTES }),
  });
  const accounts = { ...parts.accounts, takePublicCall: async () => 1_000, giveBackPublicCalls: async () => 0 };
  api = await startApi({ ...parts, accounts, config: { ...parts.config, maxXmlBytes: MAX_BYTES } } as never, {
    checkAnswers: 'throw',
  });
});
afterAll(async () => {
  await api.close();
  await renderers.close();
});

const post = (path: string, body: Uint8Array, signal?: AbortSignal) =>
  fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/xml', 'X-API-Key': 'developer' },
    body: body as never,
    ...(signal && { signal }),
  });

it('stays responsive during an endless rendering, returns 422 at the limit, and renders the next page', async () => {
  const order: string[] = [];
  const shown = post('/api/invoice-render?format=html', large('loop')).finally(() => order.push('loop'));
  await expect.poll(renderers.threads).toBe(1);
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  order.push('healthz');
  const response = await shown;
  expect(order).toEqual(['healthz', 'loop']);
  expect([response.status, await response.json()]).toMatchObject([422, { code: 'render_limit_reached' }]);
  const next = await post('/api/invoice-render?format=html', XML);
  expect(await next.text()).toBe(renderInvoice(XML, { language: 'sk', issues: null }).html);
});

it('the PDF bridge reports the same limit, and a large file that is not an invoice as such', async () => {
  const ended = await post('/api/pdf-bridge', large('loop'));
  expect([ended.status, await ended.json()]).toMatchObject([422, { code: 'render_limit_reached' }]);
  for (const path of ['/api/pdf-bridge', '/api/invoice-render']) {
    const unreadable = await post(path, large('<x/>'));
    expect([unreadable.status, await unreadable.json()]).toMatchObject([422, { code: 'invoice_unreadable' }]);
  }
});
