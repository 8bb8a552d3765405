import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { enqueue, makeQueue, type Queue, type Relay, startRelay } from '../../src/platform/queue/index.ts';
import { makeTestDatabase, redisUrl, type TestDatabase, testLog } from '../support/database.ts';

/** Longer than pauses of a live process in practice: a busy machine, a paused or migrated virtual machine. */
const PAUSE_MS = 10_000;

describe.each([
  ['PostgreSQL', null],
  ['Redis', redisUrl],
])('job lock on %s', (host, url) => {
  if (host === 'Redis' && url === null) return it.skip('redis-server is not installed', () => undefined);
  let test: TestDatabase;
  let queue: Queue;
  let relay: Relay;

  beforeEach(async () => {
    test = await makeTestDatabase();
    const parts = { db: test.db, log: testLog, metrics: makeMetrics('test') };
    queue = await makeQueue({ ...parts, redisUrl: url });
    relay = startRelay({ ...parts, queue, poll: 20 });
  });
  afterEach(async () => {
    await relay.stop();
    await queue.close();
    await test.drop();
  });

  const enqueueJob = () =>
    test.db.kysely
      .transaction()
      .execute((trx) =>
        enqueue(trx, 'document.validate', { workspace_id: 'wsp_1', document_id: 'doc_1', alone: true }),
      );

  const withRedis = async <T>(work: (redis: Redis, key: string) => Promise<T>): Promise<T> => {
    const redis = new Redis(url!);
    try {
      const [key] = await redis.keys('*:lock');
      return await work(redis, key!);
    } finally {
      await redis.quit();
    }
  };

  /** Remaining lock time of the running job, in milliseconds. */
  const lockedFor = async (): Promise<number> => {
    if (url !== null) return withRedis((redis, key) => redis.pttl(key));
    const { rows } = await sql<{ until: string }>`
      select locked_until_ms as until from bullmq.job where state = 'active'`.execute(system(test.db));
    return Number(rows[0]!.until) - Date.now();
  };

  /** Simulates an expired lock and a takeover by another process. */
  const loseLock = (): Promise<unknown> =>
    url === null
      ? sql`update bullmq.job set lock_token = 'another process' where state = 'active'`.execute(system(test.db))
      : withRedis((redis, key) => redis.set(key, 'another process'));

  it('stays with its process during a pause of 10 seconds', async () => {
    let locked: number | null = null;
    await queue.work('cpu', { concurrency: 1, onExhausted: async () => undefined }, async () => {
      locked = await lockedFor();
    });
    await enqueueJob();
    await expect.poll(() => locked).not.toBeNull();
    expect(locked).toBeGreaterThan(2 * PAUSE_MS);
  });

  it('a failure after the lock is lost does not count as an attempt', async () => {
    let fails = 0;
    await queue.work('cpu', { concurrency: 1, onExhausted: async () => undefined }, async () => {
      await loseLock();
      fails += 1;
      throw new Error('the connection was lost');
    });
    await enqueueJob();
    await expect.poll(() => fails).toBe(1);
    await expect.poll(async () => (await queue.openJobs())[0]).toMatchObject({ open: 1, retried: 0, failed: 0 });
    // After closing, the worker has reported its result.
    await queue.close();
    expect((await queue.openJobs())[0]).toMatchObject({ open: 1, retried: 0, failed: 0 });
  });
});
