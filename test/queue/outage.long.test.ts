import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTransientError, makeMetrics } from '../../src/platform/index.ts';
import { makeQueue } from '../../src/platform/queue/index.ts';
import { makeTestDatabase, testLog } from '../support/database.ts';
import { hasRedis, startTestRedis } from '../support/redis.ts';

describe.skipIf(!hasRedis)('queue with Redis down', () => {
  it('reports the outage to callers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'einvoice-queue-'));
    const redis = (await startTestRedis(folder))!;
    const { db, drop } = await makeTestDatabase();
    const queue = await makeQueue({ db, redisUrl: redis.url, log: testLog, metrics: makeMetrics('test') });
    try {
      expect((await queue.counts()).cpu.waiting).toBe(0);
      await redis.stop();
      const fault = await queue.counts().then(
        () => null,
        (error: unknown) => error,
      );
      expect([isTransientError(fault), fault]).toEqual([true, expect.any(Error)]);
    } finally {
      await queue.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
