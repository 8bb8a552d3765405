import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Documents } from '../../src/modules/documents/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { refusal } from '../../src/platform/errors/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeRecords, makeVerdict, makeWorkspace, newDocument } from '../support/records.ts';

let test: TestDatabase;
let documents: Documents;
let scope: Scope;

beforeAll(async () => {
  test = await makeTestDatabase({ maxConnections: 20 });
  documents = makeRecords(test.db).documents;
  scope = await makeWorkspace(test.db);
});
afterAll(() => test.drop());

const countRows = async (table: 'documents' | 'document_events' | 'document_artifacts' | 'outbox') =>
  (
    await system(test.db)
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

it('returns the first response for the same key and body, whatever the current status', async () => {
  const input = newDocument({ externalId: 'x', metadata: { a: 1, b: { c: [1, 2] } } });
  const first = await documents.receive(scope, input);
  await documents.begin(scope, first.document.id);
  await documents.complete(scope, first.document.id, makeVerdict(true));
  // The order of metadata members does not matter.
  const again = await documents.receive(scope, { ...input, metadata: { b: { c: [1, 2] }, a: 1 } });
  expect(first.replayed).toBe(false);
  expect(again).toEqual({ document: first.document, replayed: true });
});

it.each([
  ['content', { content: Buffer.from('<Invoice />') }],
  ['filename', { filename: 'other.xml' }],
  ['external id', { externalId: 'y' }],
  ['metadata', { metadata: { a: 2 } }],
])('rejects the same key with another %s', async (_, change) => {
  const input = newDocument({ metadata: { a: 1 } });
  const { document } = await documents.receive(scope, input);
  const refused = documents.receive(scope, { ...input, ...change });
  await expect(refused).rejects.toEqual(refusal('idempotency_key_reused', {}));
  await expect(refused).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(await documents.get(scope, document.id)).toEqual(document);
});

it('allows the same key in another workspace', async () => {
  const other = await makeWorkspace(test.db);
  const input = newDocument();
  const [mine, theirs] = [await documents.receive(scope, input), await documents.receive(other, input)];
  expect([mine.replayed, theirs.replayed]).toEqual([false, false]);
  expect(mine.document.id).not.toBe(theirs.document.id);
});

it('creates one document for twenty concurrent duplicates', async () => {
  const tables = ['documents', 'document_events', 'document_artifacts', 'outbox'] as const;
  const before = await Promise.all(tables.map(countRows));
  const input = newDocument();
  const answers = await Promise.all(Array.from({ length: 20 }, () => documents.receive(scope, input)));
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(answers.map(({ document }) => JSON.stringify(document))).size).toBe(1);
  expect(await Promise.all(tables.map(countRows))).toEqual(before.map((n) => n + 1));
});

it('creates the document from the second duplicate when the first one fails', async () => {
  const input = newDocument();
  const bad = { ...input, metadata: {}, filename: '' };
  const [refused, made] = await Promise.allSettled([documents.receive(scope, bad), documents.receive(scope, input)]);
  expect(refused.status).toBe('rejected');
  expect(made).toMatchObject({ status: 'fulfilled', value: { replayed: false } });
});
