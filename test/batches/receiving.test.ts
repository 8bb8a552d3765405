import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Batches, NewFile } from '../../src/modules/batches/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { FAILURE, makeId, makeRecords, makeResult, makeWorkspace, validateBatch } from '../support/records.ts';

let test: TestDatabase;
let db: Database;
let batches: Batches;
let scope: Scope;

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  batches = makeRecords(db).batches;
  scope = await makeWorkspace(db);
});
afterAll(() => test.drop());

const file = (name: string, content = name): NewFile => ({ filename: name, bytes: Buffer.from(content) });

async function* slowly(count: number, fail?: Error): AsyncGenerator<NewFile> {
  for (let index = 0; index < count; index++) yield file(`${index}.xml`);
  if (fail !== undefined) throw fail;
}

const rowsOf = async (table: 'batches' | 'batch_slices' | 'batch_results') =>
  (await system(db).selectFrom(table).select('workspace_id').where('workspace_id', '=', scope.workspaceId).execute())
    .length;

const stored = async (): Promise<number[]> => [
  await rowsOf('batches'),
  await rowsOf('batch_slices'),
  await rowsOf('batch_results'),
];

describe('upload of batch files', () => {
  it('stores files slice by slice and makes the batch visible after the last file', async () => {
    let seen: unknown;
    async function* files(): AsyncGenerator<NewFile> {
      yield* slowly(201);
      await expect.poll(() => rowsOf('batch_slices')).toBe(2);
      const [row] = await system(db)
        .selectFrom('batches')
        .select('id')
        .where('workspace_id', '=', scope.workspaceId)
        .where('status', '=', 'receiving')
        .execute();
      const id = row!.id;
      await expect(batches.get(scope, id)).rejects.toMatchObject({ code: 'batch_not_found' });
      await expect(batches.cancel(scope, id)).rejects.toMatchObject({ code: 'batch_not_found' });
      await validateBatch(db, batches, scope, id, () => {
        throw new Error('no worker may start it');
      });
      expect(await system(db).selectFrom('outbox').select('id').execute()).toEqual([]);
      seen = id;
    }
    const { batch, replayed } = await batches.receive(scope, { options: {} }, files());
    expect([batch.id, batch.total, replayed]).toEqual([seen, 201, false]);
    await batches.cancel(scope, batch.id);
  });

  it('leaves nothing behind when the upload is cut off', async () => {
    const before = await stored();
    const jobs = (await system(db).selectFrom('outbox').select('id').execute()).length;
    const broken = new Error('the connection was lost');
    await expect(batches.receive(scope, { options: {} }, slowly(280, broken))).rejects.toBe(broken);
    expect(await stored()).toEqual(before);
    expect(await system(db).selectFrom('outbox').select('id').execute()).toHaveLength(jobs);
  });

  it('deletes the upload of a killed process after one hour', async () => {
    const abandoned = {
      workspace_id: scope.workspaceId,
      status: 'receiving',
      options: '{}',
      total: 0,
      created_by: 'x',
    };
    const old = { ...abandoned, id: makeId('bat'), created_at: new Date(Date.now() - 2 * 3_600_000) };
    const fresh = { ...abandoned, id: makeId('bat'), created_at: new Date() };
    await system(db).insertInto('batches').values([old, fresh]).execute();
    await batches.receive(scope, { options: {} }, [file('next.xml')]);
    const ids = async () =>
      (await system(db).selectFrom('batches').select('id').where('status', '=', 'receiving').execute()).map(
        ({ id }) => id,
      );
    expect(await ids()).toEqual([fresh.id]);
    await system(db).updateTable('batches').set({ created_at: old.created_at }).where('id', '=', fresh.id).execute();
    expect(await batches.eraseExpired(new Date(0), 10)).toBe(1);
    expect(await ids()).toEqual([]);
  });

  it('counts files that cannot be validated as failed immediately and completes a batch of only such files', async () => {
    const refused: NewFile = { filename: 'bad.zip', failure: FAILURE };
    const mixed = await batches.receive(scope, { options: {} }, [refused, file('valid.xml'), refused]);
    expect(mixed.batch).toMatchObject({ status: 'queued', total: 3, done: 2, failed: 2 });
    await validateBatch(db, batches, scope, mixed.batch.id, ({ filename }) => makeResult(filename, true));
    expect(await batches.get(scope, mixed.batch.id)).toMatchObject({ status: 'completed', valid: 1, failed: 2 });
    await expect(batches.retry(scope, mixed.batch.id)).rejects.toMatchObject({ code: 'nothing_to_retry' });

    const alone = await batches.receive(scope, { options: {} }, Array(70).fill(refused));
    expect(alone.batch).toMatchObject({ status: 'completed', total: 70, failed: 70 });
    expect(alone.batch.completed_at).not.toBeNull();
  });
});

describe('idempotency key of a batch', () => {
  const receive = (key: string, files: NewFile[], options = {}, shared = false) =>
    batches.receive(scope, { options, idempotency: { key, shared } }, files);

  it('returns the first batch in its initial state for the same files', async () => {
    const files = [file('a.xml'), file('b.xml'), { filename: 'c', failure: FAILURE }];
    const first = await receive('same', files);
    await validateBatch(db, batches, scope, first.batch.id, ({ filename }) => makeResult(filename, true));
    const before = await stored();
    const again = await receive('same', files);
    expect(again).toMatchObject({ replayed: true, batch: { id: first.batch.id, status: 'queued', total: 3 } });
    expect(await stored()).toEqual(before);
  });

  it('rejects other files, names, order or options', async () => {
    await receive('other', [file('a'), file('b')]);
    const before = await stored();
    for (const [files, options] of [
      [[file('a'), file('b', 'x')], {}],
      [[file('a'), file('c', 'b')], {}],
      [[file('b'), file('a')], {}],
      [[file('a')], {}],
      [[file('a'), file('b')], { ruleset: 'en16931' }],
    ] as const) {
      await expect(receive('other', [...files], options)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    }
    expect(await stored()).toEqual(before);
  });

  it('creates one batch for concurrent requests', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => receive('race', [file('a'), file('b')])));
    expect(new Set(all.map(({ batch }) => batch.id)).size).toBe(1);
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  it('does not collide between unrelated users of a shared workspace', async () => {
    const one = await receive('1', [file('mine')], {}, true);
    const two = await receive('1', [file('yours')], {}, true);
    expect(two).toMatchObject({ replayed: false });
    expect(two.batch.id).not.toBe(one.batch.id);
    expect(await receive('1', [file('mine')], {}, true)).toMatchObject({ replayed: true, batch: { id: one.batch.id } });
  });

  it('stays unused when the upload failed', async () => {
    const cut = receive('cut', [], {}).catch((error: unknown) => error);
    expect(await cut).toBeInstanceOf(RangeError);
    expect(await receive('cut', [file('a')])).toMatchObject({ replayed: false });
  });
});
