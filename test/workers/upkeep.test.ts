import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.ts';
import { makeAccounts } from '../../src/modules/accounts/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { makeMetrics, readConfig } from '../../src/platform/index.ts';
import { makeQueue, type Queue } from '../../src/platform/queue/index.ts';
import { upkeepEraseExpired } from '../../workers/upkeep.erase-expired.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { ENGINE, makeRecords, makeResult, makeVerdict, makeWorkspace, newDocument } from '../support/records.ts';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 1);

let test: TestDatabase;
let db: Database;
let queue: Queue;
let time = START;
const now = () => time;

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  queue = await makeQueue({ db, redisUrl: null, log: testLog, metrics: makeMetrics('test') });
});
afterAll(async () => {
  await queue.close();
  await test.drop();
});

function makeParts(environment: Record<string, string>) {
  const config = readConfig(environment);
  const makeId = (prefix: Parameters<typeof newId>[0]) => newId(prefix, now(), randomBytes);
  const accounts = makeAccounts({ db, now, newId: makeId, random: randomBytes, environment: 'sandbox' });
  const records = makeRecords(db, now);
  const app = { ...records, accounts, config, queue, now } as unknown as WorkerApp;
  const run = () => upkeepEraseExpired.work({}, app, new AbortController().signal);
  return { ...records, accounts, run };
}

const countOf = async (table: 'documents' | 'document_events' | 'document_artifacts' | 'batches', workspace: string) =>
  (await system(db).selectFrom(table).select('workspace_id').where('workspace_id', '=', workspace).execute()).length;

it('erases sandbox data with its timelines after 24 hours, not earlier', async () => {
  time = START;
  const { accounts, documents, batches, run } = makeParts({});
  const scope = (await accounts.authenticate('a sandbox key', '192.0.2.1'))!;
  const { document } = await documents.receive(scope, newDocument());
  await documents.begin(scope, document.id);
  await documents.complete(scope, document.id, makeVerdict(true));
  await batches.receive(scope, { options: {} }, [{ filename: 'a.xml', bytes: Buffer.from('<a/>') }]);

  time = START + DAY - 1;
  await run();
  expect(await countOf('document_events', scope.workspaceId)).toBe(3);
  time = START + DAY;
  await run();
  for (const table of ['documents', 'document_events', 'document_artifacts', 'batches'] as const) {
    expect([table, await countOf(table, scope.workspaceId)]).toEqual([table, 0]);
  }
  const left = await system(db).selectFrom('workspaces').select('id').where('id', '=', scope.workspaceId).execute();
  expect(left).toEqual([]);
});

it('erases contents of documents and results of batches at their age and preserves timelines', async () => {
  time = START;
  const { documents, batches, run } = makeParts({ RETENTION_DOCUMENT_DAYS: '10', RETENTION_BATCH_DAYS: '5' });
  const scope = await makeWorkspace(db);
  const old = (await documents.receive(scope, newDocument())).document;
  const { batch } = await batches.receive(scope, { options: {} }, [{ filename: 'a.xml', bytes: Buffer.from('<a/>') }]);
  const validate = () => makeResult('a.xml', true);
  await batches.validateSlice(scope, { batchId: batch.id, position: 0 }, validate, new AbortController().signal);
  time = START + 3 * DAY;
  const young = (await documents.receive(scope, newDocument())).document;

  time = START + 5 * DAY;
  await run();
  expect(await countOf('batches', scope.workspaceId)).toBe(1);
  time = START + 10 * DAY;
  await run();
  expect(await countOf('batches', scope.workspaceId)).toBe(0);
  expect((await documents.get(scope, old.id)).erased_at).toBeNull();
  time += 1;
  await run();
  expect((await documents.get(scope, old.id)).erased_at).toBe(new Date(time).toISOString());
  expect((await documents.get(scope, young.id)).erased_at).toBeNull();
  expect(await documents.artifacts.list(scope, old.id)).toEqual([]);
  const events = await documents.timeline.readAfter(scope, old.id, null);
  expect(events.map(({ type }) => type)).toEqual(['document.received', 'document.canceled', 'document.erased']);
});

it('erases VAT batches, VAT results and reports according to their retention', async () => {
  time = START;
  const { evidence, vat, vatBatches, run } = makeParts({ RETENTION_BATCH_DAYS: '5', RETENTION_EVIDENCE_DAYS: '20' });
  const scope = await makeWorkspace(db);
  await vatBatches.receive(scope, [{ input: 'x', error: { code: 'vat_malformed', detail: { sk: 'x', en: 'x' } } }], {
    requester: null,
    maxAge: null,
  });
  const number = { vat: 'SK2020317068', country: 'SK', number: '2020317068', checksumValid: true };
  await vat.verify({ number, requester: null, trader: null }, { timeLimit: 300_000 });
  const origin = { at: new Date(time).toISOString(), engine: ENGINE, packs: [] };
  await evidence.keep(
    scope,
    await evidence.make({ result: makeResult('a.xml', true), sizeBytes: 1, origin, language: 'sk' }),
  );
  const left = async () => {
    const counts = ['vat_batches', 'vat_batch_items', 'vat_answers', 'evidence_reports'] as const;
    return Promise.all(counts.map(async (table) => (await system(db).selectFrom(table).selectAll().execute()).length));
  };
  await run();
  expect(await left()).toEqual([1, 1, 1, 1]);
  time = START + 8 * DAY;
  await run();
  expect(await left()).toEqual([0, 0, 0, 1]);
  time = START + 21 * DAY;
  await run();
  expect(await left()).toEqual([0, 0, 0, 0]);
});

it('erases many records in one run; a retention of 0 preserves everything', async () => {
  time = START + 100 * DAY;
  const scope = await makeWorkspace(db);
  const { documents, run } = makeParts({ RETENTION_DOCUMENT_DAYS: '0', RETENTION_BATCH_DAYS: '0' });
  for (let count = 0; count < 250; count++) await documents.receive(scope, newDocument());
  time += 10_000 * DAY;
  await run();
  expect(await countOf('document_artifacts', scope.workspaceId)).toBe(250);
  await makeParts({ RETENTION_DOCUMENT_DAYS: '1' }).run();
  expect(await countOf('document_artifacts', scope.workspaceId)).toBe(0);
  expect(await countOf('documents', scope.workspaceId)).toBe(250);
});
