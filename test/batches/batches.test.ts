import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Batches, BatchNotFound } from '../../src/batches/index.ts';
import { countItemQuery } from '../../src/batches/store.ts';
import { type Database, listen, system } from '../../src/db/index.ts';
import { CursorMalformed } from '../../src/lib/page-cursor.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { FAILURE, makeId, makeRecords, makeResult, makeWorkspace } from '../support/records.ts';

let test: TestDatabase;
let db: Database;
let batches: Batches;
let scope: Scope;

beforeAll(async () => {
  test = await makeTestDatabase({ maxConnections: 20 });
  db = test.db;
  batches = makeRecords(db).batches;
  scope = await makeWorkspace(db);
});
afterAll(() => test.drop());

const LONG = 20_000;

const createBatch = (count: number, options = {}) => {
  const files = Array.from({ length: count }, (_, index) => ({
    filename: `${index}.xml`,
    bytes: Buffer.from(`<Invoice n="${index}"/>`),
  }));
  return batches.create(scope, { files, options });
};

const itemsOf = (batchId: string) =>
  system(db)
    .selectFrom('batch_items')
    .select(['id', 'position', 'status', 'content'])
    .where('batch_id', '=', batchId)
    .orderBy('position')
    .execute();

it('is created with its files, its options and a job for each', async () => {
  const options = { ruleset: 'en16931@1.3.16', as_of: '2026-11-21', layers: ['EN16931' as const] };
  const batch = await createBatch(3, options);
  expect(batch).toMatchObject({ status: 'queued', total: 3, done: 0, valid: 0, invalid: 0, failed: 0 });
  expect(batch.completed_at).toBeNull();
  expect(await batches.get(scope, batch.id)).toEqual(batch);
  const items = await itemsOf(batch.id);
  const jobs = await system(db).selectFrom('outbox').select(['job', 'payload']).orderBy('id').execute();
  const asked = jobs.filter(({ payload }) => (payload as { batch_id: string }).batch_id === batch.id);
  expect(asked.map(({ job }) => job)).toEqual(Array(3).fill('batch.validate-file'));
  expect(asked.map(({ payload }) => (payload as { item_id: string }).item_id).sort()).toEqual(
    items.map(({ id }) => id).sort(),
  );

  const file = await batches.beginFile(scope, batch.id, items[1]!.id);
  expect(file).toEqual({ filename: '1.xml', content: Buffer.from('<Invoice n="1"/>'), options });
  expect(await batches.get(scope, batch.id)).toMatchObject({ status: 'running' });
  await expect(batches.create(scope, { files: [], options: {} })).rejects.toThrow(RangeError);
});

it('counts every file once and completes once, whatever comes twice or at once', async () => {
  const ends: string[] = [];
  const listening = await listen(db, 'batch_ended', (id) => ends.push(id));
  const { id, total } = await createBatch(60);
  const waiting = batches.wait(scope, id, LONG);
  const items = await itemsOf(id);
  const counted = await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      let mine = 0;
      for (let turn = 0; turn < total; turn++) {
        const { id: item, position } = items[(turn * 7 + worker * 11) % total]!;
        if ((await batches.beginFile(scope, id, item)) === null) continue;
        const ended =
          position % 10 === 0
            ? await batches.failFile(scope, id, item, FAILURE)
            : await batches.completeFile(scope, id, item, makeResult(`${position}.xml`, position % 2 === 0));
        if (ended) mine++;
      }
      return mine;
    }),
  );
  expect(counted.reduce((sum, count) => sum + count)).toBe(total);
  const batch = await waiting;
  expect(batch).toMatchObject({ status: 'completed', total, done: 60, valid: 24, invalid: 30, failed: 6 });
  expect(batch.completed_at).not.toBeNull();
  expect((await itemsOf(id)).every(({ content, status }) => content === null && status !== 'queued')).toBe(true);
  await expect.poll(() => ends.filter((end) => end === id).length).toBe(1);
  await listening.stop();
});

it('pages results in the order of submission, whatever the order of judging', async () => {
  const { id, total } = await createBatch(25);
  const items = await itemsOf(id);
  for (const { id: item, position } of [...items].reverse()) {
    await (position === 12
      ? batches.failFile(scope, id, item, FAILURE)
      : batches.completeFile(scope, id, item, makeResult(`${position}.xml \u0000`, true)));
  }
  for (const limit of [1, 10, 25, 100]) {
    const names: (string | null)[] = [];
    const failures = [];
    let cursor: string | undefined;
    do {
      const page = await batches.results(scope, id, { cursor, limit });
      names.push(...page.items.map(({ filename }) => filename));
      failures.push(...page.failures);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    const judged = Array.from({ length: total }, (_, position) => position).filter((position) => position !== 12);
    expect(names).toEqual(judged.map((position) => `${position}.xml \u0000`));
    expect(failures).toEqual([{ position: 12, filename: '12.xml', error: FAILURE }]);
  }
  const page = await batches.results(scope, id, { limit: 1 });
  expect(JSON.stringify(page.items[0])).toBe(JSON.stringify(makeResult('0.xml \u0000', true)));
  await expect(batches.results(scope, id, { cursor: 'nonsense', limit: 1 })).rejects.toThrow(CursorMalformed);
});

it('shows the results that are there while it runs', async () => {
  const { id } = await createBatch(3);
  const [, second] = await itemsOf(id);
  await batches.completeFile(scope, id, second!.id, makeResult('1.xml', false));
  expect(await batches.get(scope, id)).toMatchObject({ status: 'running', done: 1, invalid: 1 });
  expect((await batches.results(scope, id, { limit: 10 })).items.map(({ filename }) => filename)).toEqual(['1.xml']);
});

it('waits no longer than told', async () => {
  const { id } = await createBatch(1);
  expect(await batches.wait(scope, id, 20)).toMatchObject({ status: 'queued' });
  expect(await batches.wait(scope, id, LONG, AbortSignal.abort())).toMatchObject({ status: 'queued' });
  await expect(batches.wait(scope, makeId('bat'), LONG)).rejects.toThrow(BatchNotFound);
});

it('wakes who waits as soon as the last file is judged', async () => {
  const { id } = await createBatch(1);
  const [item] = await itemsOf(id);
  const waiting = batches.wait(scope, id, LONG).then((batch) => ({ batch, at: performance.now() }));
  await new Promise((done) => setTimeout(done, 50));
  await batches.completeFile(scope, id, item!.id, makeResult('0.xml', true));
  const judged = performance.now();
  const { batch, at } = await waiting;
  expect(batch.status).toBe('completed');
  expect(at - judged).toBeLessThan(1_000);
});

it('canceled, it deletes what waits, keeps what is judged and changes no more', async () => {
  const { id } = await createBatch(3);
  const [first, second] = await itemsOf(id);
  await batches.completeFile(scope, id, first!.id, makeResult('0.xml', true));
  expect(await batches.cancel(scope, id)).toMatchObject({ status: 'canceled', done: 1, valid: 1 });
  expect(await batches.beginFile(scope, id, second!.id)).toBeNull();
  expect(await batches.completeFile(scope, id, second!.id, makeResult('1.xml', true))).toBe(false);
  expect((await itemsOf(id)).map(({ content }) => content)).toEqual([null, null, null]);
  const again = await batches.cancel(scope, id);
  expect(again).toMatchObject({ status: 'canceled', done: 1 });
  expect(await batches.wait(scope, id, LONG)).toEqual(again);
});

it('a batch that completes while it is canceled is one or the other', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await createBatch(4);
    const items = await itemsOf(id);
    await Promise.all([
      ...items.map((item) => batches.completeFile(scope, id, item.id, makeResult('x.xml', true))),
      batches.cancel(scope, id),
    ]);
    const { status, done, valid } = await batches.get(scope, id);
    expect(done).toBe(valid);
    expect(status).toBe(done === 4 ? 'completed' : 'canceled');
  }
});

it('is no batch for another workspace', async () => {
  const stranger = await makeWorkspace(db);
  const { id } = await createBatch(1);
  const [item] = await itemsOf(id);
  const gone = new BatchNotFound(id);
  await expect(batches.get(stranger, id)).rejects.toEqual(gone);
  await expect(batches.wait(stranger, id, 10)).rejects.toEqual(gone);
  await expect(batches.results(stranger, id, { limit: 1 })).rejects.toEqual(gone);
  await expect(batches.cancel(stranger, id)).rejects.toEqual(gone);
  expect(await batches.beginFile(stranger, id, item!.id)).toBeNull();
  expect(await batches.completeFile(stranger, id, item!.id, makeResult('0.xml', true))).toBe(false);
  expect(await batches.get(scope, id)).toMatchObject({ status: 'queued', done: 0 });
});

it('takes ten thousand files', async () => {
  const { id, total } = await createBatch(10_000);
  expect(total).toBe(10_000);
  const items = await itemsOf(id);
  expect(items).toHaveLength(10_000);
  const file = await batches.beginFile(scope, id, items[9_999]!.id);
  expect(String(file?.content)).toBe('<Invoice n="9999"/>');
});

it('counts under the row’s lock', () => {
  const query = countItemQuery('wsp_1', 'bat_1', 'invalid', new Date(0)).compile(system(db));
  expect(query.sql.replaceAll(/\s+/g, ' ').trim()).toBe(
    'update batches set "invalid" = "invalid" + 1, status = case when done + 1 = total then \'completed\' else ' +
      "'running' end, completed_at = case when done + 1 = total then $1::timestamptz end where workspace_id = $2 and " +
      'id = $3 returning status',
  );
});
