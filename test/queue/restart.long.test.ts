import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrate, openDatabase, system } from '../../src/platform/db/index.ts';
import { findRoot, makeMetrics, startPostgres } from '../../src/platform/index.ts';
import { enqueue, makeQueue, startRelay } from '../../src/platform/queue/index.ts';
import { testLog as log, makeTestDatabase } from '../support/database.ts';
import { hasRedis, startTestRedis } from '../support/redis.ts';

const JOBS = 400;
const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

it('a database killed three times under load loses and fails no job, and is used again immediately', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'einvoice-restart-'));
  const postgres = await startPostgres({ dataDir, log });
  const db = openDatabase({ url: postgres.url, maxConnections: 8, applicationName: 'test', log });
  await migrate(db, join(findRoot(), 'migrations'));
  const metrics = makeMetrics('test');
  const queue = await makeQueue({ db, redisUrl: null, log, metrics });
  const relay = startRelay({ db, queue, log, metrics });
  const seen = new Set<string>();
  const exhausted: string[] = [];
  const onExhausted = async ({ id }: { id: string }) => void exhausted.push(id);
  const working = await queue.work('cpu', { concurrency: 4, onExhausted }, async ({ id }) => {
    await pause(5);
    seen.add(id);
  });

  const submitted = new Set<string>();
  let gaps = 0;
  for (let number = 0; submitted.size < JOBS; number++) {
    if (number % 100 === 50 && gaps < 3) {
      gaps += 1;
      process.kill(postgres.pid()!, 'SIGKILL');
    }
    try {
      const payload = { workspace_id: 'wsp_1', document_id: `doc_${number}`, alone: true as const };
      submitted.add(
        await system(db)
          .transaction()
          .execute((trx) => enqueue(trx, 'document.validate', payload)),
      );
    } catch {
      // The result of the commit was lost with the server: the job may or may not exist.
      await pause(20);
    }
  }
  const began = performance.now();
  const open = async (): Promise<number> =>
    (await sql<{ n: number }>`select count(*) as n from outbox`.execute(system(db))).rows[0]?.n ?? 0;
  while ((await open()) > 0) {
    if (performance.now() - began > 120_000) throw new Error(`${await open()} jobs remain`);
    await pause(20);
  }
  expect([...submitted].filter((id) => !seen.has(id))).toEqual([]);
  expect(exhausted).toEqual([]);
  expect(gaps).toBe(3);

  await working.close(1_000);
  await relay.stop();
  await queue.close();
  await db.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

it.skipIf(!hasRedis)('stops while Redis is unreachable, and publishes the jobs again to another Redis', async () => {
  const { db, drop } = await makeTestDatabase();
  const payload = { workspace_id: 'wsp_1', document_id: 'doc_1' };
  const enqueueJob = (): Promise<string> =>
    system(db)
      .transaction()
      .execute((trx) => enqueue(trx, 'document.validate', payload));
  const seen: string[] = [];
  const start = async () => {
    const redis = await startTestRedis(tmpdir());
    const metrics = makeMetrics('test');
    const queue = await makeQueue({ db, redisUrl: redis!.url, log, metrics });
    const relay = startRelay({ db, queue, log, metrics });
    await queue.work('cpu', { concurrency: 2, onExhausted: async () => undefined }, async ({ id }) => {
      seen.push(id);
    });
    const stop = async (): Promise<void> => {
      await relay.stop();
      await queue.close();
    };
    return { redis: redis!, stop };
  };

  const first = await start();
  const submitted = [await enqueueJob()];
  while (seen.length < 1) await pause(10);
  await first.redis.stop();
  submitted.push(await enqueueJob());
  await pause(500);
  await first.stop();

  const second = await start();
  while (seen.length < 2) await pause(10);
  expect(seen).toEqual(submitted);
  await second.stop();
  await second.redis.stop();
  await drop();
});
