import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import {
  type Batches,
  FileGivenUp,
  makeBatches,
  type Validate,
  type Validators,
} from '../../src/modules/batches/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeId, makeResult, makeWorkspace, slicesOf } from '../support/records.ts';

let test: TestDatabase;
let db: Database;
let batches: Batches;
let scope: Scope;
let time = Date.UTC(2026, 10, 21, 12);

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  batches = makeBatches({ db, now: () => time, newId: makeId });
  scope = await makeWorkspace(db);
});
afterAll(() => test.drop());

const never = new AbortController().signal;

const createBatch = async (count: number) => {
  const files = Array.from({ length: count }, (_, index) => ({ filename: `${index}.xml`, bytes: Buffer.from('<a/>') }));
  return (await batches.receive(scope, { options: {} }, files)).batch.id;
};

/** Number of jobs for the batch in the outbox. */
const countJobs = async (id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from outbox where payload ->> 'batch_id' = ${id}`.execute(system(db));
  return Number(rows[0]!.count);
};

/** Simulates a process that crashes while validating one of the files: its call never returns. */
async function dieAt(id: string, dying: readonly number[], validated: number[]): Promise<'died' | 'ended'> {
  return new Promise((resolve, reject) => {
    const validate: Validate = ({ position, filename }) => {
      if (dying.includes(position)) {
        resolve('died');
        return new Promise(() => undefined);
      }
      validated.push(position);
      return makeResult(filename, true);
    };
    batches.validateSlice(scope, { batchId: id, position: 0 }, validate, never).then(() => resolve('ended'), reject);
  });
}

it('fails only the file whose result the database rejects', async () => {
  const id = await createBatch(20);
  const slice = { batchId: id, position: 0 };
  await sql`
    alter table batch_results add constraint refused
    check (batch_id <> ${sql.lit(id)} or filename <> '7.xml' or result is null)`.execute(system(db));
  const validators: Validators = {
    alone: ({ filename }) => makeResult(filename, true),
    together: async (files) =>
      files.map(({ filename }) => ({
        text: JSON.stringify(makeResult(filename, true)),
        duplicateKey: filename,
        verdict: 'valid',
      })),
  };
  const work = () => batches.validateSlice(scope, slice, validators, never);
  await expect(work()).rejects.toMatchObject({ code: '23514' });
  await expect(work()).rejects.toMatchObject({ code: '23514' });
  expect(await batches.get(scope, id)).toMatchObject({ status: 'running', valid: 19, failed: 0 });
  await batches.giveUpSlice(scope, slice);
  expect(await batches.get(scope, id)).toMatchObject({ status: 'completed', valid: 19, failed: 1 });
});

it('fails a file that crashes its process after several attempts, and validates the others', async () => {
  const id = await createBatch(20);
  const validated: number[] = [];
  let deaths = 0;
  while ((await dieAt(id, [7, 13], validated)) === 'died') deaths++;
  expect(deaths).toBe(7);
  expect(await batches.get(scope, id)).toMatchObject({ status: 'completed', valid: 18, failed: 2 });
  const { failures } = await batches.results(scope, id, { limit: 100 });
  expect(failures.map(({ position, retryable }) => [position, retryable])).toEqual([
    [7, true],
    [13, true],
  ]);
  // Results are written after each file in this mode, so no file is validated twice.
  expect(validated.filter((position) => position === 8)).toHaveLength(1);
});

it('validates files individually after a run that did not finish', async () => {
  const id = await createBatch(5);
  const alone: number[] = [];
  const dying: Validators = {
    together: () => new Promise(() => undefined),
    alone: ({ position, filename }) => {
      alone.push(position);
      return makeResult(filename, true);
    },
  };
  const slice = { batchId: id, position: 0 };
  const started = new Promise<void>((resolve) => {
    const together = (): Promise<never> => {
      resolve();
      return new Promise(() => undefined);
    };
    void batches.validateSlice(scope, slice, { ...dying, together }, never);
  });
  await started;
  await batches.validateSlice(scope, slice, dying, never);
  expect(alone).toEqual([0, 1, 2, 3, 4]);
  expect(await batches.get(scope, id)).toMatchObject({ status: 'completed', valid: 5 });
});

it('resumes a slice with the remaining files after a crash', async () => {
  const id = await createBatch(10);
  const first: number[] = [];
  expect(await dieAt(id, [4], first)).toBe('died');
  const second: number[] = [];
  expect(await dieAt(id, [6], second)).toBe('died');
  expect(second).toEqual([0, 1, 2, 3, 4, 5]);
  const third: number[] = [];
  expect(await dieAt(id, [], third)).toBe('ended');
  expect(third).toEqual([6, 7, 8, 9]);
  expect(await batches.get(scope, id)).toMatchObject({ status: 'completed', valid: 10 });
});

it('moves the rest of a slice with slow files to further jobs, without using up attempts', async () => {
  const id = await createBatch(10);
  const failure = { code: 'validation_limit_reached', detail: { sk: '', en: '' } };
  const validate: Validate = ({ position, filename }) => {
    // The maximum duration of one file.
    time += 20_000;
    if (position % 2 === 0) throw new FileGivenUp(failure);
    return makeResult(filename, true);
  };
  const jobs: number[] = [];
  while ((await batches.get(scope, id)).status !== 'completed') {
    const before = await countJobs(id);
    await batches.validateSlice(scope, { batchId: id, position: 0 }, validate, never);
    jobs.push((await countJobs(id)) - before);
  }
  expect(jobs).toEqual([1, 1, 1, 1, 0]);
  const { failures } = await batches.results(scope, id, { limit: 100 });
  expect(failures.map(({ position, retryable }) => [position, retryable])).toEqual(
    [0, 2, 4, 6, 8].map((position) => [position, false]),
  );
});

it('does not count a canceled validation as a crash', async () => {
  const id = await createBatch(3);
  expect(await dieAt(id, [0], [])).toBe('died');
  for (let calledOff = 0; calledOff < 6; calledOff++) {
    const stop = new AbortController();
    const validate: Validate = () => {
      stop.abort(new Error('others wait for a place'));
      throw stop.signal.reason;
    };
    await expect(batches.validateSlice(scope, { batchId: id, position: 0 }, validate, stop.signal)).rejects.toThrow(
      'others',
    );
  }
  expect(await dieAt(id, [], [])).toBe('ended');
  expect(await batches.get(scope, id)).toMatchObject({ status: 'completed', valid: 3, failed: 0 });
});

it('keeps existing results when the process stops, and leaves the rest to a retry', async () => {
  const id = await createBatch(10);
  const stop = new AbortController();
  const validate: Validate = ({ position, filename }) => {
    if (position === 3) stop.abort(new Error('the process stops'));
    return makeResult(filename, true);
  };
  await expect(batches.validateSlice(scope, { batchId: id, position: 0 }, validate, stop.signal)).rejects.toThrow(
    'stops',
  );
  expect(await batches.get(scope, id)).toMatchObject({ status: 'running', done: 4 });
});

it('fails the started file and enqueues the others when the attempts of a slice are exhausted', async () => {
  const id = await createBatch(6);
  await dieAt(id, [2], []);
  await dieAt(id, [2], []);
  await system(db).deleteFrom('outbox').execute();
  await batches.giveUpSlice(scope, { batchId: id, position: 0 });
  expect(await batches.get(scope, id)).toMatchObject({ status: 'running', done: 3, valid: 2, failed: 1 });
  expect(await system(db).selectFrom('outbox').select('payload').execute()).toEqual([
    { payload: { workspace_id: scope.workspaceId, batch_id: id, position: 0 } },
  ]);
  expect(await dieAt(id, [], [])).toBe('ended');
  expect(await batches.get(scope, id)).toMatchObject({ status: 'completed', valid: 5, failed: 1 });
});

it('fails all remaining files when the attempts of a slice are exhausted and no file was started', async () => {
  const id = await createBatch(6);
  await batches.giveUpSlice(scope, { batchId: id, position: 0 });
  expect(await batches.get(scope, id)).toMatchObject({ status: 'completed', failed: 6 });
});

it('retries exactly the failed files from their stored contents', async () => {
  const id = await createBatch(110);
  const faulty: Validate = ({ position, filename }) => {
    if (position % 40 === 5) throw new Error('a fault of the service');
    return makeResult(filename, true);
  };
  for (const position of [0, 100]) {
    const slice = { batchId: id, position };
    await batches.validateSlice(scope, slice, faulty, never).catch(() => undefined);
    await batches.giveUpSlice(scope, slice);
  }
  const before = await batches.get(scope, id);
  expect(before).toMatchObject({ status: 'completed', valid: 107, failed: 3 });
  expect(await slicesOf(db, id)).toEqual([0]);

  await system(db).deleteFrom('outbox').execute();
  const retried = await batches.retry(scope, id);
  expect(retried).toMatchObject({ status: 'running', done: 107, failed: 0, completed_at: null });
  expect(retried.sequence).toBeGreaterThan(before.sequence);
  expect(await system(db).selectFrom('outbox').select('id').execute()).toHaveLength(1);
  await expect(batches.retry(scope, id)).rejects.toMatchObject({ code: 'nothing_to_retry' });
  const validated: number[] = [];
  expect(await dieAt(id, [], validated)).toBe('ended');
  expect(validated).toEqual([5, 45, 85]);
  expect(await batches.get(scope, id)).toMatchObject({ status: 'completed', valid: 110, failed: 0 });
  expect(await slicesOf(db, id)).toEqual([]);
});

it('counts every file once despite concurrent retries', async () => {
  const id = await createBatch(120);
  for (const position of [0, 100]) await batches.giveUpSlice(scope, { batchId: id, position });
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => batches.retry(scope, id)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const validate: Validate = ({ filename }) => makeResult(filename, true);
  await Promise.all(
    [0, 100, 0, 100].map((position) => batches.validateSlice(scope, { batchId: id, position }, validate, never)),
  );
  expect(await batches.get(scope, id)).toMatchObject({ status: 'completed', valid: 120, failed: 0 });
});

it('deletes the contents stored for a retry when a completed batch is canceled', async () => {
  const id = await createBatch(3);
  await batches.giveUpSlice(scope, { batchId: id, position: 0 });
  expect(await batches.cancel(scope, id)).toMatchObject({ status: 'completed', failed: 3 });
  expect(await slicesOf(db, id)).toEqual([]);
  await expect(batches.retry(scope, id)).rejects.toMatchObject({ code: 'nothing_to_retry' });
  expect((await batches.results(scope, id, { limit: 5 })).failures.map(({ retryable }) => retryable)).toEqual([
    false,
    false,
    false,
  ]);
});
