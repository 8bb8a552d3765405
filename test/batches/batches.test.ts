import { createHash } from 'node:crypto';
import type { FileResult } from '@e-invoice/validator/issues';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CursorMalformed } from '../../src/lib/page-cursor.ts';
import type { Scope } from '../../src/lib/scope.ts';
import type { Batches, NewFile, Original, Validate, Validators } from '../../src/modules/batches/index.ts';
import { type Database, listen, system } from '../../src/platform/db/index.ts';
import { refusal } from '../../src/platform/errors/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeId, makeRecords, makeResult, makeWorkspace, slicesOf, validateBatch } from '../support/records.ts';

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
const never = new AbortController().signal;

const toFiles = (count: number, padding = ''): NewFile[] =>
  Array.from({ length: count }, (_, index) => ({
    filename: `${index}.xml`,
    bytes: Buffer.from(`<Invoice n="${index}"/>${padding}`),
  }));

const createBatch = async (count: number, options = {}) =>
  (await batches.receive(scope, { options }, toFiles(count))).batch;

/** Every second file is valid. */
const validate: Validate = ({ filename, position }) => makeResult(filename, position % 2 === 0);

const jobsOf = async (batchId: string) => {
  const rows = await system(db).selectFrom('outbox').select(['job', 'payload']).orderBy('id').execute();
  type Payload = { readonly batch_id: string; readonly position: number };
  return rows
    .map(({ job, payload }) => ({ job, payload: payload as Payload }))
    .filter(({ payload }) => payload.batch_id === batchId)
    .sort((one, other) => one.payload.position - other.payload.position);
};

it('stores the files and options of a batch and enqueues one job per slice', async () => {
  const options = { ruleset: 'en16931@1.3.16', as_of: '2026-11-21', layers: ['EN16931' as const] };
  const batch = await createBatch(120, options);
  expect(batch).toMatchObject({ status: 'queued', total: 120, done: 0, valid: 0, invalid: 0, failed: 0 });
  expect(batch.completed_at).toBeNull();
  expect(await batches.get(scope, batch.id)).toEqual(batch);
  expect(await slicesOf(db, batch.id)).toEqual([0, 100]);
  expect(await jobsOf(batch.id)).toEqual(
    [0, 100].map((position) => ({
      job: 'batch.validate-slice',
      payload: { workspace_id: scope.workspaceId, batch_id: batch.id, position },
    })),
  );
  const seen: unknown[] = [];
  const look: Validate = (file, signal) => {
    seen.push([file.filename, String(file.bytes), signal]);
    return makeResult(file.filename, true);
  };
  await batches.validateSlice(scope, { batchId: batch.id, position: 100 }, look, never);
  expect(seen).toHaveLength(20);
  expect(seen[3]).toEqual(['103.xml', '<Invoice n="103"/>', options]);
  expect(await batches.get(scope, batch.id)).toMatchObject({ status: 'running', done: 20 });
  await expect(batches.receive(scope, { options: {} }, [])).rejects.toThrow(RangeError);
});

it('splits a batch into slices by size: a large file gets a separate job', async () => {
  const [small, large] = [Buffer.from('<a/>'), Buffer.alloc(1_100_000, ' ')];
  const files = [small, small, large, small, large, large].map((bytes, index) => ({ filename: `${index}.xml`, bytes }));
  const { batch } = await batches.receive(scope, { options: {} }, files);
  expect(await slicesOf(db, batch.id)).toEqual([0, 2, 3, 4, 5]);
});

it('counts every file once and completes the batch once, despite repeated and concurrent jobs', async () => {
  const notified: string[] = [];
  const listening = await listen(db, 'batch_progress', (id) => notified.push(id));
  const { id, total } = await createBatch(230);
  const waiting = batches.wait(scope, id, LONG);
  const slices = await slicesOf(db, id);
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      for (let turn = 0; turn < slices.length * 2; turn++) {
        const position = slices[(turn * 3 + worker * 2) % slices.length]!;
        await batches.validateSlice(scope, { batchId: id, position }, validate, never);
      }
    }),
  );
  const batch = await waiting;
  expect(batch).toMatchObject({ status: 'completed', total, done: 230, valid: 115, invalid: 115, failed: 0 });
  expect(batch.completed_at).not.toBeNull();
  expect(await slicesOf(db, id)).toEqual([]);
  // Concurrent changes share a notification, and no change follows the last file.
  expect(batch.sequence).toBeGreaterThanOrEqual(2 + slices.length);
  await expect.poll(() => notified.includes(id)).toBe(true);
  expect(await batches.get(scope, id)).toEqual(batch);
  await listening.stop();
});

it('validates consecutive files in one call and the others individually', async () => {
  const { id } = await createBatch(50);
  const groups: number[][] = [];
  const alone: number[] = [];
  const validators: Validators = {
    together: async (files) => {
      groups.push(files.map(({ position }) => position));
      return files.map(({ filename, position }) =>
        position % 7 === 3
          ? null
          : { text: JSON.stringify(makeResult(filename, true)), duplicateKey: filename, verdict: 'valid' },
      );
    },
    alone: ({ filename, position }) => {
      alone.push(position);
      return makeResult(filename, false);
    },
  };
  await batches.validateSlice(scope, { batchId: id, position: 0 }, validators, never);
  expect(groups.map(({ length }) => length)).toEqual([32, 18]);
  expect(groups.flat()).toEqual(Array.from({ length: 50 }, (_, position) => position));
  expect(alone).toEqual(groups.flat().filter((position) => position % 7 === 3));
  expect(await batches.get(scope, id)).toMatchObject({ status: 'completed', valid: 43, invalid: 7 });
});

it('pages results in submission order, whatever the order of validation', async () => {
  const files: NewFile[] = toFiles(125);
  files[12] = { filename: 'twelve', failure: { code: 'encrypted', detail: { sk: 'Zašifrované.', en: 'Encrypted.' } } };
  const { batch } = await batches.receive(scope, { options: {} }, files);
  const { id } = batch;
  for (const position of (await slicesOf(db, id)).reverse()) {
    const odd: Validate = (file) => makeResult(`${file.filename} \u0000`, true);
    await batches.validateSlice(scope, { batchId: id, position }, odd, never);
  }
  expect(await batches.get(scope, id)).toMatchObject({ status: 'completed', valid: 124, failed: 1 });
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
    const positions = Array.from({ length: 125 }, (_, position) => position).filter((position) => position !== 12);
    expect(names).toEqual(positions.map((position) => `${position}.xml \u0000`));
    expect(failures).toEqual([
      {
        position: 12,
        filename: 'twelve',
        error: { code: 'encrypted', detail: { sk: 'Zašifrované.', en: 'Encrypted.' } },
        retryable: false,
      },
    ]);
  }
  const page = await batches.results(scope, id, { limit: 1 });
  expect(JSON.stringify(page.items[0])).toBe(JSON.stringify(makeResult('0.xml \u0000', true)));
  await expect(batches.results(scope, id, { cursor: 'nonsense', limit: 1 })).rejects.toThrow(CursorMalformed);
});

it('ends a page of large results early, and downloads all results', async () => {
  const { id } = await createBatch(12);
  const long: Validate = ({ filename }) => ({ ...makeResult(filename, true), document_type: 'x'.repeat(1e6) as 'cii' });
  await validateBatch(db, batches, scope, id, long);
  const page = await batches.results(scope, id, { limit: 100 });
  expect(page.items.length).toBeLessThan(6);
  const next = await batches.results(scope, id, { limit: 100, cursor: page.next! });
  expect(next.items[0]?.filename).toBe(`${page.items.length}.xml`);
  const names: string[] = [];
  for await (const { filename, result } of batches.download(scope, id)) {
    names.push(filename);
    expect(JSON.parse(result!)).toMatchObject({ filename });
  }
  expect(names).toEqual(toFiles(12).map(({ filename }) => filename));
});

/** A file with the number `name`, of its own bytes. */
const withNumber = (filename: string, name: string | null, changes: Partial<FileResult> = {}): FileResult => {
  const result = makeResult(filename, true);
  const sha256 = createHash('sha256').update(filename).digest('hex');
  return { ...result, sha256, summary: { ...result.summary, invoice_id: name }, ...changes };
};

/** The first files of all results that are duplicates, page by page. */
async function duplicatesOf(id: string, limit: number): Promise<[number, Original][]> {
  const found: [number, Original][] = [];
  let cursor: string | undefined;
  do {
    const page = await batches.results(scope, id, { cursor, limit });
    page.originals.forEach((original, at) => {
      if (original !== null) found.push([page.positions[at]!, original]);
    });
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return found;
}

it('names the first file of the same invoice, on every page and in the download', async () => {
  const { id } = await createBatch(130);
  const numbers = new Map([
    [3, 'A\u0000'],
    [40, 'A\u0000'],
    [120, 'A\u0000'],
    [121, '1'.repeat(20_000)],
    [122, '1'.repeat(20_000)],
  ]);
  const numbered: Validate = ({ filename, position }) => withNumber(filename, numbers.get(position) ?? `F-${position}`);
  for (const position of (await slicesOf(db, id)).reverse()) {
    await batches.validateSlice(scope, { batchId: id, position }, numbered, never);
    // Files without a result are not considered.
    if (position === 100) expect(await duplicatesOf(id, 7)).toEqual([[122, { position: 121, filename: '121.xml' }]]);
  }
  const expected = [
    [40, { position: 3, filename: '3.xml' }],
    [120, { position: 3, filename: '3.xml' }],
    [122, { position: 121, filename: '121.xml' }],
  ];
  for (const limit of [1, 40, 300]) expect(await duplicatesOf(id, limit)).toEqual(expected);
  const downloaded: unknown[] = [];
  for await (const file of batches.download(scope, id)) {
    if (file.result !== null && file.duplicateOf !== null) downloaded.push([file.position, file.duplicateOf]);
  }
  expect(downloaded).toEqual(expected);
});

it('takes only the same kind, number and seller for the same invoice, or the same file', async () => {
  const { summary } = makeResult('', true);
  const same = { sha256: '1'.repeat(64) };
  const kinds: [number: string | null, changes: Partial<FileResult>][] = [
    ['F-1', {}],
    ['F-1', { document_type: 'ubl-creditnote' }],
    ['F-1', { summary: { ...summary, invoice_id: 'F-1', seller_name: 'Iný, s. r. o.' } }],
    ['F-1', { summary: { ...summary, invoice_id: 'F-1', seller_name: null } }],
    ['F-1', { summary: { ...summary, invoice_id: 'F-1', seller_name: null } }],
    [null, {}],
    [null, {}],
    [null, same],
    [null, same],
    ['F-1', { valid: false }],
  ];
  const { id } = await createBatch(kinds.length);
  await validateBatch(db, batches, scope, id, ({ filename, position }) => withNumber(filename, ...kinds[position]!));
  expect(await duplicatesOf(id, 4)).toEqual([
    [8, { position: 7, filename: '7.xml' }],
    [9, { position: 0, filename: '0.xml' }],
  ]);
  const other = await createBatch(1);
  await validateBatch(db, batches, scope, other.id, ({ filename }) => withNumber(filename, 'F-1'));
  expect(await duplicatesOf(other.id, 1)).toEqual([]);
});

it('returns the results so far while the batch runs', async () => {
  const { id } = await createBatch(110);
  await batches.validateSlice(scope, { batchId: id, position: 100 }, validate, never);
  expect(await batches.get(scope, id)).toMatchObject({ status: 'running', done: 10, valid: 5, invalid: 5 });
  const page = await batches.results(scope, id, { limit: 100 });
  expect([page.items[0]?.filename, page.items.length, page.next]).toEqual(['100.xml', 10, null]);
});

it('stops waiting for a batch after the timeout', async () => {
  const { id } = await createBatch(1);
  expect(await batches.wait(scope, id, 20)).toMatchObject({ status: 'queued' });
  expect(await batches.wait(scope, id, LONG, AbortSignal.abort())).toMatchObject({ status: 'queued' });
  expect(await batches.waitForChange(scope, id, 1, 20)).toBeNull();
  await expect(batches.wait(scope, makeId('bat'), LONG)).rejects.toMatchObject({ code: 'batch_not_found' });
  await expect(batches.waitForChange(scope, id, 99, LONG)).rejects.toMatchObject({
    code: 'event_not_found',
    values: { event: '99' },
  });
});

it('wakes callers that wait for a batch on every change', async () => {
  const { id, sequence } = await createBatch(1);
  const changing = batches.waitForChange(scope, id, sequence, LONG);
  const ending = batches.wait(scope, id, LONG);
  await validateBatch(db, batches, scope, id, validate);
  expect((await changing)!.sequence).toBeGreaterThan(sequence);
  expect(await ending).toMatchObject({ status: 'completed', done: 1 });
});

it('deletes waiting files of a canceled batch, keeps existing results and does not change afterwards', async () => {
  const { id } = await createBatch(110);
  await batches.validateSlice(scope, { batchId: id, position: 100 }, validate, never);
  expect(await batches.cancel(scope, id)).toMatchObject({ status: 'canceled', done: 10 });
  expect(await slicesOf(db, id)).toEqual([]);
  let calls = 0;
  const count: Validate = (file, options) => {
    calls++;
    return validate(file, options);
  };
  await batches.validateSlice(scope, { batchId: id, position: 0 }, count, never);
  expect(calls).toBe(0);
  await batches.giveUpSlice(scope, { batchId: id, position: 0 });
  const again = await batches.cancel(scope, id);
  expect(again).toMatchObject({ status: 'canceled', done: 10 });
  expect(await batches.wait(scope, id, LONG)).toEqual(again);
  expect((await batches.results(scope, id, { limit: 100 })).items).toHaveLength(10);
});

it('ends a batch either completed or canceled when both happen concurrently', async () => {
  const ends = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const { id, total } = await createBatch(200);
    const slices = await slicesOf(db, id);
    await Promise.all([
      ...slices.map((position) => batches.validateSlice(scope, { batchId: id, position }, validate, never)),
      new Promise((done) => setTimeout(done, round * 3)).then(() => batches.cancel(scope, id)),
    ]);
    const { status, done, valid, invalid } = await batches.get(scope, id);
    expect(done).toBe(valid + invalid);
    expect((await batches.results(scope, id, { limit: 300 })).items).toHaveLength(done);
    expect(status).toBe(done === total ? 'completed' : 'canceled');
    expect(await slicesOf(db, id)).toEqual([]);
    ends.add(status);
  }
});

it('does not find a batch from another workspace', async () => {
  const stranger = await makeWorkspace(db);
  const { id } = await createBatch(1);
  const gone = refusal('batch_not_found', { id });
  await expect(batches.get(stranger, id)).rejects.toEqual(gone);
  await expect(batches.wait(stranger, id, 10)).rejects.toEqual(gone);
  await expect(batches.waitForChange(stranger, id, 0, 10)).rejects.toEqual(gone);
  await expect(batches.results(stranger, id, { limit: 1 })).rejects.toEqual(gone);
  await expect(batches.download(stranger, id).next()).rejects.toEqual(gone);
  await expect(batches.cancel(stranger, id)).rejects.toEqual(gone);
  await expect(batches.retry(stranger, id)).rejects.toEqual(gone);
  await validateBatch(db, batches, stranger, id, validate);
  await batches.giveUpSlice(stranger, { batchId: id, position: 0 });
  expect(await batches.get(scope, id)).toMatchObject({ status: 'queued', done: 0 });
});

it('accepts a batch of ten thousand files', async () => {
  const { id, total } = await createBatch(10_000);
  expect(total).toBe(10_000);
  expect(await slicesOf(db, id)).toHaveLength(100);
  await validateBatch(db, batches, scope, id, validate);
  expect(await batches.get(scope, id)).toMatchObject({ status: 'completed', valid: 5_000, invalid: 5_000 });
});

it('deletes expired batches in limited steps and skips running ones', async () => {
  await system(db).deleteFrom('batches').where('completed_at', 'is not', null).execute();
  const ended: string[] = [];
  for (let index = 0; index < 3; index++) {
    const { id } = await createBatch(1);
    await validateBatch(db, batches, scope, id, validate);
    ended.push(id);
  }
  const running = await createBatch(1);
  expect(await batches.eraseExpired(new Date(Date.now() - 1_000_000), 10)).toBe(0);
  const soon = new Date(Date.now() + 1_000);
  expect(await batches.eraseExpired(soon, 2)).toBe(2);
  expect(await batches.eraseExpired(soon, 2)).toBe(1);
  await expect(batches.get(scope, ended[0]!)).rejects.toMatchObject({ code: 'batch_not_found' });
  expect(await batches.get(scope, running.id)).toMatchObject({ status: 'queued' });
});
