import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queueOwnerOf } from '../../src/lib/queue-owner.ts';
import type { Accounts } from '../../src/modules/accounts/index.ts';
import { makeKeyText } from '../../src/modules/accounts/keys/key-text.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeRecords, makeVerdict, makeWorkspace, receiveOne } from '../support/records.ts';

let test: TestDatabase;
let db: Database;
/** Offset of the accounts' clock, in milliseconds. */
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

const accountsOf = (environment: 'sandbox' | 'production'): Accounts => makeTestAccounts(db, { environment, now });

describe('without a key', () => {
  it.each(['sandbox', 'production'] as const)('calls work in the public workspace (%s)', async (environment) => {
    const caller = { workspaceId: 'public', actor: 'public', role: 'public', environment };
    expect(await accountsOf(environment).authenticate(null, '192.0.2.1')).toEqual(caller);
    const { documents } = makeRecords(db);
    expect(await receiveOne(documents, caller)).toMatchObject({ status: 'received' });
  });
});

describe('in the sandbox', () => {
  it('any text is a key, with its own workspace that is the same in every process', async () => {
    const accounts = accountsOf('sandbox');
    const caller = await accounts.authenticate('anything', '192.0.2.1');
    expect(caller).toMatchObject({ role: 'admin', environment: 'sandbox' });
    expect(caller?.workspaceId).toMatch(/^wsp_[0-9a-f-]{36}$/);
    expect(await accountsOf('sandbox').authenticate('anything', '192.0.2.1')).toEqual(caller);
    const other = await accounts.authenticate('anything else', '192.0.2.1');
    expect(other?.workspaceId).not.toBe(caller?.workspaceId);
    const { documents } = makeRecords(db);
    const { id } = await receiveOne(documents, caller!);
    expect(await documents.get(caller!, id)).toMatchObject({ id });
    await expect(documents.get(other!, id)).rejects.toMatchObject({ code: 'document_not_found' });
  });

  it('clients with the same placeholder key get different workspaces', async () => {
    const accounts = accountsOf('sandbox');
    const enter = (client: string) => accounts.authenticate('<SANDBOX_API_KEY>', client);
    const [one, other] = [(await enter('192.0.2.1'))!, (await enter('2001:db8:1:2::/64'))!];
    expect(other.workspaceId).not.toBe(one.workspaceId);
    expect(await enter('192.0.2.1')).toEqual(one);
    const { documents } = makeRecords(db);
    const { id } = await receiveOne(documents, one);
    await expect(documents.get(other, id)).rejects.toMatchObject({ code: 'document_not_found' });
  });

  it('rejects a production key with the reason, and creates no workspace for it', async () => {
    const production = accountsOf('production');
    const made = await makeKey(production, await makeWorkspace(db), 'admin');
    const count = async () => (await sql`select id from workspaces`.execute(system(db))).rows.length;
    const before = await count();
    const refused = accountsOf('sandbox').authenticate(made.text, '192.0.2.1');
    await expect(refused).rejects.toMatchObject({ code: 'key_of_production' });
    // An unknown key with a valid checksum is a production key all the same.
    const unknown = makeKeyText('production', randomBytes);
    await expect(accountsOf('sandbox').authenticate(unknown, '192.0.2.1')).rejects.toMatchObject({
      code: 'key_of_production',
    });
    expect(await count()).toBe(before);
    // Any other text is a sandbox key (contract, section 11).
    const mistyped = `${unknown.slice(0, -1)}${unknown.endsWith('0') ? '1' : '0'}`;
    expect(await accountsOf('sandbox').authenticate(mistyped, '192.0.2.1')).toMatchObject({ environment: 'sandbox' });
  });

  it('rejects invalid text with the prefix of a key: mistyped, truncated, invented or expired', async () => {
    const accounts = accountsOf('sandbox');
    const { text } = await accounts.makeSandboxKey('192.0.2.1');
    const mistyped = `${text.slice(0, 20)}${text[20] === 'A' ? 'B' : 'A'}${text.slice(21)}`;
    for (const key of [mistyped, text.slice(0, -1), text.toUpperCase(), 'inv_test_', `${text} `, 'inv_test_anything']) {
      expect(await accounts.authenticate(key, '192.0.2.1'), key).toBeNull();
    }
    ahead = 25 * HOUR;
    expect(await accountsOf('sandbox').authenticate(text, '192.0.2.1')).toBeNull();
  });

  it('every client can get a key with its own workspace for a day, valid from any address', async () => {
    const accounts = accountsOf('sandbox');
    const [one, other] = [await accounts.makeSandboxKey('192.0.2.7'), await accounts.makeSandboxKey('192.0.2.7')];
    expect(one.key).toMatchObject({ role: 'admin', environment: 'sandbox', created_by: 'sandbox' });
    expect(Date.parse(one.key.expires_at!) - now()).toBeLessThanOrEqual(24 * HOUR);
    const caller = (await accounts.authenticate(one.text, '192.0.2.7'))!;
    expect(await accounts.authenticate(one.text, '198.51.100.1')).toEqual(caller);
    expect((await accounts.authenticate(other.text, '192.0.2.7'))?.workspaceId).not.toBe(caller.workspaceId);
    const { items } = await accounts.audit.list(caller, { limit: 10 });
    expect(items).toMatchObject([{ action: 'key.create', resource: one.key.id, actor: 'sandbox' }]);
  });

  it('a client gets twenty such keys per day; production issues none', async () => {
    const accounts = accountsOf('sandbox');
    const requestKey = () => accounts.makeSandboxKey('192.0.2.20');
    for (let key = 0; key < 20; key++) await requestKey();
    await expect(requestKey()).rejects.toMatchObject({ code: 'sandbox_keys_used_up', values: { limit: 20 } });
    expect((await accounts.makeSandboxKey('192.0.2.21')).text).toMatch(/^inv_test_/);
    await expect(accountsOf('production').makeSandboxKey('192.0.2.20')).rejects.toMatchObject({ code: 'sandbox_only' });
  });

  it('concurrent first calls create one workspace', async () => {
    const callers = await Promise.all(
      Array.from({ length: 10 }, () => accountsOf('sandbox').authenticate('all at once', '192.0.2.1')),
    );
    expect(new Set(callers.map((caller) => caller?.workspaceId)).size).toBe(1);
  });

  it('caches a key for two seconds, so that a busy caller costs no query', async () => {
    const accounts = accountsOf('sandbox');
    const caller = await accounts.authenticate('busy', '192.0.2.1');
    ahead = 1_000;
    expect(await accounts.authenticate('busy', '192.0.2.1')).toBe(caller);
    ahead = 2_001;
    const again = await accounts.authenticate('busy', '192.0.2.1');
    expect(again).not.toBe(caller);
    expect(again).toEqual(caller);
  });

  it('an expired workspace is erased with all its data, and created again', async () => {
    const { documents, batches } = makeRecords(db);
    ahead = -25 * HOUR;
    const accounts = accountsOf('sandbox');
    const caller = (await accounts.authenticate('yesterday’s', '192.0.2.1'))!;
    const { id } = await receiveOne(documents, caller);
    await documents.begin(caller, id);
    await documents.complete(caller, id, makeVerdict(true));
    await batches.receive(caller, { options: {} }, [{ filename: 'a.xml', bytes: Buffer.from('<a/>') }]);
    ahead = 0;
    expect(await accounts.authenticate('yesterday’s', '192.0.2.1')).toEqual(caller);
    await expect(documents.get(caller, id)).rejects.toMatchObject({ code: 'document_not_found' });
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

  it('deletes expired workspaces; unexpired and permanent ones remain', async () => {
    ahead = -25 * HOUR;
    const old = (await accountsOf('sandbox').authenticate('to be swept', '192.0.2.1'))!;
    const { documents } = makeRecords(db);
    await receiveOne(documents, old);
    ahead = 0;
    const living = (await accountsOf('sandbox').authenticate('living', '192.0.2.1'))!;
    const lasting = await makeWorkspace(db);
    expect(await accountsOf('sandbox').eraseExpired(100)).toBe(1);
    const left = (await system(db).selectFrom('workspaces').select('id').execute()).map(({ id }) => id);
    expect(left).toEqual(expect.arrayContaining(['public', living.workspaceId, lasting.workspaceId]));
    expect(left).not.toContain(old.workspaceId);
  });
});

describe('a key created in the sandbox', () => {
  it('works as created, until it is revoked', async () => {
    const accounts = accountsOf('sandbox');
    const owner = (await accounts.authenticate('of an integrator', '192.0.2.1'))!;
    const { key, text } = await makeKey(accounts, owner, 'viewer');
    expect(text).toMatch(/^inv_test_/);
    expect(await accounts.authenticate(text, '192.0.2.1')).toEqual({
      workspaceId: owner.workspaceId,
      actor: key.id,
      cii: null,
      role: 'viewer',
      environment: 'sandbox',
      plan: 'pay-as-you-go',
    });
    await accounts.keys.revoke(owner, key.id);
    expect(await accounts.authenticate(text, '192.0.2.1')).toBeNull();
    expect(await accountsOf('sandbox').authenticate(text, '192.0.2.1')).toBeNull();
  });

  it('that was not issued shares a turn with all others of the same client', async () => {
    const enter = async (text: string, client: string): Promise<string> =>
      (await accountsOf('sandbox').authenticate(text, client))!.workspaceId;
    const [one, other, stranger] = [
      await enter('invented 1', '192.0.2.1'),
      await enter('invented 2', '192.0.2.1'),
      await enter('invented 1', '192.0.2.2'),
    ];
    expect(new Set([one, other, stranger]).size).toBe(3);
    expect(queueOwnerOf(other)).toBe(queueOwnerOf(one));
    expect(queueOwnerOf(stranger)).not.toBe(queueOwnerOf(one));
    const issued = await accountsOf('sandbox').makeSandboxKey('192.0.2.1');
    const { workspaceId } = (await accountsOf('sandbox').authenticate(issued.text, '192.0.2.1'))!;
    expect(queueOwnerOf(workspaceId)).toBe(workspaceId);
  });
});

describe('in production', () => {
  it('a key authenticates with its role and plan', async () => {
    const accounts = accountsOf('production');
    const owner = await makeOperator(db);
    for (const role of ['viewer', 'developer', 'admin'] as const) {
      const { key, text } = await makeKey(accounts, owner, role);
      expect(await accounts.authenticate(text, '192.0.2.1')).toEqual({
        workspaceId: owner.workspaceId,
        actor: key.id,
        cii: null,
        role,
        environment: 'production',
        plan: 'enterprise',
      });
    }
  });

  it('any other text is rejected', async () => {
    const accounts = accountsOf('production');
    const sandbox = accountsOf('sandbox');
    const { text } = await makeKey(sandbox, (await sandbox.authenticate('somebody', '192.0.2.1'))!, 'admin');
    const known = (await makeKey(accounts, await makeOperator(db), 'admin')).text;
    for (const key of ['anything', text, `${known} `, known.slice(0, -1), known.toLowerCase()]) {
      expect(await accounts.authenticate(key, '192.0.2.1'), key).toBeNull();
    }
  });
});
