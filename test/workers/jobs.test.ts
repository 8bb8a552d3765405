import { createHash } from 'node:crypto';
import { LayerNotInRuleset, RulesetUnknown } from '@e-invoice/validator/validation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProblemKind } from '../../src/http/problems/problems.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { makePdfReader } from '../../src/modules/rendering/index.ts';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import { type FileValidationRequest, ValidationLimitExceeded } from '../../src/modules/validation/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { readConfig } from '../../src/platform/index.ts';
import { type JobName, jobs } from '../../src/platform/queue/index.ts';
import { batchValidateSlice } from '../../workers/batch.validate-slice.ts';
import { documentCreateEvidence } from '../../workers/document.create-evidence.ts';
import { documentValidate } from '../../workers/document.validate.ts';
import { TOO_COSTLY, type Worker, type WorkerApp } from '../../workers/worker.ts';
import { workerOf } from '../../workers/workers.ts';
import { FAKE_QUEUE } from '../http/fake-parts.ts';
import { startPrinter } from '../support/chromium.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makePdf } from '../support/make-pdf.ts';
import { ENGINE, makeId, makeRecords, makeResult, makeWorkspace, receiveOne, SUMMARY } from '../support/records.ts';
import { faultsOf, keySet, verifyOne } from '../verifier/verify-one.ts';

let test: TestDatabase;
let db: Database;
let scope: Scope;
let app: WorkerApp;
let records: ReturnType<typeof makeRecords>;
/** Requests received by the fake validation pool. */
let requests: { bytes: string; request: FileValidationRequest }[];

const NOON = Date.UTC(2026, 10, 21, 12);
const never = new AbortController().signal;
const FAULT = new Error('a fault of the service');

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  scope = await makeWorkspace(db);
  records = makeRecords(db);
  requests = [];
  app = {
    ...records,
    now: () => NOON,
    config: readConfig({}),
    queue: FAKE_QUEUE as WorkerApp['queue'],
    // Not started: the printer has tests of its own.
    pdfReader: makePdfReader({ maxXmlBytes: 1_000_000 }),
    printer: startPrinter().printer,
    // The fake accepts `<valid/>`; real validation has tests of its own.
    validationPool: {
      validate: async (bytes, request) => {
        requests.push({ bytes: Buffer.from(bytes).toString(), request });
        if (requests.at(-1)!.bytes === '<broken/>') throw new Error('a fault of the service');
        if (requests.at(-1)!.bytes === '<poison/>') throw new ValidationLimitExceeded('time', '1 ms');
        if (request.layers?.includes('SK')) throw new LayerNotInRuleset(['SK'], 'en16931@1', ['XML', 'EN16931']);
        if (request.asOf === '1999-01-01') throw new RulesetUnknown('en16931 (1999-01-01)', ['en16931@1']);
        return makeResult(request.filename ?? '', requests.at(-1)!.bytes.includes('valid'));
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
  };
});
afterAll(() => test.drop());

describe('document.validate', () => {
  const payloadOf = (id: string) => ({ workspace_id: scope.workspaceId, document_id: id });

  it.each([
    ['<valid/>', 'validated'],
    ['<wrong/>', 'invalid'],
  ])('validates %s to %s and stores the result', async (content, status) => {
    const { id } = await receiveOne(records.documents, scope, { content: Buffer.from(content), filename: 'f.xml' });
    await documentValidate.work(payloadOf(id), app, never);
    expect(requests.at(-1)).toMatchObject({ bytes: content, request: { filename: 'f.xml', today: '2026-11-21' } });
    const valid = status === 'validated';
    expect(await records.documents.get(scope, id)).toMatchObject({
      status,
      summary: SUMMARY,
      counts: { fatal: valid ? 0 : 1, warning: 0, info: 0 },
    });
    const stored = await records.documents.artifacts.read(scope, id, 'validation.json');
    const judged_by = { at: '2026-11-21T12:00:00.000Z', engine: ENGINE, packs: [] };
    expect(JSON.parse(String(stored))).toEqual({ ...makeResult('f.xml', valid), judged_by });
    const events = await records.documents.timeline.readAfter(scope, id, null);
    expect(events.map(({ type, actor }) => `${type} by ${actor}`)).toEqual([
      'document.received by tester',
      'validation.started by worker',
      'validation.completed by worker',
    ]);
  });

  it('is idempotent when delivered twice, even concurrently', async () => {
    const { id } = await receiveOne(records.documents, scope, { content: Buffer.from('<valid/>') });
    await Promise.all(Array.from({ length: 4 }, () => documentValidate.work(payloadOf(id), app, never)));
    const before = await records.documents.get(scope, id);
    await documentValidate.work(payloadOf(id), app, never);
    await documentValidate.exhausted(payloadOf(id), app, FAULT);
    expect(await records.documents.get(scope, id)).toEqual(before);
    expect(before).toMatchObject({ status: 'validated', last_sequence: 3 });
  });

  it('resumes after a crashed process', async () => {
    const { id } = await receiveOne(records.documents, scope, { content: Buffer.from('<valid/>') });
    await records.documents.begin(scope, id);
    await documentValidate.work(payloadOf(id), app, never);
    expect(await records.documents.get(scope, id)).toMatchObject({ status: 'validated', last_sequence: 3 });
  });

  it('throws an internal error for a retry; after the last attempt the document records the failure', async () => {
    const { id } = await receiveOne(records.documents, scope, { content: Buffer.from('<broken/>') });
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(documentValidate.work(payloadOf(id), app, never)).rejects.toThrow('a fault of the service');
    }
    expect(await records.documents.get(scope, id)).toMatchObject({ status: 'validating', last_sequence: 2 });
    await documentValidate.exhausted(payloadOf(id), app, FAULT);
    await documentValidate.exhausted(payloadOf(id), app, FAULT);
    const failed = await records.documents.get(scope, id);
    expect(failed).toMatchObject({ status: 'failed', last_sequence: 3, error: { code: 'validation_not_finished' } });
  });

  it('reports the limit for a file whose validation was aborted, and requests no retry', async () => {
    const { id } = await receiveOne(records.documents, scope, { content: Buffer.from('<poison/>') });
    await documentValidate.work(payloadOf(id), app, never);
    expect(await records.documents.get(scope, id)).toMatchObject({
      status: 'failed',
      error: { code: 'validation_limit_reached' },
    });
  });

  it.each([
    [{ layers: ['SK'] as const }, 'layer_not_in_ruleset', /no layer SK\. Available layers: XML, EN16931/],
    [{ as_of: '1999-01-01' }, 'ruleset_unknown', /en16931 \(1999-01-01\).*Available: en16931@1/],
  ])('applies the requested rules; if %j cannot be applied, fails without a retry', async (options, code, detail) => {
    const { id } = await receiveOne(records.documents, scope, { content: Buffer.from('<valid/>'), options });
    await documentValidate.work(payloadOf(id), app, never);
    expect(requests.at(-1)!.request).toMatchObject({ asOf: (options as { as_of?: string }).as_of });
    expect(await records.documents.get(scope, id)).toMatchObject({
      status: 'failed',
      error: { code, detail: { en: expect.stringMatching(detail) } },
    });
  });

  it('treats the same key with other rules as a different request', async () => {
    const content = Buffer.from('<valid/>');
    const idempotencyKey = 'same-rules';
    const first = await receiveOne(records.documents, scope, {
      content,
      idempotencyKey,
      options: { ruleset: 'en16931' },
    });
    const again = await receiveOne(records.documents, scope, {
      content,
      idempotencyKey,
      options: { ruleset: 'en16931' },
    });
    expect(again.id).toBe(first.id);
    await expect(receiveOne(records.documents, scope, { content, idempotencyKey })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('uses the same message as the API for an exceeded limit', () => {
    expect(TOO_COSTLY).toEqual({
      code: 'validation_limit_reached',
      detail: findProblemKind('validation_limit_reached').detail,
    });
  });

  it('stops before validation when the signal aborts', async () => {
    const { id } = await receiveOne(records.documents, scope);
    const count = requests.length;
    await expect(documentValidate.work(payloadOf(id), app, AbortSignal.abort())).rejects.toThrow('aborted');
    expect(requests).toHaveLength(count);
    expect(await records.documents.get(scope, id)).toMatchObject({ status: 'validating' });
  });

  it('does nothing for an erased document', async () => {
    const count = requests.length;
    await documentValidate.work(payloadOf(makeId('doc')), app, never);
    await documentValidate.exhausted(payloadOf(makeId('doc')), app, FAULT);
    expect(requests).toHaveLength(count);
  });
});

describe('document.create-evidence', () => {
  const receiveValidated = async (content: string) => {
    const steps = ['validate', 'evidence'] as const;
    const { id } = await receiveOne(records.documents, scope, { content: Buffer.from(content), steps });
    const payload = { workspace_id: scope.workspaceId, document_id: id };
    await documentValidate.work(payload, app, never);
    return { id, payload };
  };

  it.each(['<valid/>', '<wrong/>'])(
    'creates signed evidence of the validation of %s, without the file',
    async (content) => {
      const { id, payload } = await receiveValidated(content);
      const before = await records.documents.get(scope, id);
      await documentCreateEvidence.work(payload, app, never);
      const archive = await records.documents.artifacts.read(scope, id, 'evidence.zip');
      expect((await readZip(archive)).has('invoice.xml')).toBe(false);
      const trusted = await keySet((await records.evidence.keys.published()).keys);
      const found = await verifyOne(archive, null, { trusted });
      expect([found.verdict, faultsOf(found)]).toEqual(['genuine', []]);
      expect(found.report).toMatchObject({
        filename: 'invoice.xml',
        size_bytes: content.length,
        valid: content === '<valid/>',
        created_at: '2026-11-21T12:00:00.000Z',
        engine: ENGINE,
      });
      expect(await records.documents.get(scope, id)).toMatchObject({ status: before.status });
      expect((await records.documents.timeline.readAfter(scope, id, null)).at(-1)).toMatchObject({
        type: 'evidence.created',
        data: { artifacts: ['evidence.zip'] },
      });
    },
  );

  it('creates one archive however often it is delivered', async () => {
    const { id, payload } = await receiveValidated('<valid/>');
    await Promise.all([1, 2, 3].map(() => documentCreateEvidence.work(payload, app, never)));
    const events = await records.documents.timeline.readAfter(scope, id, null);
    expect(events.filter(({ type }) => type === 'evidence.created')).toHaveLength(1);
  });

  it('records the failure after the last attempt; the document keeps its verdict and can retry', async () => {
    const { id, payload } = await receiveValidated('<valid/>');
    const broken = { ...app, evidence: { ...app.evidence, prove: () => Promise.reject(new Error('no key')) } };
    await expect(documentCreateEvidence.work(payload, broken, never)).rejects.toThrow('no key');
    await documentCreateEvidence.exhausted(payload, broken, FAULT);
    expect(await records.documents.get(scope, id)).toMatchObject({ status: 'validated', failed_steps: ['evidence'] });
    await records.documents.retry(scope, id);
    await documentCreateEvidence.work(payload, app, never);
    expect(await records.documents.get(scope, id)).toMatchObject({ failed_steps: [] });
  });
});

describe('batch.validate-slice', () => {
  it('validates every file once with the options of the batch; an internal error fails only its own file', async () => {
    const options = { ruleset: 'en16931', as_of: '2025-01-01', layers: ['EN16931' as const] };
    const files = ['<broken/>', '<valid/>', '<wrong/>'].map((content, index) => ({
      filename: `${index}.xml`,
      bytes: Buffer.from(content),
    }));
    const { batch } = await records.batches.receive(scope, { options }, files);
    const job = { workspace_id: scope.workspaceId, batch_id: batch.id, position: 0 };
    await expect(batchValidateSlice.work(job, app, never)).rejects.toThrow('a fault of the service');
    expect(requests.at(-1)?.request).toMatchObject({
      filename: '2.xml',
      ruleset: 'en16931',
      asOf: '2025-01-01',
      layers: ['EN16931'],
      today: '2026-11-21',
    });
    expect(await records.batches.get(scope, batch.id)).toMatchObject({ status: 'running', done: 2 });
    const before = requests.length;
    await expect(batchValidateSlice.work(job, app, never)).rejects.toThrow('a fault of the service');
    expect(requests.length).toBe(before + 1);
    await batchValidateSlice.exhausted(job, app, FAULT);
    await batchValidateSlice.exhausted(job, app, FAULT);
    await batchValidateSlice.work(job, app, never);
    expect(await records.batches.get(scope, batch.id)).toMatchObject({
      status: 'completed',
      done: 3,
      valid: 1,
      invalid: 1,
      failed: 1,
    });
    const { items, failures } = await records.batches.results(scope, batch.id, { limit: 10 });
    expect(items).toEqual([makeResult('1.xml', true), makeResult('2.xml', false)]);
    expect(failures).toMatchObject([{ position: 0, filename: '0.xml', error: { code: 'validation_not_finished' } }]);
  });

  it('validates the XML in a hybrid PDF; a PDF without an invoice fails permanently and is not invalid', async () => {
    const xml = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><valid/></Invoice>';
    const hybrid = await makePdf({ 'invoice.xml': xml });
    const files = [
      { filename: 'hybrid.pdf', bytes: hybrid },
      { filename: 'scan.pdf', bytes: await makePdf({}) },
      { filename: 'broken.pdf', bytes: Buffer.from('%PDF-1.7 but no PDF') },
      { filename: 'plain.xml', bytes: Buffer.from('<valid/>') },
    ];
    const { batch } = await records.batches.receive(scope, { options: {} }, files);
    const job = { workspace_id: scope.workspaceId, batch_id: batch.id, position: 0 };
    // The slice stops after half a minute, which four PDFs take on a busy machine; another job continues.
    while ((await records.batches.get(scope, batch.id)).status !== 'completed')
      await batchValidateSlice.work(job, app, never);
    const counts = { status: 'completed', total: 4, valid: 2, invalid: 0, failed: 2 };
    expect(await records.batches.get(scope, batch.id)).toMatchObject(counts);
    expect(requests.map(({ bytes }) => bytes)).toContain(xml);
    const { items, failures } = await records.batches.results(scope, batch.id, { limit: 10 });
    const sha256 = createHash('sha256').update(hybrid).digest('hex');
    expect(items).toMatchObject([{ filename: 'hybrid.pdf', sha256 }, { filename: 'plain.xml' }]);
    expect(failures).toMatchObject([
      { position: 1, filename: 'scan.pdf', retryable: false, error: { code: 'pdf_without_invoice' } },
      { position: 2, filename: 'broken.pdf', retryable: false, error: { code: 'pdf_unreadable' } },
    ]);
    for (const text of Object.values(failures[0]!.error.detail)) expect(text).toContain('/api/pdf-bridge');
  });

  it('validates content declared as XML as XML, whatever its bytes', async () => {
    const files = [{ filename: 'a.xml', bytes: Buffer.from('%PDF-1.7 but no PDF') }];
    const { batch } = await records.batches.receive(scope, { options: { declared: 'xml' } }, files);
    await batchValidateSlice.work({ workspace_id: scope.workspaceId, batch_id: batch.id, position: 0 }, app, never);
    expect(await records.batches.get(scope, batch.id)).toMatchObject({ status: 'completed', invalid: 1, failed: 0 });
  });

  it('a file aborted at a limit fails permanently without a retry, and the job succeeds', async () => {
    const files = ['<poison/>', '<valid/>'].map((content, index) => ({
      filename: `${index}.xml`,
      bytes: Buffer.from(content),
    }));
    const { batch } = await records.batches.receive(scope, { options: {} }, files);
    await batchValidateSlice.work({ workspace_id: scope.workspaceId, batch_id: batch.id, position: 0 }, app, never);
    expect(await records.batches.get(scope, batch.id)).toMatchObject({ status: 'completed', valid: 1, failed: 1 });
    const { failures } = await records.batches.results(scope, batch.id, { limit: 10 });
    expect(failures).toMatchObject([
      { filename: '0.xml', retryable: false, error: { code: 'validation_limit_reached' } },
    ]);
  });
});

it('stores the digests of the submitted bytes', async () => {
  const content = Buffer.from([0xef, 0xbb, 0xbf, 0x3c, 0x00, 0xff]);
  const document = await receiveOne(records.documents, scope, { content });
  expect(document.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  expect(document.size_bytes).toBe(6);
});

it('every worker defines how its failed job is retried', () => {
  const { work, exhausted } = documentValidate;
  // @ts-expect-error A worker without `retry` does not compile.
  const silent: Worker<'document.validate'> = { work, exhausted };
  expect(silent).not.toHaveProperty('retry');
  for (const name of Object.keys(jobs) as JobName[]) expect(workerOf(name).retry).toBeDefined();
});
