import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Accounts } from '../../src/modules/accounts/index.ts';
import { type Database, openDatabase, system, withWorkspace } from '../../src/platform/db/index.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { pause } from '../support/service.ts';

let test: TestDatabase;
let db: Database;
let accounts: Accounts;
let owner: Scope;

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  accounts = makeTestAccounts(db);
  owner = await makeOperator(db);
});
afterAll(() => test.drop());

const DAY = 86_400_000;

describe('a new key', () => {
  it('is stored only as digest, prefix and last four characters', async () => {
    const { key, text } = await makeKey(accounts, owner, 'developer');
    expect(key).toMatchObject({ prefix: 'inv_live_', last_four: text.slice(-4), status: 'active', replaced_by: null });
    expect(JSON.stringify(key)).not.toContain(text);
    const { rows } = await sql<{ line: string }>`select api_keys::text as line from api_keys`.execute(system(db));
    expect(rows.some(({ line }) => line.includes(text.slice(9, -6)))).toBe(false);
    expect(rows.some(({ line }) => line.includes(text.slice(-4)))).toBe(true);
  });

  it('is listed for its own workspace only, page by page', async () => {
    const scope = await makeOperator(db);
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.push((await makeKey(accounts, scope, 'viewer')).key.id);
    const first = await accounts.keys.list(scope, { limit: 3 });
    const rest = await accounts.keys.list(scope, { limit: 3, cursor: first.next! });
    expect([...first.items, ...rest.items].map(({ id }) => id).sort()).toEqual(made.sort());
    expect([first.items.length, rest.next]).toEqual([3, null]);
    expect((await accounts.keys.list(await makeOperator(db), { limit: 3 })).items).toEqual([]);
  });

  it('cannot be altered or restored', async () => {
    const { key } = await makeKey(accounts, owner, 'viewer');
    const asOwner = (statement: string) =>
      withWorkspace(db, owner.workspaceId, (trx) => sql.raw(statement).execute(trx));
    for (const change of ["role = 'admin'", "digest = sha256('mine')", "workspace_id = 'public'", "id = 'key_x'"]) {
      await expect(asOwner(`update api_keys set ${change}`), change).rejects.toThrow('permission denied');
    }
    await expect(asOwner('delete from api_keys')).rejects.toThrow('permission denied');
    await accounts.keys.revoke(owner, key.id);
    const revive = sql`update api_keys set revoked_at = null where id = ${key.id}`.execute(system(db));
    await expect(revive).rejects.toThrow('is final');
  });
});

describe('an expired key', () => {
  it('is rejected from its expiry on, cached or not', async () => {
    let ahead = 0;
    const clock = makeTestAccounts(db, { now: () => Date.now() + ahead });
    const { text, key } = await makeKey(clock, owner, 'viewer', new Date(Date.now() + DAY));
    expect(await clock.authenticate(text, '192.0.2.1')).not.toBeNull();
    ahead = DAY - 5_000;
    expect(await clock.authenticate(text, '192.0.2.1')).not.toBeNull();
    ahead = DAY;
    expect(await clock.authenticate(text, '192.0.2.1')).toBeNull();
    expect((await clock.keys.list(owner, { limit: 100 })).items.find(({ id }) => id === key.id)?.status).toBe(
      'expired',
    );
    await expect(clock.keys.rotate(owner, key.id, 0)).rejects.toMatchObject({ code: 'key_ended' });
  });
});

describe('a revoked key', () => {
  it('is rejected in every process once its revocation is confirmed, however busy the key was', async () => {
    const { key, text } = await makeKey(accounts, owner, 'developer');
    const processes = Array.from({ length: 3 }, () => makeTestAccounts(db));
    let revoked = false;
    let late = 0;
    let calls = 0;
    const busy = async (process: Accounts): Promise<void> => {
      for (let after = 0; after < 20; ) {
        const wasRevoked = revoked;
        const caller = await process.authenticate(text, '192.0.2.1');
        calls += 1;
        if (wasRevoked) after += 1;
        if (wasRevoked && caller !== null) late += 1;
        if (calls % 50 === 0) await new Promise((done) => setImmediate(done));
      }
    };
    const running = processes.map(busy);
    await expect.poll(() => calls).toBeGreaterThan(100);
    await accounts.keys.revoke(owner, key.id);
    revoked = true;
    await Promise.all(running);
    expect(late).toBe(0);
  });

  it('is rejected shortly after it is revoked directly in the database', async () => {
    const { key, text } = await makeKey(accounts, owner, 'developer');
    const other = makeTestAccounts(db);
    expect(await other.authenticate(text, '192.0.2.1')).not.toBeNull();
    await system(db).updateTable('api_keys').set({ revoked_at: new Date() }).where('id', '=', key.id).execute();
    await pause(300);
    expect(await other.authenticate(text, '192.0.2.1')).toBeNull();
  });

  it('is not accepted by a process that cannot reach the database', async () => {
    const { text } = await makeKey(accounts, owner, 'developer');
    const { url } = test;
    const cut = openDatabase({ url, maxConnections: 1, applicationName: 'cut off', log: testLog, waitTimeoutMs: 50 });
    const process = makeTestAccounts(cut);
    expect(await process.authenticate(text, '192.0.2.1')).not.toBeNull();
    await cut.close();
    await pause(300);
    await expect(process.authenticate(text, '192.0.2.1')).rejects.toThrow();
  });

  it('stays revoked when it is revoked again', async () => {
    const { key } = await makeKey(accounts, owner, 'developer');
    const first = await accounts.keys.revoke(owner, key.id);
    expect(first.status).toBe('revoked');
    expect(await accounts.keys.revoke(owner, key.id)).toEqual(first);
    await expect(accounts.keys.rotate(owner, key.id, DAY)).rejects.toMatchObject({ code: 'key_ended' });
  });

  it('of another workspace is not found', async () => {
    const { key, text } = await makeKey(accounts, owner, 'developer');
    const stranger = await makeOperator(db);
    await expect(accounts.keys.revoke(stranger, key.id)).rejects.toMatchObject({ code: 'key_not_found' });
    await expect(accounts.keys.rotate(stranger, key.id, DAY)).rejects.toMatchObject({ code: 'key_not_found' });
    expect(await accounts.authenticate(text, '192.0.2.1')).not.toBeNull();
  });
});

describe('a busy key', () => {
  it('costs an occasional query, not one per call', async () => {
    const { text } = await makeKey(accounts, owner, 'developer');
    let queries = 0;
    const counted = {
      ...db,
      kysely: db.kysely.withPlugin({
        transformQuery: ({ node }) => {
          queries += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    };
    const process = makeTestAccounts(counted);
    for (let call = 0; call < 5_000; call++) await process.authenticate(text, '192.0.2.1');
    expect(queries).toBeLessThan(100);
  });

  it('costs no query when it is malformed', async () => {
    const away = openDatabase({
      url: 'postgres://nobody@127.0.0.1:1/nothing',
      maxConnections: 1,
      applicationName: 'x',
      log: testLog,
      waitTimeoutMs: 0,
    });
    const process = makeTestAccounts(away);
    const { text } = await makeKey(accounts, owner, 'viewer');
    const wrong = text.slice(0, -1) + (text.endsWith('a') ? 'b' : 'a');
    expect(await process.authenticate(wrong, '192.0.2.1')).toBeNull();
    await expect(process.authenticate(text, '192.0.2.1')).rejects.toThrow();
    await away.close();
  });
});

describe('a rotated key', () => {
  it('works together with its successor during the overlap, and the successor has the same properties', async () => {
    let ahead = 0;
    const clock = makeTestAccounts(db, { now: () => Date.now() + ahead });
    const scope = await makeOperator(db);
    const old = await makeKey(clock, scope, 'developer', new Date(Date.now() + 90 * DAY));
    ahead = 30 * DAY;
    const { key, text, replaced } = await clock.keys.rotate(scope, old.key.id, DAY);
    expect(key).toMatchObject({ name: 'a developer', role: 'developer', status: 'active', replaced_by: null });
    expect(Date.parse(key.expires_at!) - Date.parse(key.created_at)).toBe(
      Date.parse(old.key.expires_at!) - Date.parse(old.key.created_at),
    );
    expect(replaced).toMatchObject({ id: old.key.id, replaced_by: key.id, revoked_at: null });
    for (const each of [old.text, text])
      expect(await clock.authenticate(each, '192.0.2.1')).toMatchObject({ role: 'developer' });
    ahead += DAY + 1_000;
    expect(await clock.authenticate(old.text, '192.0.2.1')).toBeNull();
    expect(await clock.authenticate(text, '192.0.2.1')).toMatchObject({ actor: key.id });
  });

  it("is replaced once: repeated and concurrent rotations return the successor's id", async () => {
    const { key } = await makeKey(accounts, owner, 'developer', new Date(Date.now() + 90 * DAY));
    const rotations = await Promise.allSettled(
      Array.from({ length: 5 }, () => accounts.keys.rotate(owner, key.id, DAY)),
    );
    const made = rotations.filter((each) => each.status === 'fulfilled');
    expect(made).toHaveLength(1);
    const by = made[0]!.value.key.id;
    await expect(accounts.keys.rotate(owner, key.id, DAY)).rejects.toMatchObject({
      code: 'key_replaced',
      values: { id: key.id, by },
    });
    // The first key's text was lost with its response: the next key has the same lifetime.
    const { key: next } = await accounts.keys.rotate(owner, by, 0);
    expect(Date.parse(next.expires_at!) - Date.parse(next.created_at)).toBe(
      Date.parse(key.expires_at!) - Date.parse(key.created_at),
    );
  });

  it('does not live longer after a rotation', async () => {
    const soon = new Date(Date.now() + 60_000);
    const { key } = await makeKey(accounts, owner, 'viewer', soon);
    const { replaced } = await accounts.keys.rotate(owner, key.id, DAY);
    expect(replaced.expires_at).toBe(soon.toISOString());
  });

  it('without an overlap is rejected immediately in every process', async () => {
    const other = makeTestAccounts(db);
    const old = await makeKey(accounts, owner, 'developer');
    expect(await other.authenticate(old.text, '192.0.2.1')).not.toBeNull();
    const { text } = await accounts.keys.rotate(owner, old.key.id, 0);
    expect(await other.authenticate(old.text, '192.0.2.1')).toBeNull();
    expect(await other.authenticate(text, '192.0.2.1')).not.toBeNull();
  });
});

describe('the last admin key', () => {
  const makeAdmin = async (scope: Scope): Promise<Scope & { id: string }> => {
    const { key } = await makeKey(accounts, scope, 'admin');
    return { workspaceId: scope.workspaceId, actor: key.id, id: key.id };
  };

  it('cannot revoke itself, but can be rotated', async () => {
    const admin = await makeAdmin(await makeOperator(db));
    await makeKey(accounts, admin, 'developer');
    await expect(accounts.keys.revoke(admin, admin.id)).rejects.toMatchObject({ code: 'last_admin_key' });
    const { key } = await accounts.keys.rotate(admin, admin.id, 0);
    expect(key.role).toBe('admin');
  });

  it('is determined without keys that are being replaced', async () => {
    const admin = await makeAdmin(await makeOperator(db));
    const { key } = await accounts.keys.rotate(admin, admin.id, DAY);
    await expect(accounts.keys.revoke(admin, key.id)).rejects.toMatchObject({ code: 'last_admin_key' });
    expect(await accounts.keys.revoke(admin, admin.id)).toMatchObject({ status: 'revoked' });
  });

  it('survives two admins who revoke each other concurrently', async () => {
    const operator = await makeOperator(db);
    const [one, two] = [await makeAdmin(operator), await makeAdmin(operator)];
    const outcomes = await Promise.allSettled([accounts.keys.revoke(one, two.id), accounts.keys.revoke(two, one.id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('may be revoked by an operator, who can create another one', async () => {
    const operator = await makeOperator(db);
    const { key } = await makeKey(accounts, operator, 'admin');
    expect(await accounts.keys.revoke(operator, key.id)).toMatchObject({ status: 'revoked' });
  });
});
