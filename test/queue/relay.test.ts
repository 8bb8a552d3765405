import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { enqueue, makeQueue, type Queue, type Relay, startRelay } from '../../src/platform/queue/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';

let test: TestDatabase;
let queue: Queue;
let relay: Relay | null = null;

beforeAll(async () => {
  test = await makeTestDatabase();
  queue = await makeQueue({ db: test.db, redisUrl: null, log: testLog, metrics: makeMetrics('test') });
});
afterAll(async () => {
  await relay?.stop();
  await queue.close();
  await test.drop();
});

it('publishes other jobs when the queue rejects one, and retries the rejected job', async () => {
  const { db } = test;
  const ids = ['a', 'refused', 'b'];
  await db.kysely.transaction().execute(async (trx) => {
    for (const document_id of ids)
      await enqueue(trx, 'document.validate', { workspace_id: 'wsp_1', document_id, alone: true });
  });
  let isRefused = true;
  const refusing: Queue = {
    ...queue,
    publish: async (outgoing) => {
      if (isRefused && JSON.stringify(outgoing).includes('refused'))
        throw Object.assign(new Error('refused'), { code: '22P05' });
      await queue.publish(outgoing);
    },
  };
  const parts = { db, queue: refusing, log: testLog, metrics: makeMetrics('test') };
  relay = startRelay({ ...parts, poll: 20 });
  await expect.poll(async () => (await queue.counts()).cpu.waiting).toBe(2);
  isRefused = false;
  await system(db)
    .updateTable('outbox')
    .set({ run_at: new Date() })
    .where('run_at', '<', new Date(Date.now() + 60_000))
    .execute();
  await expect.poll(async () => (await queue.counts()).cpu.waiting).toBe(3);
});
