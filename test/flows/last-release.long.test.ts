import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/platform/db/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { builtCommit, findLastRelease } from '../support/built-service.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { removeData, type Service, startService, waitUntil, whileWorkersStand } from '../support/service.ts';
import { asNdjson } from '../support/upload.ts';
import { type Client, makeClient, toStory, WHOLE_STORY } from './client.ts';

/**
 * Tests the rollout of `deploy/README.md`: migrations run while processes of the last release serve, then the
 * processes are replaced one by one. So the last release must work on the new schema and together with this release.
 */

const commit = await findLastRelease();
if (commit === null)
  process.stderr.write('There is no release tag (v1.0.0 or later): the upgrade from the last release is not tested\n');

const JSON_TYPE = { 'Content-Type': 'application/json' };
const invoice = (number: string): string => makeInvoice(text('cbc:ID', number));

describe.skipIf(commit === null)('the last release on the schema of this one', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let last: Service;
  let current: Service | null = null;
  const notified: string[] = [];
  const key = randomUUID();
  const at = (service: Service): Client => makeClient(() => service.url, key);

  const start = (script?: string): Promise<Service> =>
    startService({
      ...(script && { script }),
      environment: {
        DATABASE_URL: database.url,
        EVIDENCE_SECRET: 'the evidence secret of two releases',
        SECRETS_KEY: 'the key for secrets of two releases',
        OUTBOUND_ALLOW: '127.0.0.1',
      },
    });

  /** The most frequent calls, against one release or both; checks every response. */
  const walk = async (client: Client, name: string): Promise<void> => {
    const made = await client.fetch('/api/documents', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'Idempotency-Key': `${name}-evidence` },
      body: JSON.stringify({ filename: `${name}.xml`, content: invoice(name), steps: ['validate', 'evidence'] }),
    });
    const { id, links } = (await made.json()) as { id: string; links: Record<string, string> };
    expect(made.status).toBe(202);
    const types = async () =>
      (await client.get<{ events: { type: string }[] }>(links.events!)).events.map(({ type }) => type);
    await waitUntil(async () => (await types()).includes('evidence.created'));
    expect((await client.fetch(`${links.artifacts}/evidence.zip`)).status).toBe(200);
    const again = await client.post(invoice(`${name}-2`), { 'Idempotency-Key': `${name}-twice` });
    const twice = await client.post(invoice(`${name}-2`), { 'Idempotency-Key': `${name}-twice` });
    expect(((await twice.json()) as { id: string }).id).toBe(((await again.json()) as { id: string }).id);
    const many = await Promise.all([1, 2, 3, 4].map((number) => client.submit(invoice(`${name}-many-${number}`))));
    for (const { id } of many) expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
    const { type, body } = asNdjson([
      { filename: 'a.xml', content: invoice(`${name}-a`) },
      { filename: 'b.xml', content: '<no invoice' },
    ]);
    const posted = await client.fetch('/api/batches', {
      method: 'POST',
      headers: { 'Content-Type': type, 'Idempotency-Key': `${name}-batch` },
      body: body as BodyInit,
    });
    const batch = (await posted.json()) as { id: string };
    expect(posted.status, JSON.stringify(batch)).toBe(202);
    const read = () => client.get<{ status: string; done: number }>(`/api/batches/${batch.id}`);
    await waitUntil(async () => (await read()).status === 'completed');
    expect(await read()).toMatchObject({ done: 2, valid: 1 });
    const list = await client.get<{ documents: { id: string }[] }>('/api/documents?limit=50');
    expect(list.documents.map((document) => document.id)).toContain(id);
    expect((await client.fetch(`/api/documents/${many[0]!.id}`, { method: 'DELETE' })).ok).toBe(true);
    await waitUntil(() => notified.includes(id));
  };

  beforeAll(async () => {
    const folder = await builtCommit(commit!);
    database = await makeTestDatabase({ empty: true });
    receiver = await startReceiver(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      notified.push((JSON.parse(body) as { data: { document_id: string } }).data.document_id);
      response.end();
    });
    await migrate(database.db, join(folder, 'migrations'));
    last = await start(join(folder, 'dist/src/main.js'));
    const hooked = await at(last).fetch('/api/webhooks', {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ url: receiver.url, events: ['evidence.created'] }),
    });
    expect(hooked.status, await hooked.clone().text()).toBe(201);
  });
  afterAll(async () => {
    for (const service of [current, last]) {
      await service?.stop();
      if (service) removeData(service);
    }
    await receiver?.stop();
    await database?.drop();
  });

  it('completes existing work and accepts requests while the schema is migrated', async () => {
    const client = at(last);
    const folder = join(findRoot(), 'migrations');
    const before = await whileWorkersStand(last, async () => {
      const submitted = await client.submit(invoice('before'));
      const migrating = migrate(database.db, folder);
      const during: string[] = [];
      let done = false;
      migrating.finally(() => {
        done = true;
      });
      do during.push((await client.submit(invoice(`meanwhile-${during.length}`))).id);
      while (!done);
      await migrating;
      return [submitted.id, ...during];
    });
    for (const id of before) expect(toStory(await client.waitForEnd(id))).toEqual(WHOLE_STORY);
  });

  it('works on the new schema', () => walk(at(last), 'last'));

  it('works together with this release, each with jobs and records of the other', async () => {
    current = await start();
    await Promise.all([walk(at(last), 'last-beside'), walk(at(current), 'current-beside')]);
    const { id } = await at(last).submit(invoice('by-the-last'));
    expect(toStory(await at(current).waitForEnd(id))).toEqual(WHOLE_STORY);
  });

  it('stops, and this release continues', async () => {
    await last.stop();
    await walk(at(current!), 'current');
  });
});
