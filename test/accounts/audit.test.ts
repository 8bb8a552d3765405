import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { insertAuditEntries, insertWithChange } from '../../src/modules/accounts/audit/audit-store.ts';
import type { Accounts, NewAuditEntry } from '../../src/modules/accounts/index.ts';
import { type Database, system, withWorkspace } from '../../src/platform/db/index.ts';
import { makeTestAccounts } from '../support/accounts.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeId, makeWorkspace } from '../support/records.ts';

let test: TestDatabase;
let db: Database;
let accounts: Accounts;
let owner: Scope;

const DEED: NewAuditEntry = {
  role: 'developer',
  action: 'document.create',
  resource: 'doc_1',
  outcome: 'done',
  status: 202,
  code: null,
  clientAddress: '192.0.2.7',
  requestId: 'req-1',
};

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  accounts = makeTestAccounts(db);
  owner = await makeWorkspace(db);
  await accounts.audit.record(owner, DEED);
});
afterAll(async () => {
  await accounts.close();
  await test.drop();
});

/** A sandbox workspace that expires at the time. */
async function makeThrowAway(expires_at: Date): Promise<Scope> {
  const id = makeId('wsp');
  const row = { id, name: 'Sandbox', environment: 'sandbox' as const, created_at: new Date(), expires_at };
  await system(db).insertInto('workspaces').values(row).execute();
  return { workspaceId: id, actor: 'somebody' };
}

const linesOf = async (scope: Scope) =>
  (await accounts.audit.list(scope, { limit: 100 })).items.map(({ resource, outcome, status, code }) => ({
    resource,
    outcome,
    status,
    code,
  }));

const { outcome: _outcome, code: _code, ...TRIED } = DEED;
const ATTEMPT = { ...TRIED, resource: null };

const actionsOf = async (scope: Scope, filter: object = {}): Promise<string[]> =>
  (await accounts.audit.list(scope, { limit: 100, ...filter })).items.map(({ action }) => action);

describe('audit trail', () => {
  it('records actor, action, resource, time and address', async () => {
    const { items, next } = await accounts.audit.list(owner, { limit: 10 });
    expect(next).toBeNull();
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        actor: 'tester',
        role: 'developer',
        action: 'document.create',
        resource: 'doc_1',
        outcome: 'done',
        status: 202,
        code: null,
        client_address: '192.0.2.7',
        request_id: 'req-1',
      },
    ]);
  });

  it('stores every concurrent entry, and pages through them without gaps or repeats', async () => {
    const scope = await makeWorkspace(db);
    const names = Array.from({ length: 450 }, (_, index) => `doc_${index}`);
    await Promise.all(names.map((resource) => accounts.audit.record(scope, { ...DEED, resource })));
    const seen: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page = await accounts.audit.list(scope, { limit: 100, cursor });
      seen.push(...page.items.map(({ resource }) => resource));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(450);
    expect(new Set(seen)).toEqual(new Set(names));
  });

  it('stores an entry with a name that is invalid text for the database, and the entries written with it', async () => {
    const scope = await makeWorkspace(db);
    const names = ['plain', `${'x'.repeat(254)}\ud83d`, 'nul\u0000 inside', '\ude00'];
    await Promise.all(names.map((resource) => accounts.audit.record(scope, { ...DEED, resource })));
    const stored = (await linesOf(scope)).map(({ resource }) => resource);
    expect(stored.toSorted()).toEqual(['nul inside', 'plain', `${'x'.repeat(254)}\ufffd`, '\ufffd'].toSorted());
  });

  it('an entry that the database rejects does not affect others', async () => {
    const scope = await makeWorkspace(db);
    await sql`alter table audit_entries add constraint refused check (resource <> 'refused')`.execute(system(db));
    const names = ['first', 'a', 'refused', 'b'];
    const ends = await Promise.allSettled(names.map((resource) => accounts.audit.record(scope, { ...DEED, resource })));
    await sql`alter table audit_entries drop constraint refused`.execute(system(db));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect((await linesOf(scope)).map(({ resource }) => resource).sort()).toEqual(['a', 'b', 'first']);
  });

  it('is filtered by actor, action, resource, outcome and time', async () => {
    const scope = await makeWorkspace(db);
    const other = { ...scope, actor: 'key_2' };
    await accounts.audit.record(scope, { ...DEED, action: 'key.create', resource: 'key_1' });
    await accounts.audit.record(other, { ...DEED, action: 'key.revoke', outcome: 'refused', status: 403 });
    expect(await actionsOf(scope, { actor: 'key_2' })).toEqual(['key.revoke']);
    expect(await actionsOf(scope, { action: 'key.create' })).toEqual(['key.create']);
    expect(await actionsOf(scope, { resource: 'key_1' })).toEqual(['key.create']);
    expect(await actionsOf(scope, { outcome: 'refused' })).toEqual(['key.revoke']);
    expect(await actionsOf(scope, { after: new Date(Date.now() + 1_000) })).toEqual([]);
    expect(await actionsOf(scope, { before: new Date(Date.now() - 60_000) })).toEqual([]);
    await expect(actionsOf(scope, { cursor: 'x' })).rejects.toThrow('cursor');
  });

  it('is not readable by other workspaces', async () => {
    const stranger = await makeWorkspace(db);
    expect(await actionsOf(stranger)).toEqual([]);
    const rows = await withWorkspace(db, stranger.workspaceId, (trx) =>
      trx.selectFrom('audit_entries').selectAll().execute(),
    );
    expect(rows).toEqual([]);
  });

  const statements = [
    "update audit_entries set actor = 'nobody'",
    'delete from audit_entries',
    'truncate audit_entries',
    'truncate workspaces cascade',
  ];

  it('is written by the service only, not by a workspace query', async () => {
    const forge = withWorkspace(db, owner.workspaceId, (trx) =>
      sql`
        insert into audit_entries (workspace_id, id, at, actor, action, outcome)
        values (${owner.workspaceId}, 'aud_x', now(), 'somebody else', 'key.create', 'done')`.execute(trx),
    );
    await expect(forge).rejects.toThrow('permission denied');
  });

  it.each(statements)('is append-only for the owner of the tables: %s', async (statement) => {
    await expect(sql.raw(statement).execute(system(db))).rejects.toThrow('append-only');
  });

  it.each(statements)('is append-only for a workspace: %s', async (statement) => {
    const asWorkspace = withWorkspace(db, owner.workspaceId, (trx) => sql.raw(statement).execute(trx));
    await expect(asWorkspace).rejects.toThrow('permission denied');
  });

  it('stores the entry with its change, once, and a separate entry for an attempt without a change', async () => {
    const scope = await makeWorkspace(db);
    const line = accounts.audit.begin(scope, ATTEMPT);
    await withWorkspace(db, scope.workspaceId, async (trx) => {
      line.scope.audit(trx, 'doc_2');
      line.scope.audit(trx, 'doc_2');
    });
    const done = { resource: 'doc_2', outcome: 'done', status: 202, code: null };
    expect(await linesOf(scope)).toEqual([done]);
    await withWorkspace(db, scope.workspaceId, async (trx) => line.scope.audit(trx, 'doc_3'));
    await line.end({ outcome: 'failed', status: 500, code: 'internal' });
    expect(await linesOf(scope)).toEqual([done]);
    await accounts.audit.begin(scope, ATTEMPT).end({ outcome: 'failed', status: 404, code: 'document_not_found' });
    expect(await linesOf(scope)).toEqual([
      { resource: null, outcome: 'failed', status: 404, code: 'document_not_found' },
      done,
    ]);
  });

  it('rolls back the change with its entry, and records the failure instead', async () => {
    const scope = await makeWorkspace(db);
    const line = accounts.audit.begin(scope, ATTEMPT);
    const work = withWorkspace(db, scope.workspaceId, async (trx) => {
      line.scope.audit(trx, 'doc_2');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await linesOf(scope)).toEqual([]);
    await line.end({ outcome: 'failed', status: 500, code: 'internal' });
    expect(await linesOf(scope)).toEqual([{ resource: null, outcome: 'failed', status: 500, code: 'internal' }]);
  });

  it('stores exactly one entry when it is unknown whether the transaction was committed', async () => {
    const scope = await makeWorkspace(db);
    const row = { workspace_id: scope.workspaceId, id: makeId('aud'), at: new Date(), actor: 'tester', action: 'a.b' };
    await withWorkspace(db, scope.workspaceId, async (trx) =>
      insertWithChange(trx, { ...row, resource: "d'1\\", outcome: 'done' }, () => undefined),
    );
    await insertAuditEntries(db, [{ ...row, outcome: 'failed', status: 503, code: 'unavailable' }]);
    expect(await linesOf(scope)).toEqual([{ resource: "d'1\\", outcome: 'done', status: null, code: null }]);
  });

  it('is erased with a sandbox workspace; later or concurrent entries for it do not affect others', async () => {
    const gone = await makeThrowAway(new Date(Date.now() - 1_000));
    await accounts.audit.record(gone, DEED);
    expect(await accounts.eraseExpired(10)).toBe(1);
    const living = await makeWorkspace(db);
    await Promise.all([accounts.audit.record(gone, DEED), accounts.audit.record(living, DEED)]);
    expect(await actionsOf(living)).toEqual(['document.create']);
    const left = await system(db)
      .selectFrom('audit_entries')
      .select('id')
      .where('workspace_id', '=', gone.workspaceId)
      .execute();
    expect(left).toEqual([]);
  });
});
