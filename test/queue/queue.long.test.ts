import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import {
  enqueue,
  enqueueMany,
  type Job,
  makeQueue,
  type Queue,
  type Relay,
  startRelay,
} from '../../src/platform/queue/index.ts';
import { testLog as log, makeTestDatabase, redisUrl, type TestDatabase } from '../support/database.ts';

const payload = (number: number | string) => ({
  workspace_id: 'wsp_1',
  document_id: `doc_${number}`,
  alone: true as const,
});

/** Polls until the condition holds; the limit applies to failing tests only. */
async function until(question: () => boolean | Promise<boolean>, limit = 120_000): Promise<void> {
  const end = performance.now() + limit;
  while (!(await question())) {
    if (performance.now() > end) throw new Error('The condition was not met in time');
    await new Promise((done) => setTimeout(done, 10));
  }
}

const backends = [
  { backend: 'PostgreSQL', url: () => null, absent: false },
  {
    backend: 'Redis',
    // Every test empties its Redis. A separate database number would also work, but Redis has few.
    url: () => redisUrl,
    absent: redisUrl === null,
  },
];

describe.each(backends)('queue on $backend', ({ url, absent }) => {
  describe.skipIf(absent)('', () => {
    let test: TestDatabase;
    let queue: Queue;
    let relay: Relay | null;
    const open: Queue[] = [];

    const make = async (): Promise<Queue> => {
      const made = await makeQueue({ db: test.db, redisUrl: url(), log, metrics: makeMetrics('test') });
      open.push(made);
      return made;
    };
    const relays = (lease?: number) =>
      startRelay({ db: test.db, queue, log, metrics: makeMetrics('test'), ...(lease !== undefined && { lease }) });
    const enqueueJob = (number: number | string, options = {}) =>
      system(test.db)
        .transaction()
        .execute((trx) => enqueue(trx, 'document.validate', payload(number), options));
    const rows = async () => (await system(test.db).selectFrom('outbox').selectAll().execute()).length;
    const never = async (): Promise<void> => {
      throw new Error('not expected');
    };

    beforeEach(async () => {
      if (url() !== null) {
        const { Redis } = await import('ioredis');
        const redis = new Redis(url()!);
        await redis.flushall();
        await redis.quit();
      }
      test = await makeTestDatabase();
      queue = await make();
      relay = null;
    });
    afterEach(async () => {
      await relay?.stop();
      await Promise.all(open.splice(0).map((each) => each.close()));
      await test.drop();
    });

    it('executes the job of a committed transaction, and removes it', async () => {
      relay = relays();
      const seen: Job[] = [];
      await queue.work('cpu', { concurrency: 2, onExhausted: never }, async (job) => void seen.push(job));
      const id = await enqueueJob(1);
      await until(() => seen.length === 1);
      expect(seen[0]).toEqual({ id, name: 'document.validate', payload: payload(1), attempt: 1, attempts: 5 });
      await until(async () => (await rows()) === 0);
      await until(async () => (await queue.counts()).cpu.active === 0);
      expect((await queue.counts()).cpu).toEqual({ waiting: 0, active: 0, delayed: 0 });
    });

    it('executes nothing for a transaction that was rolled back', async () => {
      relay = relays();
      const seen: string[] = [];
      await queue.work('cpu', { concurrency: 1, onExhausted: never }, async ({ id }) => void seen.push(id));
      const lost = system(test.db)
        .transaction()
        .execute(async (trx) => {
          await enqueue(trx, 'document.validate', payload(1));
          throw new Error('rolled back');
        });
      await expect(lost).rejects.toThrow('rolled back');
      const existing = await enqueueJob(2);
      await until(() => seen.length > 0);
      expect(seen).toEqual([existing]);
    });

    it('rejects a payload that does not match the job', async () => {
      const wrong = system(test.db)
        .transaction()
        .execute((trx) => enqueue(trx, 'document.validate', { workspace_id: 'wsp_1' } as never));
      await expect(wrong).rejects.toThrow('document_id');
    });

    it('retries with growing delays, reports the final failure, and starts over when the report could not be stored', async () => {
      relay = relays(1_000);
      const attempts: number[] = [];
      const errors: string[] = [];
      const onExhausted = async (job: Job, error: Error): Promise<void> => {
        errors.push(`${job.id} ${error.message}`);
        if (errors.length === 1) throw new Error('the database is away');
      };
      await queue.work('cpu', { concurrency: 1, onExhausted }, async (job) => {
        attempts.push(job.attempt);
        throw new Error('broken');
      });
      const id = await enqueueJob(1);
      await until(() => errors.length === 2);
      expect(attempts).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
      expect(errors).toEqual([`${id} broken`, `${id} broken`]);
      await until(async () => (await rows()) === 0);
    });

    it('waits until the scheduled time of a job', async () => {
      relay = relays();
      let at = 0;
      await queue.work('cpu', { concurrency: 1, onExhausted: never }, async () => {
        at = Date.now();
      });
      const due = Date.now() + 700;
      await enqueueJob(1, { runAt: new Date(due) });
      await until(() => at > 0);
      expect(at).toBeGreaterThanOrEqual(due - 5);
    });

    it('executes many jobs once each, with several relays and pools', async () => {
      relay = relays();
      const second = await make();
      const secondRelay = startRelay({ db: test.db, queue: second, log, metrics: makeMetrics('test') });
      const seen: string[] = [];
      for (const each of [queue, second]) {
        await each.work('cpu', { concurrency: 8, onExhausted: never }, async ({ id }) => void seen.push(id));
      }
      const ids = await system(test.db)
        .transaction()
        .execute((trx) =>
          enqueueMany(
            trx,
            'document.validate',
            Array.from({ length: 2_000 }, (_, number) => payload(number)),
          ),
        );
      await until(async () => (await rows()) === 0);
      expect(seen.length).toBe(2_000);
      expect(new Set(seen)).toEqual(new Set(ids));
      await secondRelay.stop();
    });

    it('publishes jobs again that the queue lost, and ignores those it still has', async () => {
      const seen: string[] = [];
      const [lost, retained] = [await enqueueJob('lost'), await enqueueJob('kept')];
      await sql`update outbox set published_at = now() - interval '1 hour', run_at = now() + interval '1 hour'`.execute(
        system(test.db),
      );
      relay = relays();
      await queue.work('cpu', { concurrency: 1, onExhausted: never }, async ({ id }) => void seen.push(id));
      await until(() => seen.length === 2);
      expect(new Set(seen)).toEqual(new Set([lost, retained]));
      await queue.publish([
        { id: 'job_same', job: 'document.validate', payload: payload(1) },
        { id: 'job_same', job: 'document.validate', payload: payload(1) },
      ]);
      await until(() => seen.includes('job_same'));
      await until(async () => (await queue.counts()).cpu.waiting === 0);
      expect(seen.filter((id) => id === 'job_same')).toEqual(['job_same']);
    });

    it('returns running jobs when it stops, without counting the attempt', async () => {
      relay = relays();
      const attempts: number[] = [];
      let started = false;
      const working = await queue.work('cpu', { concurrency: 1, onExhausted: never }, (job, signal) => {
        started = true;
        attempts.push(job.attempt);
        return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
      });
      await enqueueJob(1);
      await until(() => started);
      await working.close(100);
      await queue.work('cpu', { concurrency: 1, onExhausted: never }, async (job) => void attempts.push(job.attempt));
      await until(() => attempts.length === 2);
      expect(attempts).toEqual([1, 1]);
    });

    it('stops although a job does not stop, and another process takes that job over', async () => {
      relay = relays();
      const second = await make();
      const seen: string[] = [];
      const deaf = await queue.work('cpu', { concurrency: 1, onExhausted: never }, () => {
        seen.push('deaf');
        return new Promise(() => undefined);
      });
      await enqueueJob(1);
      await until(() => seen.length === 1);
      await deaf.close(50);
      await second.work('cpu', { concurrency: 1, onExhausted: never }, async ({ attempt }) => {
        seen.push(`taken over, attempt ${attempt}`);
      });
      await until(() => seen.length === 2);
      expect(seen).toEqual(['deaf', 'taken over, attempt 1']);
    });

    it('closes while a pool of workers is starting, and accepts no pool afterwards', async () => {
      const starting = queue.work('cpu', { concurrency: 1, onExhausted: never }, never);
      await queue.close();
      await (await starting).close(0);
      await expect(queue.work('cpu', { concurrency: 1, onExhausted: never }, never)).rejects.toThrow('closed');
    });

    it('ignores jobs of another database on the same server', async () => {
      const other = await makeTestDatabase();
      const elsewhere = await makeQueue({ db: other.db, redisUrl: url(), log, metrics: makeMetrics('test') });
      open.push(elsewhere);
      const strange: string[] = [];
      await elsewhere.work('cpu', { concurrency: 8, onExhausted: never }, async ({ id }) => void strange.push(id));
      relay = relays();
      const jobs = await Promise.all(Array.from({ length: 20 }, (_, number) => enqueueJob(number)));
      const seen: string[] = [];
      await until(async () => (await queue.counts()).cpu.waiting === jobs.length);
      await queue.work('cpu', { concurrency: 1, onExhausted: never }, async ({ id }) => void seen.push(id));
      await until(() => seen.length === jobs.length);
      expect(seen.sort()).toEqual(jobs.sort());
      expect(strange).toEqual([]);
      await elsewhere.close();
      await other.drop();
    });

    it('lets running jobs finish when it stops', async () => {
      relay = relays();
      let [started, ended] = [false, false];
      const working = await queue.work('cpu', { concurrency: 1, onExhausted: never }, async () => {
        started = true;
        await new Promise((done) => setTimeout(done, 300));
        ended = true;
      });
      await enqueueJob(randomBytes(4).toString('hex'));
      await until(() => started);
      await working.close(120_000);
      expect(ended).toBe(true);
      await until(async () => (await rows()) === 0);
    });
  });
});
