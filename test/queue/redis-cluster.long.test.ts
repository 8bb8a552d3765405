import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { enqueue, makeQueue, startRelay } from '../../src/platform/queue/index.ts';
import { testLog as log, makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { hasRedis, startTestRedis, type TestRedis } from '../support/redis.ts';
import { waitUntil } from '../support/service.ts';

/** A cluster of one node has all slots, and rejects commands with keys in several slots as a larger one does. */

let folder: string;
let redis: TestRedis;
let database: TestDatabase;

/** Sends one inline command; resolves with the start of the response. */
const run = (command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(redis.url).port), '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(chunk.toString());
    });
    socket.once('error', reject);
  });

beforeAll(async () => {
  if (!hasRedis) return;
  folder = await mkdtemp(join(tmpdir(), 'einvoice-cluster-'));
  redis = (await startTestRedis(folder, ['--cluster-enabled', 'yes']))!;
  expect(await run('CLUSTER ADDSLOTSRANGE 0 16383')).toContain('OK');
  await waitUntil(async () => (await run('CLUSTER INFO')).includes('cluster_state:ok'));
  database = await makeTestDatabase();
});
afterAll(async () => {
  if (!hasRedis) return;
  await redis.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it.skipIf(!hasRedis)('all keys of a queue are in one cluster slot', async () => {
  expect(await run('MSET {a}1 x b y')).toContain('CROSSSLOT');
  const { db } = database;
  const metrics = makeMetrics('test');
  const queue = await makeQueue({ db, redisUrl: redis.url, log, metrics });
  const relay = startRelay({ db, queue, log, metrics });
  const seen = new Set<string>();
  const working = await queue.work('cpu', { concurrency: 2, onExhausted: async () => undefined }, async ({ id }) => {
    seen.add(id);
  });
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      system(db)
        .transaction()
        .execute((trx) =>
          enqueue(trx, 'document.validate', {
            workspace_id: `wsp_${number % 3}`,
            document_id: `doc_${number}`,
            alone: true,
          }),
        ),
    ),
  );
  await waitUntil(() => ids.every((id) => seen.has(id)));
  expect(await queue.counts()).toMatchObject({ cpu: { waiting: 0 } });
  await relay.stop();
  await working.close(1_000);
  await queue.close();
});
