import { afterAll, beforeAll, expect, it } from 'vitest';
import { CursorMalformed } from '../../src/lib/page-cursor.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { listDocumentsQuery } from '../../src/modules/documents/document-list-store.ts';
import type { Documents } from '../../src/modules/documents/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeRecords, makeWorkspace, receiveOne } from '../support/records.ts';

let test: TestDatabase;
let documents: Documents;
let scope: Scope;
let ids: string[];

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

beforeAll(async () => {
  test = await makeTestDatabase();
  documents = makeRecords(test.db).documents;
  scope = await makeWorkspace(test.db);
  ids = [];
  for (let index = 0; index < 25; index++) {
    const externalId = index % 5 === 0 ? 'five' : null;
    ids.push((await receiveOne(documents, scope, { externalId })).id);
  }
  // Three documents share each second, so the id decides their order.
  for (const [index, id] of ids.entries()) {
    const created = { created_at: at(Math.floor(index / 3)) };
    await system(test.db).updateTable('documents').set(created).where('id', '=', id).execute();
  }
  await documents.cancel(scope, ids[3]!);
});
afterAll(() => test.drop());

const readAll = async (filter: Omit<Parameters<Documents['list']>[1], 'cursor'>): Promise<string[]> => {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await documents.list(scope, { ...filter, cursor });
    expect(page.items.length).toBeLessThanOrEqual(filter.limit);
    found.push(...page.items.map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return found;
};

const newestFirst = () => [...ids].reverse();

it.each([1, 7, 25, 100])('lists every document once, newest first, in pages of %i', async (limit) => {
  expect(await readAll({ limit })).toEqual(newestFirst());
});

it('lists stable pages while documents arrive', async () => {
  const first = await documents.list(scope, { limit: 10 });
  const late = await receiveOne(documents, scope);
  const second = await documents.list(scope, { limit: 100, cursor: first.next! });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(newestFirst());
  await system(test.db)
    .updateTable('documents')
    .set({ created_at: at(3600) })
    .where('id', '=', late.id)
    .execute();
  expect((await documents.list(scope, { limit: 1 })).items[0]?.id).toBe(late.id);
});

it('filters by status, external id and time', async () => {
  expect(await readAll({ limit: 2, status: 'canceled' })).toEqual([ids[3]]);
  expect(await readAll({ limit: 2, externalId: 'five' })).toEqual([20, 15, 10, 5, 0].map((index) => ids[index]));
  const between = await readAll({ limit: 2, createdAfter: at(1), createdBefore: at(3) });
  expect(between).toEqual([8, 7, 6].map((index) => ids[index]));
});

it.each(['', 'x', 'bm90IGEgY3Vyc29y'])('rejects an invalid cursor: %j', async (cursor) => {
  await expect(documents.list(scope, { limit: 1, cursor })).rejects.toEqual(new CursorMalformed(cursor));
});

it('builds exactly the expected list query', () => {
  const filter = { status: 'failed' as const, externalId: 'x', createdAfter: at(1), createdBefore: at(2) };
  const query = listDocumentsQuery(system(test.db), 'wsp_1', filter, { at: at(3), id: 'doc_1' }, 21).compile();
  expect(query.sql).toBe(
    'select "id", "status", "filename", "sha256", "size_bytes", "external_id", "metadata", "steps", "options", ' +
      '"summary", "counts", "ruleset", "semantic_digest", "semantic_digest_version", "error", "last_sequence", "failed_steps", "erased_at", "preparation", "send", "inbound", "created_at", ' +
      '"updated_at" from "documents" ' +
      'where "workspace_id" = $1 and "status" = $2 and "external_id" = $3 and "created_at" > $4 and "created_at" < $5 ' +
      'and ("created_at", "id") < ($6, $7) order by "created_at" desc, "id" desc limit $8',
  );
  expect(query.parameters).toEqual(['wsp_1', 'failed', 'x', at(1), at(2), at(3), 'doc_1', 21]);
});
