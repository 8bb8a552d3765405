import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RetryLater } from '../../src/lib/retry-later.ts';
import { inTransaction, system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import {
  announceAll,
  enqueueMany,
  type Job,
  makeQueue,
  type Queue,
  type Relay,
  startRelay,
} from '../../src/platform/queue/index.ts';
import { testLog as log, makeTestDatabase, redisUrl, type TestDatabase } from '../support/database.ts';

const backends = [
  { backend: 'PostgreSQL', url: null, absent: false },
  { backend: 'Redis', url: redisUrl, absent: redisUrl === null },
];

const ownerOf = (job: Job): string => ('workspace_id' in job.payload ? job.payload.workspace_id : '');

describe.each(backends)('fairness between workspaces on $backend', ({ url, absent }) => {
  describe.skipIf(absent)('', () => {
    let test: TestDatabase;
    let queue: Queue;
    let relay: Relay | null = null;

    beforeEach(async () => {
      test = await makeTestDatabase();
      queue = await makeQueue({ db: test.db, redisUrl: url, log, metrics: makeMetrics('test') });
    });
    afterEach(async () => {
      await relay?.stop();
      relay = null;
      await queue.close();
      await test.drop();
    });

    const startTheRelay = (perLine: number, priorityLimit?: number): void => {
      const bounds = { mostOfLine: perLine, ...(priorityLimit !== undefined && { mostPriority: priorityLimit }) };
      relay = startRelay({ db: test.db, queue, log, metrics: makeMetrics('test'), ...bounds });
    };
    const enqueueJobs = (workspace_id: string, count: number) =>
      system(test.db)
        .transaction()
        .execute((trx) =>
          enqueueMany(
            trx,
            'document.validate',
            Array.from({ length: count }, (_, index) => ({
              workspace_id,
              document_id: `doc_${index}`,
              alone: true as const,
            })),
          ),
        );
    const published = async (): Promise<Record<string, number>> => {
      const rows = await system(test.db)
        .selectFrom('outbox')
        .select(['line'])
        .where('published_at', 'is not', null)
        .execute();
      const counts: Record<string, number> = {};
      for (const { line } of rows) counts[line] = (counts[line] ?? 0) + 1;
      return counts;
    };
    const never = async (): Promise<void> => {
      throw new Error('not expected');
    };

    it('the queue holds a few jobs of each workspace, and the next ones when those are done', async () => {
      await enqueueJobs('wsp_many', 25);
      await enqueueJobs('wsp_few', 2);
      startTheRelay(10);
      const few = { 'document.validate wsp_many': 10, 'document.validate wsp_few': 2 };
      await expect.poll(published).toEqual(few);
      const done: string[] = [];
      await queue.work('cpu', { concurrency: 1, onExhausted: never }, async (job) => void done.push(ownerOf(job)));
      await expect.poll(() => done.length).toBe(27);
      // Alternating as long as both have jobs.
      expect(done.slice(0, 4).toSorted()).toEqual(['wsp_few', 'wsp_few', 'wsp_many', 'wsp_many']);
      await expect.poll(published).toEqual({});
    });

    it('a newly active workspace goes before the backlog of others', async () => {
      await enqueueJobs('wsp_many', 25);
      startTheRelay(20);
      await expect.poll(published).toEqual({ 'document.validate wsp_many': 20 });
      await enqueueJobs('wsp_few', 2);
      await expect.poll(published).toMatchObject({ 'document.validate wsp_few': 2 });
      const done: string[] = [];
      await queue.work('cpu', { concurrency: 1, onExhausted: never }, async (job) => void done.push(ownerOf(job)));
      await expect.poll(() => done.length).toBe(27);
      expect(done.slice(0, 4).toSorted()).toEqual(['wsp_few', 'wsp_few', 'wsp_many', 'wsp_many']);
    });

    it('documents submitted together count individually towards the queue limit of a workspace', async () => {
      const document_ids = Array.from({ length: 8 }, (_, index) => `doc_${index}`);
      const groups = Array.from({ length: 6 }, () => ({ workspace_id: 'wsp', document_ids }));
      await system(test.db)
        .transaction()
        .execute((trx) => enqueueMany(trx, 'document.validate-group', groups));
      startTheRelay(20);
      await expect.poll(published).toEqual({ 'document.validate-group wsp': 3 });
      await queue.work('cpu', { concurrency: 1, onExhausted: never }, async () => undefined);
      await expect.poll(() => system(test.db).selectFrom('outbox').select('id').execute()).toEqual([]);
    });

    it('events announced together count individually towards the queue limit of a workspace', async () => {
      const events = Array.from({ length: 8 }, (_, index) => ({ type: 'document.received', at: '', data: index }));
      for (let row = 0; row < 4; row++) await inTransaction(test.db, (trx) => announceAll(trx, 'wsp_many', events));
      startTheRelay(20);
      await expect.poll(published).toEqual({ 'webhook.fan-out-group wsp_many': 3 });
      const delivered: string[] = [];
      await queue.work('delivery', { concurrency: 1, onExhausted: never }, async ({ payload }) => {
        if ('events' in payload) delivered.push(...payload.events.map(({ data }) => data));
      });
      await expect.poll(() => delivered).toEqual(Array.from({ length: 32 }, (_, index) => String(index % 8)));
      await expect.poll(published).toEqual({});
    });

    it('a document goes before the batches of its own workspace', async () => {
      const slices = Array.from({ length: 8 }, (_, position) => ({ workspace_id: 'wsp', batch_id: 'b', position }));
      await system(test.db)
        .transaction()
        .execute((trx) => enqueueMany(trx, 'batch.validate-slice', slices));
      startTheRelay(10);
      await expect.poll(published).toEqual({ 'batch.validate-slice wsp': 8 });
      await enqueueJobs('wsp', 4);
      await expect.poll(published).toMatchObject({ 'document.validate wsp': 4 });
      const done: string[] = [];
      await queue.work('cpu', { concurrency: 1, onExhausted: never }, async ({ name }) => void done.push(name));
      await expect.poll(() => done.length).toBe(12);
      expect(done.slice(0, 5).filter((name) => name === 'document.validate')).toHaveLength(4);
    });

    it('jobs for a slow partner stay in the outbox and do not delay other jobs of the workspace', async () => {
      const send = (document_id: string) => ({ workspace_id: 'wsp', document_id, run: `run_${document_id}` });
      const askSends = (partner: string, count: number) =>
        inTransaction(test.db, (trx) =>
          enqueueMany(
            trx,
            'document.send',
            Array.from({ length: count }, (_, index) => send(`${partner}_${index}`)),
            { lane: partner },
          ),
        );
      await askSends('slow', 40);
      startTheRelay(100);
      await expect.poll(published).toEqual({ 'document.send wsp slow': 16 });
      const held: (() => void)[] = [];
      const done: string[] = [];
      await queue.work('sending', { concurrency: 40, uninterrupted: true, onExhausted: never }, async ({ payload }) => {
        const { document_id } = payload as { document_id: string };
        if (document_id.startsWith('slow')) await new Promise<void>((resolve) => held.push(resolve));
        done.push(document_id);
      });
      await expect.poll(() => held.length).toBe(16);
      await askSends('quick', 10);
      await expect.poll(() => done.length).toBe(10);
      expect(held).toHaveLength(16);
      await expect.poll(() => queue.backlog(1_000)).toEqual({ total: 40, of: new Map([['wsp', 40]]) });
      await expect
        .poll(() => {
          for (const letGo of held.splice(0)) letGo();
          return done.length;
        })
        .toBe(50);
    });

    it('a job without a free slot is retried without counting an attempt', async () => {
      await enqueueJobs('wsp', 1);
      startTheRelay(10);
      const attempts: number[] = [];
      await queue.work('cpu', { concurrency: 1, onExhausted: never }, async ({ attempt }) => {
        attempts.push(attempt);
        if (attempts.length === 1) throw new RetryLater('not its turn');
      });
      await expect.poll(() => attempts).toEqual([1, 1]);
      await expect.poll(published).toEqual({});
    });

    it('large priorities are renumbered from a new base, also in the queue', async () => {
      startTheRelay(10, 20);
      const done: string[] = [];
      await queue.work('cpu', { concurrency: 1, onExhausted: never }, async (job) => void done.push(ownerOf(job)));
      await enqueueJobs('wsp_many', 60);
      await expect.poll(() => done.length).toBe(60);
      const clock = () =>
        system(test.db)
          .selectFrom('queue_clocks')
          .select(['started', 'base'])
          .where('pool', '=', 'cpu')
          .executeTakeFirstOrThrow();
      await expect.poll(async () => (await clock()).base).toBeGreaterThan(0);
      const { started, base } = await clock();
      expect(started - base).toBeLessThan(40);
      await queue.publish([{ id: 'job_late', job: 'document.render', payload: {}, turn: { tag: 90, priority: 90 } }]);
      await queue.lowerPriorities('browser', 80);
      expect(await queue.counts()).toMatchObject({ browser: { waiting: 1 } });
    });

    it('long jobs of one workspace never hold all slots, and an interruption counts no attempt', async () => {
      await enqueueJobs('wsp_long', 6);
      startTheRelay(10);
      const ends: (() => void)[] = [];
      const attempts: number[] = [];
      const reasons: unknown[] = [];
      let peak = 0;
      let running = 0;
      const done: string[] = [];
      await queue.work('cpu', { concurrency: 4, onExhausted: never }, async (job, signal) => {
        if (ownerOf(job) === 'wsp_long') {
          running += 1;
          await new Promise<void>((resolve, reject) => {
            ends.push(resolve);
            const abort = () => {
              reasons.push(signal.reason);
              reject(signal.reason);
            };
            signal.addEventListener('abort', abort, { once: true });
          }).finally(() => {
            running -= 1;
          });
          attempts.push(job.attempt);
        }
        done.push(ownerOf(job));
      });
      // At first they hold all slots; once they count as long, two of the four are released.
      await expect.poll(() => (peak = Math.max(peak, running))).toBe(4);
      await expect.poll(() => running).toBe(2);
      // The abort reason does not count as a failure.
      expect(reasons.every((reason) => reason instanceof RetryLater)).toBe(true);
      await enqueueJobs('wsp_short', 20);
      await expect.poll(() => done.length).toBe(20);
      expect(new Set(done)).toEqual(new Set(['wsp_short']));
      await expect
        .poll(() => {
          for (const end of ends.splice(0)) end();
          return attempts;
        })
        .toEqual(Array(6).fill(1));
    });
  });
});
