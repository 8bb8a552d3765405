import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { enqueue, makeQueue, type Queue, type Relay, startRelay } from '../../src/platform/queue/index.ts';
import { makeTestDatabase, redisUrl, type TestDatabase, testLog } from '../support/database.ts';

const NEWEST = { workspaceId: null, limit: 10 };
const PAYLOAD = { workspace_id: 'wsp_1', document_id: 'doc_1', alone: true as const };

describe.each([
  ['PostgreSQL', null],
  ['Redis', redisUrl],
])('failed jobs, queue on %s', (host, url) => {
  if (host === 'Redis' && url === null) return it.skip('redis-server is not installed', () => undefined);
  let test: TestDatabase;
  let db: Database;
  let queue: Queue;
  let relay: Relay;
  let attempts = 0;
  let fault: Error | null = new Error('out of order');
  const errors: Error[] = [];

  beforeAll(async () => {
    test = await makeTestDatabase();
    db = test.db;
    const parts = { db, log: testLog, metrics: makeMetrics('test') };
    queue = await makeQueue({ ...parts, redisUrl: url });
    relay = startRelay({ ...parts, queue, poll: 20 });
    const onExhausted = async (_: unknown, error: Error): Promise<void> => {
      errors.push(error);
    };
    await queue.work('cpu', { concurrency: 1, onExhausted }, async () => {
      attempts += 1;
      if (fault !== null) throw fault;
    });
  });
  afterAll(async () => {
    await relay.stop();
    await queue.close();
    await test.drop();
  });
  afterEach(() => {
    attempts = 0;
    errors.length = 0;
  });

  const enqueueJob = () => db.kysely.transaction().execute((trx) => enqueue(trx, 'document.validate', PAYLOAD));
  const open = async () => (await system(db).selectFrom('outbox').select('id').execute()).length;

  it('are stored with their error after the last attempt, and counted as retried before', async () => {
    fault = new TypeError('out of order');
    const id = await enqueueJob();
    await expect.poll(async () => (await queue.openJobs())[0]?.retried).toBe(1);
    await expect.poll(async () => (await queue.failed.list(NEWEST)).length).toBe(1);
    const [failed] = await queue.failed.list(NEWEST);
    expect(failed).toMatchObject({ id, job: 'document.validate', payload: PAYLOAD, error: 'TypeError: out of order' });
    expect(attempts).toBe(5);
    expect(await open()).toBe(0);
    expect(await queue.openJobs()).toEqual([
      { job: 'document.validate', open: 0, later: 0, retried: 0, failed: 1, oldest_seconds: null },
    ]);
  });

  it('are retried on request', async () => {
    fault = null;
    const [failed] = await queue.failed.list(NEWEST);
    expect(await queue.failed.requeue({}, failed!.id)).toBe(true);
    expect(await queue.failed.requeue({}, failed!.id)).toBe(false);
    await expect.poll(() => attempts).toBe(1);
    await expect.poll(open).toBe(0);
    expect(await queue.failed.list(NEWEST)).toEqual([]);
  });

  it('are found by workspace, however many newer ones others have', async () => {
    const add = (id: string, workspace_id: string, at: string) =>
      system(db)
        .insertInto('failed_jobs')
        .values({
          id,
          job: 'document.validate',
          payload: JSON.stringify({ ...PAYLOAD, workspace_id }),
          error: 'Error: out of order',
          created_at: new Date(at),
          failed_at: new Date(at),
        })
        .execute();
    await add('job_quiet', 'wsp_quiet', '2026-11-20T12:00:00Z');
    for (let job = 0; job < 15; job++) await add(`job_noisy_${job}`, 'wsp_noisy', '2026-11-21T12:00:00Z');
    const quiet = { workspaceId: 'wsp_quiet' };
    expect((await queue.failed.list({ ...quiet, limit: 10 })).map(({ id }) => id)).toEqual(['job_quiet']);
    expect(await queue.failed.find({ ...quiet, id: 'job_quiet' })).toMatchObject({ id: 'job_quiet' });
    expect(await queue.failed.find({ ...quiet, id: 'job_noisy_0' })).toBeUndefined();
    expect(await queue.failed.find({ workspaceId: null, id: 'job_noisy_0' })).toMatchObject({ id: 'job_noisy_0' });
    await system(db).deleteFrom('failed_jobs').execute();
  });

  it('are deleted on request or by age', async () => {
    fault = new Error('out of order');
    const first = await enqueueJob();
    const second = await enqueueJob();
    await expect.poll(async () => (await queue.failed.list(NEWEST)).length).toBe(2);
    expect(errors).toEqual([fault, fault]);
    expect(await queue.failed.discard({}, first)).toBe(true);
    expect(await queue.failed.discard({}, first)).toBe(false);
    expect((await queue.failed.list(NEWEST)).map(({ id }) => id)).toEqual([second]);
    expect(await queue.failed.forgetBefore(Date.now() - 60_000)).toBe(0);
    expect(await queue.failed.forgetBefore(Date.now() + 60_000)).toBe(1);
  });

  it('do not count as backlog; waiting jobs do, counted up to a limit', async () => {
    expect((await queue.backlog(10)).total).toBe(0);
    await relay.stop();
    for (let job = 0; job < 5; job++) await enqueueJob();
    await db.kysely
      .transaction()
      .execute((trx) => enqueue(trx, 'document.validate', PAYLOAD, { runAt: new Date(Date.now() + 60_000) }));
    expect(await queue.backlog(10)).toEqual({ total: 5, of: new Map([[PAYLOAD.workspace_id, 5]]) });
    expect((await queue.backlog(3)).total).toBe(3);
    const [jobs] = await queue.openJobs();
    expect(jobs).toMatchObject({ open: 5, later: 1 });
    expect(jobs!.oldest_seconds).toBeGreaterThanOrEqual(0);
  });
});
