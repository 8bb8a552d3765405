import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backlogOf } from '../../src/modules/evidence/transparency/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { makeMonths } from '../../src/platform/partitions/index.ts';
import { enqueue, jobs, makeQueue, type Queue } from '../../src/platform/queue/index.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { findValue, readExposition } from '../support/exposition.ts';
import { EMPTY_BACKLOG, makeTestProcesses } from '../support/processes.ts';
import { makeRecords, makeWorkspace, receiveOne } from '../support/records.ts';
import { makeTestWebhooks } from '../support/webhooks.ts';

const HOUR = 3_600_000;

let test: TestDatabase;
let queue: Queue;
let now = Date.UTC(2026, 10, 21);

beforeAll(async () => {
  test = await makeTestDatabase();
  queue = await makeQueue({ db: test.db, redisUrl: null, log: testLog, metrics: makeMetrics('test') });
});
afterAll(async () => {
  await queue.close();
  await test.drop();
});

const makeInstallation = () => {
  const { documents } = makeRecords(test.db);
  const gauges = {
    jobNames: Object.keys(jobs),
    pools: queue.counts,
    jobs: queue.openJobs,
    oldestWaiting: queue.oldestWaiting,
    outbox: queue.outbox,
    documents: documents.countOpen,
    deliveries: makeTestWebhooks(test.db).countUndelivered,
    monthsAhead: makeMonths({ db: test.db, log: testLog, now: () => now }).reach,
    transparencyLog: () => backlogOf(test.db, now),
  };
  const processes = makeTestProcesses(test.db, makeMetrics('api'), { backlog: gauges, now: () => now });
  return { documents, read: async () => readExposition(await processes.render()) };
};

it('reports waiting and failed jobs and their age, also for an empty queue', async () => {
  const { documents, read } = makeInstallation();
  const scope = await makeWorkspace(test.db);
  const nothing = await read();
  for (const job of Object.keys(jobs)) {
    for (const state of ['open', 'later', 'failed']) expect(findValue(nothing, 'queue_jobs', { job, state })).toBe(0);
    expect(findValue(nothing, 'queue_oldest_job_age_seconds', { job })).toBe(0);
  }
  for (const state of ['waiting', 'active', 'delayed'])
    expect(findValue(nothing, 'queue_pool_jobs', { pool: 'cpu', state })).toBe(0);
  expect(findValue(nothing, 'documents_open', { status: 'received' })).toBe(0);
  expect(findValue(nothing, 'webhook_deliveries', { status: 'pending' })).toBe(0);

  for (let count = 0; count < 3; count++) await receiveOne(documents, scope);
  const late = { runAt: new Date(Date.now() + HOUR) };
  await system(test.db)
    .transaction()
    .execute((trx) => enqueue(trx, 'upkeep.erase-expired', {}, late));
  await sql`update outbox set due_at = now() - interval '90 seconds', run_at = now() - interval '90 seconds'
    where job = 'document.validate'`.execute(system(test.db));
  await sql`insert into failed_jobs (id, job, payload, error, created_at)
    values ('job_failed', 'webhook.fan-out', '{}', 'Error: x', now())`.execute(system(test.db));

  now += 10_000;
  const found = await read();
  expect(findValue(found, 'queue_jobs', { job: 'document.validate', state: 'open' })).toBe(3);
  expect(findValue(found, 'queue_jobs', { job: 'upkeep.erase-expired', state: 'later' })).toBe(1);
  expect(findValue(found, 'queue_jobs', { job: 'webhook.fan-out', state: 'failed' })).toBe(1);
  expect(findValue(found, 'queue_oldest_job_age_seconds', { job: 'document.validate' })).toBeGreaterThanOrEqual(90);
  // Jobs scheduled for later do not wait yet.
  expect(findValue(found, 'queue_oldest_job_age_seconds', { job: 'upkeep.erase-expired' })).toBe(0);
  expect(findValue(found, 'outbox_backlog')).toBe(3);
  expect(findValue(found, 'outbox_age_seconds')).toBeGreaterThanOrEqual(90);
  expect(findValue(found, 'documents_open', { status: 'received' })).toBe(3);

  expect(findValue(found, 'queue_oldest_waiting_seconds', { pool: 'cpu' })).toBeGreaterThanOrEqual(90);
  expect(findValue(found, 'queue_oldest_waiting_seconds', { pool: 'upkeep' })).toBe(0);

  await queue.publish([{ id: 'job_1', job: 'document.validate', payload: {} }]);
  now += 10_000;
  expect(findValue(await read(), 'queue_pool_jobs', { pool: 'cpu', state: 'waiting' })).toBe(1);
});

it('counts open documents and deliveries with an index, and once for concurrent scrapes', async () => {
  const plan = async (statement: string): Promise<string> => {
    const { rows } = await system(test.db)
      .transaction()
      .execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx);
        return sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(statement)}`.execute(trx);
      });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const statuses = "'received', 'validating', 'preparing_send', 'send_failed', 'failed'";
  expect(await plan(`select status, count(*) from documents where status in (${statuses}) group by status`)).toContain(
    'documents_open',
  );
  // The partial index `webhook_deliveries_due`, under the name that PostgreSQL gives it in each partition.
  expect(await plan("select count(*) from webhook_deliveries where status = 'pending'")).toMatch(
    /Index Only Scan using webhook_deliveries_\w+_webhook_id_due_at_sequence_idx/,
  );
  let calls = 0;
  const gauges = { ...EMPTY_BACKLOG, deliveries: async () => ({ pending: ++calls }) };
  const processes = makeTestProcesses(test.db, makeMetrics('api'), { backlog: gauges, now: () => now });
  const texts = await Promise.all(Array.from({ length: 20 }, processes.render));
  expect(calls).toBe(1);
  expect(texts.map((text) => findValue(readExposition(text), 'webhook_deliveries'))).toEqual(Array(20).fill(1));
  now += 10_000;
  expect(findValue(readExposition(await processes.render()), 'webhook_deliveries')).toBe(2);
});

it('omits counts that fail, and renders the others', async () => {
  const away = async (): Promise<never> => {
    throw new Error('away');
  };
  const gauges = { ...EMPTY_BACKLOG, pools: away, jobs: away, documents: away, deliveries: away };
  const found = readExposition(await makeTestProcesses(test.db, makeMetrics('api'), { backlog: gauges }).render());
  for (const name of ['queue_pool_jobs', 'queue_jobs', 'documents_open', 'webhook_deliveries'])
    expect(found.get(name), name).toBeUndefined();
  expect(findValue(found, 'outbox_backlog')).toBe(0);
  // Memory instead of processor time, which may be 0 in a process that has just started.
  expect(findValue(found, 'process_resident_memory_bytes', { process: 'test' })).toBeGreaterThan(0);
});

it('a running job does not count as waiting, whatever its duration', async () => {
  const row = { id: 'job_long', job: 'upkeep.pull-inboxes', payload: {} } as const;
  await sql`insert into outbox (id, job, payload, due_at, run_at, published_at)
    values (${row.id}, ${row.job}, '{}', now() - interval '70 seconds', now() + interval '5 minutes', now())`.execute(
    system(test.db),
  );
  await queue.publish([row]);
  expect((await queue.oldestWaiting()).upkeep).toBeGreaterThanOrEqual(70);
  let begin: () => void;
  const started = new Promise<void>((done) => {
    begin = done;
  });
  let end: () => void;
  const working = await queue.work('upkeep', { concurrency: 1, onExhausted: async () => undefined }, () => {
    begin();
    return new Promise<void>((done) => {
      end = done;
    });
  });
  await started;
  expect((await queue.oldestWaiting()).upkeep).toBe(0);
  end!();
  await working.close(10_000);
});
