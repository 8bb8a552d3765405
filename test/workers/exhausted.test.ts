import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/db/index.ts';
import { makeLog, makeMetrics, readConfig } from '../../src/platform/index.ts';
import { type Job, makeQueue, type Queue } from '../../src/platform/queue/index.ts';
import { startWorkers } from '../../workers/main.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { makeRecords, makeWorkspace, newDocument } from '../support/records.ts';

let test: TestDatabase;
let queue: Queue;
const metrics = makeMetrics('test');
beforeAll(async () => {
  test = await makeTestDatabase({ maxConnections: 15 });
  queue = await makeQueue({ db: test.db, redisUrl: null, log: testLog, metrics });
});
afterAll(async () => {
  await queue.close();
  await test.drop();
});

type Line = { readonly level: string; readonly msg: string; readonly fault?: { readonly code: string } };

/** Runs `exhausted` for a job of the document on this database and returns the log. */
async function exhaust(
  records: ReturnType<typeof makeRecords>,
  workspaceId: string,
  documentId: string,
): Promise<Line[]> {
  const lines: Line[] = [];
  let onExhausted: Parameters<Queue['work']>[1]['onExhausted'] = async () => undefined;
  const listening: Queue = {
    ...queue,
    work: async (_, options) => {
      onExhausted = options.onExhausted;
      return { close: async () => undefined };
    },
  };
  const workers = await startWorkers({
    ...records,
    db: test.db,
    queue: listening,
    log: makeLog({ level: 'warn', role: 'test' }, { write: (line) => lines.push(JSON.parse(line) as Line) }),
    metrics: makeMetrics('test'),
    now: () => Date.now(),
    config: readConfig({}),
    transparency: { startWriting: () => ({ stop: async () => undefined }) },
    stampCheckpoints: null,
  } as unknown as Parameters<typeof startWorkers>[0]);
  const payload = { workspace_id: workspaceId, document_id: documentId };
  const job = { id: `job_${randomUUID()}`, name: 'document.validate', payload, attempt: 5, attempts: 5 } as Job;
  await onExhausted(job, new Error('of its last attempt')).catch(() => undefined);
  await workers.stop();
  return lines;
}

it('a job counts as failed once its record is updated, but not during a database outage', async () => {
  const records = makeRecords(test.db);
  const scope = await makeWorkspace(test.db);
  const { document } = await records.documents.receive(scope, newDocument({}));

  // A port without a listener.
  const away = openDatabase({
    url: 'postgres://127.0.0.1:1/einvoice',
    maxConnections: 1,
    applicationName: 'test',
    log: testLog,
    waitTimeoutMs: 0,
  });
  expect(await exhaust(makeRecords(away), scope.workspaceId, document.id)).toMatchObject([
    {
      level: 'warn',
      msg: 'job exhausted its attempts but recording the failure failed; job will be retried',
      fault: { code: 'ECONNREFUSED' },
    },
  ]);
  await away.close();
  expect(await records.documents.get(scope, document.id)).toMatchObject({ status: 'received' });

  expect(await exhaust(records, scope.workspaceId, document.id)).toMatchObject([
    { level: 'error', msg: 'job failed permanently' },
  ]);
  expect(await records.documents.get(scope, document.id)).toMatchObject({ status: 'failed' });
});
