import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { readKeyEpoch } from '../../src/modules/accounts/keys/key-store.ts';
import { makeKeyWatch } from '../../src/modules/accounts/keys/key-watch.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
let accounts: ReturnType<typeof makeTestAccounts>;
let operator: Scope;
beforeAll(async () => {
  test = await makeTestDatabase();
  accounts = makeTestAccounts(test.db);
  operator = await makeOperator(test.db);
});
afterAll(async () => {
  await accounts.close();
  await test.drop();
});

/** A watch that counts its queries. */
function makeWatch(now = Date.now) {
  let polls = 0;
  let fails = 0;
  const watch = makeKeyWatch({
    db: test.db,
    now,
    readEpoch: async () => {
      polls += 1;
      if (fails > 0) {
        fails -= 1;
        throw new Error('the database is away');
      }
      return readKeyEpoch(test.db);
    },
  });
  const failNext = (times: number): void => {
    fails = times;
  };
  return { ...watch, polls: () => polls, failNext };
}

/** Resolves with the first notification. */
function endOf(watch: ReturnType<typeof makeWatch>, id: string): { ended: Promise<void>; stop: () => void } {
  let stop = (): void => undefined;
  const ended = new Promise<void>((done) => {
    stop = watch.watch(id, done);
  });
  return { ended, stop };
}

it('notifies every watcher that a key has ended, although the database was unreachable in between', async () => {
  const watch = makeWatch();
  const { key } = await makeKey(accounts, operator, 'viewer');
  const [first, second] = [endOf(watch, key.id), endOf(watch, key.id)];
  await expect.poll(watch.polls).toBeGreaterThan(1);
  watch.failNext(2);
  await accounts.keys.revoke(operator, key.id);
  await Promise.all([first.ended, second.ended]);
  expect(watch.watched()).toBe(0);
  watch.close();
});

it('notifies for a key that had already ended, and for one that was deleted', async () => {
  const watch = makeWatch();
  const { key } = await makeKey(accounts, operator, 'viewer');
  await accounts.keys.revoke(operator, key.id);
  await endOf(watch, key.id).ended;
  await endOf(watch, 'key_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a').ended;
  watch.close();
});

it('a key ends at its own expiry, and a key of a sandbox workspace with the workspace', async () => {
  let at = Date.now();
  const watch = makeWatch(() => at);
  const { key } = await makeKey(accounts, operator, 'viewer', new Date(at + 60_000));
  const sandbox = makeTestAccounts(test.db, { environment: 'sandbox' });
  const { id } = await sandbox.workspaces.create({ name: 'trial', environment: 'sandbox', plan: 'pay-as-you-go' });
  const there = await makeKey(sandbox, { workspaceId: id, actor: 'operator' }, 'viewer');
  let notified = '';
  watch.watch(key.id, () => {
    notified += 'key ';
  });
  watch.watch(there.key.id, () => {
    notified += 'workspace ';
  });
  const polls = watch.polls();
  await expect.poll(watch.polls).toBeGreaterThan(polls + 1);
  expect(notified).toBe('');
  at += 60_000;
  await expect.poll(() => notified).toBe('key ');
  at += 24 * 60 * 60 * 1000;
  await expect.poll(() => notified).toBe('key workspace ');
  watch.close();
  await sandbox.close();
});

it('stops polling without watchers, and does not notify a stopped one', async () => {
  const watch = makeWatch();
  const { key } = await makeKey(accounts, operator, 'viewer');
  let notified = 0;
  const stop = watch.watch(key.id, () => {
    notified += 1;
  });
  const other = endOf(watch, key.id);
  stop();
  await accounts.keys.revoke(operator, key.id);
  await other.ended;
  expect([notified, watch.watched()]).toEqual([0, 0]);
  const polls = watch.polls();
  await new Promise((done) => setTimeout(done, 600));
  expect(watch.polls()).toBe(polls);
  watch.close();
});
