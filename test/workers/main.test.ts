import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { makePdfReader } from '../../src/modules/rendering/index.ts';
import { ValidationLimitExceeded } from '../../src/modules/validation/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics, readConfig } from '../../src/platform/index.ts';
import { makeQueue, type Queue } from '../../src/platform/queue/index.ts';
import { type RunningWorkers, startWorkers } from '../../workers/main.ts';
import { startPrinter } from '../support/chromium.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { makeRecords, makeResult, makeWorkspace, newDocument } from '../support/records.ts';

let test: TestDatabase;
let queue: Queue;
let workers: RunningWorkers;
let records: ReturnType<typeof makeRecords>;
let scope: Scope;
const metrics = makeMetrics('test');

beforeAll(async () => {
  test = await makeTestDatabase({ maxConnections: 15 });
  const { db } = test;
  scope = await makeWorkspace(db);
  records = makeRecords(db);
  queue = await makeQueue({ db, redisUrl: null, log: testLog, metrics });
  workers = await startWorkers({
    ...records,
    db,
    queue,
    log: testLog,
    metrics,
    now: () => Date.now(),
    config: readConfig({}),
    pdfReader: makePdfReader({ maxXmlBytes: 1_000_000 }),
    printer: startPrinter().printer,
    validationPool: {
      validate: async (bytes, { filename }) => {
        const content = Buffer.from(bytes).toString();
        if (content === '<broken/>') throw new Error('a fault of the service');
        if (content === '<poison/>') throw new ValidationLimitExceeded('time', '1 ms');
        return makeResult(filename ?? '', content === '<valid/>');
      },
      validateTogether: async (files) => files.map(() => null),
      preview: () => Promise.reject(new Error('not expected')),
      warmUp: () => undefined,
      warmUpForLarge: () => undefined,
      readAddressing: () => Promise.reject(new Error('not expected')),
      readForSending: () => Promise.reject(new Error('not expected')),
      taxData: () => Promise.reject(new Error('not expected')),
      particulars: () => Promise.reject(new Error('not expected')),
      validateStatusMessage: () => Promise.reject(new Error('not expected')),
      validateEnvelope: async () => ({ fatal: [], warnings: [] }),
      convert: () => Promise.reject(new Error('not expected')),
      compare: () => Promise.reject(new Error('not expected')),
      waiting: () => 0,
      close: async () => undefined,
    },
  });
});
afterAll(async () => {
  await workers.stop();
  await queue.close();
  await test.drop();
});

describe('workers from record to queue and back', () => {
  it('validate documents, each with three events', async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const content = Buffer.from(index % 4 === 0 ? '<wrong/>' : '<valid/>');
        return (await records.documents.receive(scope, newDocument({ content }))).document.id;
      }),
    );
    for (const [index, id] of ids.entries()) {
      const types: string[] = [];
      const signal = AbortSignal.timeout(300_000);
      for await (const { type } of records.documents.timeline.subscribe(scope, id, { after: null, signal })) {
        types.push(type);
        if (types.length === 3) break;
      }
      expect(types).toEqual(['document.received', 'validation.started', 'validation.completed']);
      const { status, last_sequence } = await records.documents.get(scope, id);
      expect({ status, last_sequence }).toEqual({
        status: index % 4 === 0 ? 'invalid' : 'validated',
        last_sequence: 3,
      });
    }
  });

  it('validate and complete a batch', async () => {
    const files = Array.from({ length: 30 }, (_, index) => ({
      filename: `${index}.xml`,
      bytes: Buffer.from(index % 3 === 0 ? '<wrong/>' : '<valid/>'),
    }));
    const { id } = (await records.batches.receive(scope, { options: {} }, files)).batch;
    const batch = await records.batches.wait(scope, id, 300_000);
    expect(batch).toMatchObject({ status: 'completed', done: 30, valid: 20, invalid: 10, failed: 0 });
    const { items } = await records.batches.results(scope, id, { limit: 100 });
    expect(items.map(({ filename }) => filename)).toEqual(files.map(({ filename }) => filename));
  });

  it('fail a document after its attempts if the error persists', async () => {
    const input = newDocument({ content: Buffer.from('<broken/>') });
    const { document } = await records.documents.receive(scope, input);
    const signal = AbortSignal.timeout(300_000);
    const types: string[] = [];
    for await (const { type } of records.documents.timeline.subscribe(scope, document.id, { after: null, signal })) {
      types.push(type);
      if (type === 'document.failed') break;
    }
    expect(types).toEqual(['document.received', 'validation.started', 'document.failed']);
    expect(await records.documents.get(scope, document.id)).toMatchObject({ status: 'failed' });
  });

  it('fail a file whose validation thread ends; the job itself succeeds', async () => {
    const input = newDocument({ content: Buffer.from('<poison/>') });
    const { document } = await records.documents.receive(scope, input);
    const status = async () => (await records.documents.get(scope, document.id)).error?.code;
    await expect.poll(status).toBe('validation_limit_reached');
    expect(
      (await queue.failed.list({ workspaceId: null, limit: 10 })).map(({ payload }) => payload.document_id),
    ).not.toContain(document.id);
  });

  it('leave the outbox empty', async () => {
    const count = async () => (await system(test.db).selectFrom('outbox').select('id').execute()).length;
    await expect.poll(count).toBe(0);
  });

  it('export job metrics', async () => {
    const lines = (await metrics.render()).split('\n').filter((line) => line.startsWith('job_seconds_count'));
    const count = (...labels: string[]) =>
      lines.filter((line) => labels.every((label) => line.includes(`"${label}"`))).map((line) => line.split(' ')[1]);
    // Forty jobs were enqueued together and share group jobs.
    const jobsDone = [...count('document.validate', 'done'), ...count('document.validate-group', 'done')].map(Number);
    expect(jobsDone.reduce((sum, each) => sum + each, 0)).toBeLessThan(20);
    expect(count('document.validate-group', 'done')).toHaveLength(1);
    expect(count('document.validate', 'failed')).toEqual(['5']);
    expect(count('batch.validate-slice', 'done')).toEqual(['1']);
  });
});
