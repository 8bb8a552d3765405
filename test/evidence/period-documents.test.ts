import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { makeSeal, readMonth } from '../../src/modules/evidence/index.ts';
import { makeIdentity } from '../../src/modules/evidence/transparency/identity.ts';
import { lengthen, publish } from '../../src/modules/evidence/transparency/writer.ts';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { documentCreateEvidence } from '../../workers/document.create-evidence.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { ENGINE, makeRecords, makeResult, makeVerdict, makeWorkspace, receiveOne } from '../support/records.ts';
import { ORIGIN, resultOf } from './make-one.ts';

let test: TestDatabase;
let records: ReturnType<typeof makeRecords>;
let scope: Scope;
beforeAll(async () => {
  test = await makeTestDatabase();
  records = makeRecords(test.db);
});
afterAll(() => test.drop());
beforeEach(async () => {
  scope = await makeWorkspace(test.db);
});

const never = new AbortController().signal;

/** Creates a document with evidence for a validation at this time. */
async function proveDocument(at: string): Promise<string> {
  const { id } = await receiveOne(records.documents, scope, { steps: ['validate', 'evidence'] });
  await records.documents.begin(scope, id);
  const result = { ...makeResult('a.xml', true), judged_by: { at, engine: ENGINE, packs: [] } };
  const content = Buffer.from(JSON.stringify(result));
  const artifacts = [{ name: 'validation.json', mediaType: 'application/json', content }] as const;
  await records.documents.complete(scope, id, { ...makeVerdict(true), artifacts });
  const payload = { workspace_id: scope.workspaceId, document_id: id };
  await documentCreateEvidence.work(payload, records as unknown as WorkerApp, never);
  return id;
}

async function proveFile(at: string): Promise<string> {
  const xml = '<broken/>';
  const origin = { ...ORIGIN, at };
  const written = await records.evidence.make({ result: resultOf(xml), sizeBytes: xml.length, origin, language: 'sk' });
  await records.evidence.keep(scope, written);
  return written.report.id;
}

async function writeLog(): Promise<void> {
  const seal = () => makeSeal('a secret of the tests alone, 32 or more');
  const identity = makeIdentity({ db: test.db, origin: null, now: Date.now, seal });
  await lengthen(test);
  await publish({ db: test.db, now: Date.now, identity });
}

async function exportMonth(name: string, sample = 0) {
  const request = { month: readMonth(name), language: 'sk', sample, seed: 'audit-7' } as const;
  const stream = await records.evidence.exportPeriod(scope.workspaceId, request, records.documents.artifacts);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const files = await readZip(Buffer.concat(chunks));
  const textOf = (file: string): string => Buffer.from(files.get(file)!).toString();
  type Line = { position: number; id: string; document_id: string | null; log_index: number | null };
  const list = JSON.parse(textOf('evidence.json')) as Line[];
  return { files, textOf, list, summary: JSON.parse(textOf('summary.json')) };
}

describe('monthly evidence export', () => {
  it('lists evidence of documents and files in one sequence of numbers, with log indexes and proofs', async () => {
    await proveDocument('2026-10-31T23:59:59.000Z');
    const first = await proveDocument('2026-11-01T00:00:00.000Z');
    const file = await proveFile('2026-11-02T10:00:00.000Z');
    await writeLog();
    const waiting = await proveDocument('2026-11-03T10:00:00.000Z');
    await proveDocument('2026-12-01T00:00:00.000Z');

    const { files, textOf, list, summary } = await exportMonth('2026-11', 20);
    expect(list.map(({ position, document_id }) => [position, document_id])).toEqual([
      [2, first],
      [3, null],
      [4, waiting],
    ]);
    expect(list[1]).toMatchObject({ id: file });
    expect(list.map(({ log_index }) => log_index === null)).toEqual([false, false, true]);
    expect(summary).toMatchObject({
      totals: { reports: 3, valid: 2, invalid: 1 },
      completeness: { positions: { from: 2, to: 4 }, complete: true, missing: [] },
    });
    expect(summary.sample.enclosed).toHaveLength(3);
    const sample = await readZip(files.get(`samples/${list[0]!.id}.zip`)!);
    expect(JSON.parse(Buffer.from(sample.get('evidence.json')!).toString())).toMatchObject({ id: list[0]!.id });
    expect(Buffer.from(sample.get('evidence.tlog-proof')!).toString()).toContain(`\nindex ${list[0]!.log_index}\n`);
    const lines = textOf('evidence.csv').trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/;Doklad \(ID\)$/);
    expect(lines.slice(1).map((line) => line.split(';').at(-1))).toEqual([first, '', waiting]);
  });

  it('reports the number of an erased document as erased, and that of a deleted row as missing', async () => {
    const [, erased, gone] = [
      await proveDocument('2026-11-01T10:00:00.000Z'),
      await proveDocument('2026-11-02T10:00:00.000Z'),
      await proveDocument('2026-11-03T10:00:00.000Z'),
      await proveDocument('2026-11-04T10:00:00.000Z'),
    ];
    await records.documents.erase(scope, erased!);
    // The table owner can disable the trigger, but the missing number reveals it.
    await sql`alter table document_events disable trigger user`.execute(system(test.db));
    await sql`delete from documents where id = ${gone}`.execute(system(test.db));
    await sql`alter table document_events enable trigger user`.execute(system(test.db));
    const { list, summary } = await exportMonth('2026-11');
    expect(list.map(({ position }) => position)).toEqual([1, 4]);
    expect(summary.completeness).toMatchObject({
      complete: false,
      positions: { from: 1, to: 4 },
      missing: [{ from: 3, to: 3 }],
      erased: [{ from: 2, to: 2 }],
    });
  });

  it('assigns gapless numbers when documents are completed concurrently and repeatedly', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, async (_, index) =>
        index % 2 === 0 ? proveFile('2026-11-05T10:00:00.000Z') : proveDocument('2026-11-05T10:00:00.000Z'),
      ),
    );
    const again = ids.filter((id) => id.startsWith('doc_'));
    const report = { id: 'rep_0', created_at: '2026-11-05T10:00:00.000Z', valid: true, document_type: 'ubl-invoice' };
    for (const id of again)
      expect(await records.documents.completeEvidence(scope, id, report, [], () => expect.fail())).toBeNull();
    const { list, summary } = await exportMonth('2026-11');
    expect(list.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(summary.completeness).toMatchObject({ complete: true });
  });
});
