import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { type Accounts, choosePlans, type Plans } from '../../src/modules/accounts/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { readConfig } from '../../src/platform/index.ts';
import { makeTestAccounts } from '../support/accounts.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeWorkspace } from '../support/records.ts';

let test: TestDatabase;
let db: Database;
const open: Accounts[] = [];

const NOVEMBER = Date.UTC(2026, 10, 21, 12);

/** Accounts as in a further process. */
function makeProcess(changes: { now?: () => number; plans?: Plans } = {}): Accounts {
  const accounts = makeTestAccounts(db, { now: () => NOVEMBER, ...changes });
  open.push(accounts);
  return accounts;
}

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
});
afterEach(async () => {
  for (const accounts of open.splice(0)) await accounts.close();
});
afterAll(() => test.drop());

const lineOf = async (accounts: Accounts, scope: Scope, product: string, month = '2026-11') =>
  (await accounts.usage(scope, month)).products.find((line) => line.product === product);

describe('the meter', () => {
  it('reports every product with zero for a month without calls', async () => {
    const usage = await makeProcess().usage(await makeWorkspace(db), '2026-11');
    expect(usage).toMatchObject({ month: '2026-11', plan: 'pay-as-you-go', currency: 'EUR', amount_due: '0.00' });
    expect(usage.products.map(({ calls }) => calls)).toEqual(usage.products.map(() => 0));
  });

  it('adds the calls of several processes', async () => {
    const scope = await makeWorkspace(db);
    const [one, two] = [makeProcess(), makeProcess()];
    for (let call = 0; call < 300; call++) await (call % 3 === 0 ? one : two).meter(scope, 'validation');
    await one.close();
    expect(await lineOf(two, scope, 'validation')).toMatchObject({ calls: 300, billed_calls: 0, amount_due: '0.00' });
  });

  it('stores billed calls before it resolves: 1,500 concurrent calls of four processes are 1,500', async () => {
    const scope = await makeWorkspace(db);
    const processes = Array.from({ length: 4 }, () => makeProcess());
    await Promise.all(
      Array.from({ length: 1_500 }, (_, call) => processes[call % 4]!.meter(scope, 'vat-verification')),
    );
    const rows = await system(db)
      .selectFrom('usage_counts')
      .select(['month', 'product', 'calls'])
      .where('workspace_id', '=', scope.workspaceId)
      .execute();
    expect(rows).toEqual([{ month: '2026-11', product: 'vat-verification', calls: 1_500 }]);
    expect(await lineOf(processes[0]!, scope, 'vat-verification')).toEqual({
      product: 'vat-verification',
      calls: 1_500,
      free_tier: 1_000,
      free_used: 1_000,
      billed_calls: 500,
      unit_price: '0.004',
      amount_due: '2.00',
    });
  });

  it('counts work with a receipt once, however often it is reported', async () => {
    const scope = await makeWorkspace(db);
    const stranger = await makeWorkspace(db);
    const [one, two] = [makeProcess(), makeProcess()];
    const report = (accounts: Accounts) =>
      accounts.meter(scope, 'vat-verification', { calls: 250, receipt: 'bat_1 slice 3' });
    await Promise.all([report(one), report(two), report(one)]);
    await one.meter(scope, 'vat-verification', { calls: 250, receipt: 'bat_1 slice 4' });
    await one.meter(stranger, 'vat-verification', { calls: 1, receipt: 'bat_1 slice 3' });
    expect(await lineOf(one, scope, 'vat-verification')).toMatchObject({ calls: 500 });
    expect(await lineOf(one, stranger, 'vat-verification')).toMatchObject({ calls: 1 });
  });

  it('ends a month at midnight UTC', async () => {
    const scope = await makeWorkspace(db);
    let at = Date.UTC(2026, 11, 1) - 1;
    const accounts = makeProcess({ now: () => at });
    await accounts.meter(scope, 'render');
    at += 1;
    await accounts.meter(scope, 'render', { calls: 2 });
    expect(await lineOf(accounts, scope, 'render', '2026-11')).toMatchObject({ calls: 1 });
    expect(await lineOf(accounts, scope, 'render', '2026-12')).toMatchObject({ calls: 2 });
  });

  it('buffers counts that could not be written, and writes them later', async () => {
    const scope = await makeWorkspace(db);
    const accounts = makeProcess();
    await accounts.meter(scope, 'preview');
    await sql`alter table usage_counts rename to usage_counts_away`.execute(system(db));
    await expect(accounts.usage(scope, '2026-11')).rejects.toThrow('usage_counts');
    await expect(accounts.meter(scope, 'vat-verification')).rejects.toThrow('usage_counts');
    await sql`alter table usage_counts_away rename to usage_counts`.execute(system(db));
    expect(await lineOf(accounts, scope, 'preview')).toMatchObject({ calls: 1 });
    expect(await lineOf(accounts, scope, 'vat-verification')).toMatchObject({ calls: 0 });
  });

  it('a count that the database rejects does not delay others', async () => {
    const [scope, other] = [await makeWorkspace(db), await makeWorkspace(db)];
    const accounts = makeProcess();
    await sql`
      alter table usage_counts add constraint refused
      check (workspace_id <> ${sql.lit(other.workspaceId)})`.execute(system(db));
    await accounts.meter(other, 'preview');
    await accounts.meter(scope, 'preview');
    expect(await lineOf(accounts, scope, 'preview')).toMatchObject({ calls: 1 });
    const billed = [scope, other, scope].map((one) => accounts.meter(one, 'vat-verification'));
    const ends = await Promise.allSettled(billed);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await sql`alter table usage_counts drop constraint refused`.execute(system(db));
    expect(await lineOf(accounts, other, 'preview')).toMatchObject({ calls: 1 });
  });

  it('drops counts of an erased workspace, and no others', async () => {
    const scope = await makeWorkspace(db);
    const accounts = makeProcess();
    await accounts.meter({ workspaceId: 'wsp_gone' }, 'validation');
    await accounts.meter({ workspaceId: 'wsp_gone' }, 'vat-verification', { receipt: 'x' });
    await accounts.meter(scope, 'validation');
    expect(await lineOf(accounts, scope, 'validation')).toMatchObject({ calls: 1 });
  });
});

describe('plans', () => {
  const onPlan = async (plan: string): Promise<Scope> => {
    const scope = await makeWorkspace(db);
    await system(db).updateTable('workspaces').set({ plan }).where('id', '=', scope.workspaceId).execute();
    return scope;
  };

  it.each([
    [0, '0.00'],
    [1_000, '0.00'],
    [1_001, '0.004'],
    [1_003, '0.012'],
    [123_456_789, '493823.156'],
  ])('%i verifications cost exactly %s EUR', async (calls, due) => {
    const scope = await makeWorkspace(db);
    const accounts = makeProcess();
    if (calls > 0) await accounts.meter(scope, 'vat-verification', { calls });
    expect(await accounts.usage(scope, '2026-11')).toMatchObject({ amount_due: due });
  });

  it('the fee is independent of usage', async () => {
    const scope = await onPlan('documents');
    const accounts = makeProcess();
    await accounts.meter(scope, 'vat-verification', { calls: 1_001 });
    expect(await accounts.usage(scope, '2026-11')).toMatchObject({ monthly_fee: '49.00', amount_due: '49.004' });
  });

  it('are configurable', async () => {
    const scope = await onPlan('own');
    const plans: Plans = { own: { monthly_fee: '10.5', products: { render: { free: 1, price: '0.1' } } } };
    const accounts = makeProcess({ plans });
    await accounts.meter(scope, 'render', { calls: 4 });
    expect(await accounts.usage(scope, '2026-11')).toMatchObject({ monthly_fee: '10.50', amount_due: '10.80' });
  });

  it('an unconfigured plan causes an error, not an empty bill', async () => {
    const scope = await onPlan('forgotten');
    await expect(makeProcess().usage(scope, '2026-11')).rejects.toThrow('not configured');
  });
});

describe('configuration of plans', () => {
  const read = (PLANS: string) => choosePlans(readConfig({ PLANS }).plans);

  it('defaults to the published prices', () => {
    expect(read('')).toMatchObject({
      'pay-as-you-go': { products: { 'vat-verification': { free: 1_000, price: '0.004' } } },
    });
  });

  it('accepts other plans', () => {
    const plans = { 'pay-as-you-go': { monthly_fee: '0', products: {} }, gold: { monthly_fee: '99.90', products: {} } };
    expect(read(JSON.stringify(plans))).toEqual(plans);
  });

  it.each([
    ['{', 'PLANS must be JSON'],
    ['[]', 'PLANS must be JSON'],
    ['{"a":{"monthly_fee":"1,5","products":{}}}', 'PLANS must be JSON'],
    ['{"a":{"monthly_fee":"1","products":{}}}', 'PLANS must contain pay-as-you-go'],
    [
      '{"pay-as-you-go":{"monthly_fee":"0","products":{"vat":{"free":0,"price":"1"}}}}',
      'tariff for the unknown product vat',
    ],
    ['{"pay-as-you-go":{"monthly_fee":"0","products":{"render":{"free":-1,"price":"1"}}}}', 'PLANS must be JSON'],
  ])('rejects %s', (text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });
});
