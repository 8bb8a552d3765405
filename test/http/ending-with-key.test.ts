import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Accounts } from '../../src/modules/accounts/index.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
/** Accounts of another process: this process is not notified in memory of their changes. */
let elsewhere: Accounts;
let operator: Scope;
beforeAll(async () => {
  api = await openApi({}, 'production');
  elsewhere = makeTestAccounts(api.db);
  operator = await makeOperator(api.db);
});
afterAll(async () => {
  await elsewhere.close();
  await api.close();
});

const STREAM = { Accept: 'text/event-stream' };
const get = (path: string, key: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(api.url + path, { headers: { 'X-API-Key': key, ...headers } });

async function openRequests(): Promise<number> {
  return Number(/^http_requests_open(?:\{.*\})? (\d+)$/m.exec(await api.app.metrics.render())?.[1]);
}

let submissions = 0;
async function submit(): Promise<{ path: string; last: string; id: string }> {
  submissions += 1;
  const { document } = await api.app.documents.receive(operator, {
    idempotencyKey: String(submissions),
    filename: 'a.xml',
    content: Buffer.from('<a/>'),
  });
  const [received] = await api.app.documents.timeline.readAfter(operator, document.id, null);
  return { path: `/api/documents/${document.id}/events`, last: received!.id, id: document.id };
}

async function receiveBatch(): Promise<string> {
  const { batch } = await api.app.batches.receive(operator, { options: {} }, [
    { filename: 'a.xml', bytes: Buffer.from('<a/>') },
  ]);
  return `/api/batches/${batch.id}/events`;
}

describe('a wait for events ends with its key', () => {
  it('the stream of a document, when another process revokes the key; another key continues', async () => {
    const { path, id } = await submit();
    const [ended, remaining] = await Promise.all([
      makeKey(elsewhere, operator, 'viewer'),
      makeKey(elsewhere, operator, 'viewer'),
    ]);
    const stream = await get(path, ended.text, STREAM);
    const other = (await get(path, remaining.text, STREAM)).body!.pipeThrough(new TextDecoderStream()).getReader();
    await elsewhere.keys.revoke(operator, ended.key.id);
    const text = await stream.text();
    expect(text).toContain('document.received');
    expect((await get(path, ended.text)).status).toBe(401);
    await api.app.documents.begin(operator, id);
    expect(text).not.toContain('validation.started');
    for (let streamed = ''; !streamed.includes('validation.started'); ) {
      const { value, done } = await other.read();
      expect(done).toBe(false);
      streamed += value;
    }
    await other.cancel();
    await expect.poll(openRequests).toBe(0);
  });

  it('a long poll of a document returns that the key has ended', async () => {
    const { path, last } = await submit();
    const { key, text } = await makeKey(elsewhere, operator, 'viewer');
    const waiting = get(`${path}?wait=30&after=${last}`, text);
    await expect.poll(openRequests).toBe(1);
    await elsewhere.keys.revoke(operator, key.id);
    const answered = await waiting;
    expect([answered.status, await answered.json()]).toMatchObject([401, { code: 'key_unknown' }]);
  });

  it('the stream of a batch, and a wait for its change', async () => {
    const path = await receiveBatch();
    const { key, text } = await makeKey(elsewhere, operator, 'developer');
    const first = (await (await get(path, text)).json()) as { events: { id: string }[] };
    await expect.poll(openRequests).toBe(0);
    const stream = await get(path, text, STREAM);
    const waiting = get(`${path}?wait=30&after=${first.events[0]?.id ?? '0'}`, text);
    await expect.poll(openRequests).toBe(2);
    await elsewhere.keys.revoke(operator, key.id);
    await stream.text();
    expect((await waiting).status).toBe(401);
  });

  it('when the key expires', async () => {
    const { path } = await submit();
    const { text } = await makeKey(elsewhere, operator, 'viewer', new Date(Date.now() + 3_000));
    const stream = await get(path, text, STREAM);
    expect(stream.status).toBe(200);
    expect(await stream.text()).toContain('document.received');
    expect((await get(path, text)).status).toBe(401);
  });

  it('when the key has been rotated, after the overlap', async () => {
    const { path } = await submit();
    const overlapped = await makeKey(elsewhere, operator, 'viewer');
    const replaced = await makeKey(elsewhere, operator, 'viewer');
    const streams = [await get(path, overlapped.text, STREAM), await get(path, replaced.text, STREAM)];
    await elsewhere.keys.rotate(operator, overlapped.key.id, 1_000);
    await elsewhere.keys.rotate(operator, replaced.key.id, 0);
    for (const stream of streams) expect(await stream.text()).toContain('document.received');
    for (const { text } of [overlapped, replaced]) expect((await get(path, text)).status).toBe(401);
  });
});

it('the queue page rejects a revoked administrator key', async () => {
  const [{ key, text }] = await Promise.all([
    makeKey(elsewhere, operator, 'admin'),
    makeKey(elsewhere, operator, 'admin'),
  ]);
  const open = () =>
    fetch(`${api.url}/operations/queues/`, {
      headers: { Authorization: `Basic ${Buffer.from(`operator:${text}`).toString('base64')}` },
    });
  expect((await open()).status).toBe(200);
  await elsewhere.keys.revoke(operator, key.id);
  expect((await open()).status).toBe(401);
});
