import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Accounts, makeAccounts } from '../../src/accounts/index.ts';
import { type Database, system } from '../../src/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeId, makeRecords, makeVerdict, makeWorkspace, receiveOne } from '../support/records.ts';

let test: TestDatabase;
let db: Database;
/** Milliseconds that the accounts' clock is ahead. */
let ahead: number;

const HOUR = 3_600_000;

const now = (): number => Date.now() + ahead;

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
});
afterAll(() => test.drop());
beforeEach(() => {
  ahead = 0;
});

const accountsOf = (environment: 'sandbox' | 'production'): Accounts =>
  makeAccounts({ db, environment, now, newId: makeId });

describe('without a key', () => {
  it.each(['sandbox', 'production'] as const)('anybody works in the public workspace (%s)', async (environment) => {
    const caller = { workspaceId: 'public', actor: 'public', role: 'public', environment };
    expect(await accountsOf(environment).authenticate(null)).toEqual(caller);
    const { documents } = makeRecords(db);
    expect(await receiveOne(documents, caller)).toMatchObject({ status: 'received' });
  });

  it('calls are counted per client and UTC day, also at once', async () => {
    const accounts = accountsOf('sandbox');
    const noon = Date.UTC(2026, 10, 21, 12);
    const counts = await Promise.all(Array.from({ length: 20 }, () => accounts.countPublicCall('192.0.2.1', noon)));
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await accounts.countPublicCall('192.0.2.2', noon)).toBe(1);
    expect(await accounts.countPublicCall('192.0.2.1', Date.UTC(2026, 10, 22))).toBe(1);
    const rows = await system(db).selectFrom('public_calls').select(['day', 'client']).execute();
    expect(rows.map(({ day }) => day)).toEqual(['2026-11-22']);
    expect(rows[0]!.client.includes('192.0.2.1')).toBe(false);
  });
});

describe('in the sandbox', () => {
  it('any key works, each in a workspace of its own, the same in every process', async () => {
    const accounts = accountsOf('sandbox');
    const caller = await accounts.authenticate('anything');
    expect(caller).toMatchObject({ role: 'developer', environment: 'sandbox' });
    expect(caller?.workspaceId).toMatch(/^wsp_[0-9a-f-]{36}$/);
    expect(await accountsOf('sandbox').authenticate('anything')).toEqual(caller);
    const other = await accounts.authenticate('anything else');
    expect(other?.workspaceId).not.toBe(caller?.workspaceId);
    const { documents } = makeRecords(db);
    const { id } = await receiveOne(documents, caller!);
    expect(await documents.get(caller!, id)).toMatchObject({ id });
    await expect(documents.get(other!, id)).rejects.toThrow('There is no document');
  });

  it('a first call that comes many times at once makes one workspace', async () => {
    const callers = await Promise.all(
      Array.from({ length: 10 }, () => accountsOf('sandbox').authenticate('all at once')),
    );
    expect(new Set(callers.map((caller) => caller?.workspaceId)).size).toBe(1);
  });

  it('remembers a key for two seconds, so that a busy caller costs no query', async () => {
    const accounts = accountsOf('sandbox');
    const caller = await accounts.authenticate('busy');
    ahead = 1_000;
    expect(await accounts.authenticate('busy')).toBe(caller);
    ahead = 2_001;
    const again = await accounts.authenticate('busy');
    expect(again).not.toBe(caller);
    expect(again).toEqual(caller);
  });

  it('an expired workspace is erased with everything in it, and begins anew', async () => {
    const { documents, batches } = makeRecords(db);
    ahead = -25 * HOUR;
    const accounts = accountsOf('sandbox');
    const caller = (await accounts.authenticate('yesterday’s'))!;
    const { id } = await receiveOne(documents, caller);
    await documents.begin(caller, id);
    await documents.complete(caller, id, makeVerdict(true));
    await batches.receive(caller, { options: {} }, [{ filename: 'a.xml', bytes: Buffer.from('<a/>') }]);
    ahead = 0;
    expect(await accounts.authenticate('yesterday’s')).toEqual(caller);
    await expect(documents.get(caller, id)).rejects.toThrow('There is no document');
    for (const table of ['documents', 'document_events', 'document_artifacts', 'batches', 'batch_slices'] as const) {
      const rows = await system(db)
        .selectFrom(table)
        .select('workspace_id')
        .where('workspace_id', '=', caller.workspaceId)
        .execute();
      expect(rows, table).toEqual([]);
    }
    expect(await receiveOne(documents, caller)).toMatchObject({ status: 'received' });
  });

  it('expired workspaces are swept; living and lasting ones stay', async () => {
    ahead = -25 * HOUR;
    const old = (await accountsOf('sandbox').authenticate('to be swept'))!;
    const { documents } = makeRecords(db);
    await receiveOne(documents, old);
    ahead = 0;
    const living = (await accountsOf('sandbox').authenticate('living'))!;
    const lasting = await makeWorkspace(db);
    expect(await accountsOf('sandbox').eraseExpired(100)).toBe(1);
    const left = (await system(db).selectFrom('workspaces').select('id').execute()).map(({ id }) => id);
    expect(left).toEqual(expect.arrayContaining(['public', living.workspaceId, lasting.workspaceId]));
    expect(left).not.toContain(old.workspaceId);
  });
});

describe('in production', () => {
  const KEY = 'inv_live_secret';

  const storeKey = async (key: string, changes: { expires_at?: Date; revoked_at?: Date } = {}) => {
    const { workspaceId } = await makeWorkspace(db);
    const id = makeId('key');
    await system(db)
      .insertInto('api_keys')
      .values({
        id,
        workspace_id: workspaceId,
        name: 'test',
        digest: createHash('sha256').update(key).digest(),
        prefix: 'inv_live',
        last_four: key.slice(-4),
        role: 'viewer',
        environment: 'production',
        created_at: new Date(),
        expires_at: null,
        revoked_at: null,
        ...changes,
      })
      .execute();
    return { id, workspaceId };
  };

  it('a key is looked up by its digest', async () => {
    const { id, workspaceId } = await storeKey(KEY);
    expect(await accountsOf('production').authenticate(KEY)).toEqual({
      workspaceId,
      actor: id,
      role: 'viewer',
      environment: 'production',
    });
  });

  it('an unknown one is nobody', async () => {
    expect(await accountsOf('production').authenticate('anything')).toBeNull();
  });

  it('an expired or revoked one is nobody, at the latest two seconds after', async () => {
    await storeKey('expired', { expires_at: new Date(Date.now() - 1) });
    await storeKey('revoked', { revoked_at: new Date(Date.now() - 1) });
    const accounts = accountsOf('production');
    expect(await accounts.authenticate('expired')).toBeNull();
    expect(await accounts.authenticate('revoked')).toBeNull();

    await storeKey('soon expired', { expires_at: new Date(Date.now() + 1_000) });
    const { id } = await storeKey('soon revoked');
    expect(await accounts.authenticate('soon expired')).not.toBeNull();
    expect(await accounts.authenticate('soon revoked')).not.toBeNull();
    await system(db).updateTable('api_keys').set({ revoked_at: new Date() }).where('id', '=', id).execute();
    ahead = 1_500;
    expect(await accounts.authenticate('soon expired')).toBeNull();
    ahead = 2_500;
    expect(await accounts.authenticate('soon revoked')).toBeNull();
  });
});
