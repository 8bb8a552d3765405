import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makePdfReader } from '../../src/modules/rendering/index.ts';
import { makeValidationPool, type ValidationPool } from '../../src/modules/validation/index.ts';
import { findRoot, makeMetrics, readConfig } from '../../src/platform/index.ts';
import { makeInvoice as makeLargeInvoice } from '../../tools/bench/invoices.ts';
import { documentValidate } from '../../workers/document.validate.ts';
import { documentValidateGroup } from '../../workers/document.validate-group.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { FAKE_QUEUE } from '../http/fake-parts.ts';
import { startPrinter } from '../support/chromium.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { makeRecords, makeWorkspace, receiveOne } from '../support/records.ts';

let test: TestDatabase;
let validationPool: ValidationPool;
let app: WorkerApp;

const NOON = Date.UTC(2026, 10, 21, 12);
const never = new AbortController().signal;

beforeAll(async () => {
  test = await makeTestDatabase();
  const setup = { root: findRoot(), dataDir: null, maxXmlBytes: 10 * 1024 * 1024, today: '2026-11-21' };
  const limits = { threads: 2, timeLimit: 60_000, memoryLimit: 1_024 };
  validationPool = makeValidationPool({ setup, ...limits, log: testLog, metrics: makeMetrics('test') });
  app = {
    ...makeRecords(test.db),
    now: () => NOON,
    config: readConfig({}),
    queue: FAKE_QUEUE as WorkerApp['queue'],
    pdfReader: makePdfReader({ maxXmlBytes: 1_000_000 }),
    printer: startPrinter().printer,
    validationPool,
  };
});
afterAll(async () => {
  await validationPool.close();
  await test.drop();
});

it('stores documents of a group as separate jobs would, whatever their options', async () => {
  const sound = makeInvoice();
  const wrong = makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'));
  const inputs = [
    ...Array.from({ length: 18 }, (_, index) => ({ content: index % 3 === 0 ? wrong : sound })),
    { content: '<Invoice><unclosed></Invoice>' },
    { content: makeLargeInvoice(2_000) },
    { content: wrong, options: { layers: ['EN16931' as const] } },
    { content: sound, options: { ruleset: 'en16931' } },
    { content: sound, options: { layers: ['SK' as const], ruleset: 'en16931' } },
    { content: sound, steps: ['validate' as const, 'evidence' as const] },
  ];
  const validatedBy = async (work: (workspaceId: string, ids: readonly string[]) => Promise<void>) => {
    const scope = await makeWorkspace(test.db);
    const ids: string[] = [];
    for (const [index, { content, ...more }] of inputs.entries()) {
      const input = { content: Buffer.from(content), filename: `f${index}.xml`, ...more };
      ids.push((await receiveOne(app.documents, scope, input)).id);
    }
    await work(scope.workspaceId, ids);
    return Promise.all(
      ids.map(async (id) => {
        const { status, summary, counts, ruleset, error, last_sequence } = await app.documents.get(scope, id);
        const stored = error === null ? await app.documents.artifacts.read(scope, id, 'validation.json') : 'null';
        const result = { ...JSON.parse(String(stored)), duration_ms: 0 };
        return { status, summary, counts, ruleset, error, last_sequence, result };
      }),
    );
  };
  const alone = await validatedBy(async (workspace_id, ids) => {
    for (const document_id of ids) await documentValidate.work({ workspace_id, document_id }, app, never);
  });
  const validateTogether = vi.spyOn(validationPool, 'validateTogether');
  const together = await validatedBy((workspace_id, document_ids) =>
    documentValidateGroup.work({ workspace_id, document_ids: [...document_ids] }, app, never),
  );
  expect(together).toEqual(alone);
  expect(together.slice(0, 3).map(({ status }) => status)).toEqual(['invalid', 'validated', 'validated']);
  const coverages = together.slice(20).map(({ ruleset }) => ruleset?.coverage);
  expect(coverages).toEqual(['asked', 'full', undefined, 'full']);
  expect(together.map(({ status }) => status).filter((status) => status === 'failed')).toHaveLength(1);
  // Documents with evidence are excluded; a chunk has at most sixteen documents with the same request.
  expect(validateTogether.mock.calls.map(([files]) => files.length)).toEqual([16, 4, 1, 1, 1]);
  const written = (await Promise.all(validateTogether.mock.results.map(({ value }) => value))).flat();
  expect(written.some((one) => one !== null)).toBe(true);
});
