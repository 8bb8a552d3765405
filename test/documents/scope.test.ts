import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Document, Documents } from '../../src/modules/documents/index.ts';
import { type Database, system, withWorkspace } from '../../src/platform/db/index.ts';
import { refusal } from '../../src/platform/errors/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { FAILURE, makeRecords, makeVerdict, makeWorkspace, receiveOne } from '../support/records.ts';

let test: TestDatabase;
let db: Database;
let documents: Documents;
let owner: Scope;
let stranger: Scope;
let document: Document;

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  documents = makeRecords(db).documents;
  owner = await makeWorkspace(db);
  stranger = await makeWorkspace(db);
  document = await receiveOne(documents, owner);
});
afterAll(() => test.drop());

const TABLES = ['documents', 'document_events', 'document_artifacts'] as const;

describe('isolation of workspaces', () => {
  it('hides documents of another workspace from reads', async () => {
    const { id } = document;
    const reads: (() => Promise<unknown>)[] = [
      () => documents.get(stranger, id),
      () => documents.timeline.readAfter(stranger, id, null),
      () => documents.timeline.wait(stranger, id, null, 1_000),
      () => documents.artifacts.list(stranger, id),
      () => documents.artifacts.open(stranger, id, 'invoice.xml'),
      () => documents.artifacts.read(stranger, id, 'invoice.xml'),
    ];
    for (const read of reads) await expect(read()).rejects.toEqual(refusal('document_not_found', { id }));
    expect((await documents.list(stranger, { limit: 10 })).items).toEqual([]);
  });

  it('hides documents of another workspace from writes', async () => {
    const { id } = document;
    expect(await documents.begin(stranger, id)).toBeNull();
    expect(await documents.complete(stranger, id, makeVerdict(true))).toBeNull();
    expect(await documents.fail(stranger, id, { step: 'validate', error: FAILURE })).toBeNull();
    await expect(documents.cancel(stranger, id)).rejects.toMatchObject({ code: 'document_not_found' });
    await expect(documents.retry(stranger, id)).rejects.toMatchObject({ code: 'document_not_found' });
    expect(await documents.get(owner, id)).toEqual(document);
  });

  it.each(TABLES)('hides rows of another workspace from raw SQL on %s', async (table) => {
    const count = (scope: Scope) =>
      withWorkspace(db, scope.workspaceId, async (trx) => {
        const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(trx);
        return rows[0]!.n;
      });
    expect(await count(owner)).toBe(1);
    expect(await count(stranger)).toBe(0);
  });

  it('rejects raw SQL writes to another workspace or with its id', async () => {
    await withWorkspace(db, stranger.workspaceId, async (trx) => {
      const { numAffectedRows } = await sql`update documents set filename = 'mine.xml'`.execute(trx);
      expect(numAffectedRows).toBe(0n);
    });
    const event = (workspaceId: string) => sql`
      insert into document_events (workspace_id, document_id, sequence, id, type, at, actor, data)
      values (${workspaceId}, ${document.id}, 2, 'evt_x', 'document.canceled', now(), 'stranger', '{}')`;
    const asStranger = (workspaceId: string) =>
      withWorkspace(db, stranger.workspaceId, (trx) => event(workspaceId).execute(trx));
    await expect(asStranger(owner.workspaceId)).rejects.toThrow('row-level security policy');
    await expect(asStranger(stranger.workspaceId)).rejects.toThrow('foreign key constraint');
  });

  it('returns no rows without a workspace', async () => {
    await withWorkspace(db, '', async (trx) => {
      for (const table of TABLES) {
        const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(trx);
        expect(rows).toEqual([]);
      }
    });
  });

  it('hides the outbox and API key digests of other workspaces', async () => {
    const asOwner = (query: string) => withWorkspace(db, owner.workspaceId, (trx) => sql.raw(query).execute(trx));
    await expect(asOwner('select * from outbox')).rejects.toThrow('permission denied');
    await expect(asOwner('select * from public_calls')).rejects.toThrow('permission denied');
    expect((await asOwner('select id from workspaces')).rows).toEqual([{ id: owner.workspaceId }]);
  });

  it('enforces row-level security on every table with a workspace', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'workspace_id' and not a.attisdropped
        and c.relnamespace = 'public'::regnamespace
        and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`.execute(system(db));
    expect(rows).toEqual([]);
  });
});

describe('append-only timeline', () => {
  const statements = [
    "update document_events set actor = 'nobody'",
    'delete from document_events',
    'truncate document_events',
    'truncate documents cascade',
    'delete from documents',
  ];

  it.each(statements)('rejects a statement of the table owner: %s', async (statement) => {
    await expect(sql.raw(statement).execute(system(db))).rejects.toThrow('append-only');
  });

  it.each(statements)('rejects a statement of a workspace: %s', async (statement) => {
    const asWorkspace = withWorkspace(db, owner.workspaceId, (trx) => sql.raw(statement).execute(trx));
    await expect(asWorkspace).rejects.toThrow('permission denied');
  });

  it('rejects the deletion of an active workspace', async () => {
    const remove = system(db).deleteFrom('workspaces').where('id', '=', owner.workspaceId).execute();
    await expect(remove).rejects.toThrow('has not expired');
  });
});
