import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Webhooks } from '../../src/modules/webhooks/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { makeId, makeWorkspace } from '../support/records.ts';
import { doDueWork, doWork, listWork, makeTestWebhooks } from '../support/webhooks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
let scope: Scope;
let receiver: Receiver;
/** Next status of the receiver, and the ids it received. */
let answer: number;
let seen: string[];
let clock: number;

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  webhooks = makeTestWebhooks(db, { now: () => clock, random: () => 0.5 });
  receiver = await startReceiver((request, response) => {
    seen.push(request.headers['webhook-id'] as string);
    response.writeHead(answer).end();
  });
});
beforeEach(async () => {
  // Ahead of the database's clock, which schedules immediate jobs: on the busiest machine they are due by this time.
  clock = Date.now() + HOUR;
  answer = 500;
  seen = [];
  scope = await makeWorkspace(db);
  await system(db).deleteFrom('outbox').execute();
});
afterAll(async () => {
  await receiver.stop();
  await test.drop();
});

const subscribe = async () =>
  (await webhooks.create(scope, { url: receiver.url, events: ['*'], description: null })).webhook.id;

const emitEvent = async (): Promise<string> => {
  const id = makeId('evt');
  await webhooks.fanOut(scope, { id, type: 'document.received', at: new Date(clock).toISOString(), data: '{}' });
  return id;
};

const listOf = async (id: string) => (await webhooks.listDeliveries(scope, id, { limit: 100 })).items;

/** Advances the clock to the next job and runs it; false when there is no job. */
async function goOn(): Promise<boolean> {
  const [next] = await listWork(db);
  if (next === undefined) return false;
  clock = Math.max(clock, next.run_at.getTime());
  await doWork(db, webhooks, next);
  return true;
}

describe('a failing receiver', () => {
  it('gets attempts with the same id for 24 hours, then the delivery fails, and the webhook is disabled when no other succeeded', async () => {
    const began = clock;
    const id = await subscribe();
    const event = await emitEvent();
    while (await goOn());
    const [delivery] = await listOf(id);
    const { history } = await webhooks.getDelivery(scope, id, delivery!.id);
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null, attempts: history.length });
    const offsets = history.map(({ at }) => Math.round((Date.parse(at) - began) / 1000));
    expect(offsets).toEqual([0, 5, 20, 65, 200, 605, 1820, 5465, 16400, 38000, 59600, 81200, 86400]);
    expect(new Set(seen)).toEqual(new Set([event]));
    expect(seen).toHaveLength(history.length);
    expect(await webhooks.get(scope, id)).toMatchObject({
      status: 'disabled',
      disabled: { reason: 'failing', at: new Date(began + 24 * HOUR).toISOString() },
    });
    // Later events are not stored for it.
    await emitEvent();
    expect(await listOf(id)).toHaveLength(1);
    expect(await listWork(db)).toEqual([]);
  });

  it('stays enabled when another delivery succeeded on that day', async () => {
    const id = await subscribe();
    await emitEvent();
    await goOn();
    answer = 200;
    await emitEvent();
    await doDueWork(db, webhooks, clock);
    expect((await listOf(id)).map(({ status }) => status)).toEqual(['delivered', 'pending']);
    answer = 500;
    while (await goOn());
    expect((await listOf(id)).map(({ status }) => status)).toEqual(['delivered', 'failed']);
    expect(await webhooks.get(scope, id)).toMatchObject({ status: 'enabled', disabled: null });
  });

  it('gets pending deliveries once it recovers, and new events immediately', async () => {
    const id = await subscribe();
    for (let index = 0; index < 3; index++) await emitEvent();
    await doDueWork(db, webhooks, clock);
    for (let index = 0; index < 4; index++) await goOn();
    answer = 204;
    const late = await emitEvent();
    await doDueWork(db, webhooks, clock);
    expect((await listOf(id))[0]).toMatchObject({ event_id: late, status: 'delivered', attempts: 1 });
    while (await goOn());
    expect((await listOf(id)).every(({ status }) => status === 'delivered')).toBe(true);
    // One scheduled run as needed, not one per event.
    expect(await listWork(db)).toEqual([]);
  });

  it('has one scheduled run, however many events arrive in between', async () => {
    await subscribe();
    await emitEvent();
    for (let index = 0; index < 9; index++) await goOn();
    answer = 200;
    for (let index = 0; index < 20; index++) {
      await emitEvent();
      await doDueWork(db, webhooks, clock);
    }
    expect(await listWork(db)).toHaveLength(1);
  });

  it('gets the delay that it requests (Retry-After)', async () => {
    const id = await subscribe();
    const busy = await startReceiver((_, response) => response.writeHead(429, { 'retry-after': '600' }).end());
    await webhooks.change(scope, id, { url: busy.url });
    await emitEvent();
    await doDueWork(db, webhooks, clock);
    await busy.stop();
    const [delivery] = await listOf(id);
    expect(Date.parse(delivery!.next_attempt_at!) - clock).toBe(10 * MINUTE);
  });
});

describe('a run', () => {
  it('whose job finally failed is replaced by another, which continues a minute later', async () => {
    const id = await subscribe();
    await emitEvent();
    const [work] = await listWork(db);
    const { run_id } = work!.payload as { run_id: string };
    await system(db).deleteFrom('outbox').execute();
    await webhooks.giveUpRun(scope, id, run_id);
    await webhooks.giveUpRun(scope, id, run_id);
    const [next, ...more] = await listWork(db);
    expect(more).toEqual([]);
    expect(next!.run_at.getTime()).toBe(clock + MINUTE);
    answer = 200;
    // The obsolete run is executed again, as jobs may be, and does nothing.
    await doWork(db, webhooks, work!);
    expect(seen).toEqual([]);
    await goOn();
    expect(await listOf(id)).toMatchObject([{ status: 'delivered' }]);
  });

  it('that is scheduled for a retry may be replaced too', async () => {
    const id = await subscribe();
    await emitEvent();
    await goOn();
    const [wake] = await listWork(db);
    await system(db).deleteFrom('outbox').execute();
    await webhooks.giveUpRun(scope, id, (wake!.payload as { run_id: string }).run_id);
    answer = 200;
    await goOn();
    expect(await listOf(id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  it('of a deleted or unknown webhook does nothing', async () => {
    const id = await subscribe();
    await emitEvent();
    await webhooks.remove(scope, id);
    await doDueWork(db, webhooks, clock);
    expect(seen).toEqual([]);
    expect(await listWork(db)).toEqual([]);
  });
});

describe('redelivery', () => {
  const fail = async () => {
    const id = await subscribe();
    for (let index = 0; index < 3; index++) await emitEvent();
    while (await goOn());
    return id;
  };

  it('sends a delivery again, with the same id and a new day of retries', async () => {
    const id = await subscribe();
    answer = 200;
    const event = await emitEvent();
    await goOn();
    const [delivery] = await listOf(id);
    answer = 500;
    clock += 30 * HOUR;
    expect(await webhooks.redeliver(scope, id, delivery!.id)).toMatchObject({ status: 'pending', attempts: 1 });
    await goOn();
    const [again] = await listOf(id);
    expect(again).toMatchObject({ status: 'pending', attempts: 2, event_id: event });
    expect(Date.parse(again!.next_attempt_at!) - clock).toBe(5_000);
    expect(seen).toEqual([event, event]);
  });

  it('sends all deliveries again that failed since a time, once the webhook is enabled', async () => {
    const id = await fail();
    const first = (await listOf(id)).at(-1)!;
    await expect(webhooks.redeliverFailed(scope, id, new Date(0))).rejects.toMatchObject({ code: 'webhook_disabled' });
    await expect(webhooks.redeliver(scope, id, first.id)).rejects.toMatchObject({ code: 'webhook_disabled' });
    await expect(webhooks.ping(scope, id)).rejects.toMatchObject({ code: 'webhook_disabled' });
    await webhooks.change(scope, id, { status: 'enabled' });
    answer = 200;
    expect(await webhooks.redeliverFailed(scope, id, new Date(clock + 1))).toBe(0);
    expect(await webhooks.redeliverFailed(scope, id, new Date(0))).toBe(3);
    await doDueWork(db, webhooks, clock);
    expect((await listOf(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('rejects unknown ids', async () => {
    const id = await subscribe();
    await expect(webhooks.redeliver(scope, id, makeId('dlv'))).rejects.toMatchObject({ code: 'delivery_not_found' });
    await expect(webhooks.redeliver(scope, makeId('whk'), makeId('dlv'))).rejects.toMatchObject({
      code: 'webhook_not_found',
    });
    const stranger = await makeWorkspace(db);
    await expect(webhooks.redeliverFailed(stranger, id, new Date(0))).rejects.toMatchObject({
      code: 'webhook_not_found',
    });
    await expect(webhooks.ping(stranger, id)).rejects.toMatchObject({ code: 'webhook_not_found' });
  });
});

it('a ping is sent to one webhook, whatever its subscriptions', async () => {
  answer = 200;
  const { webhook } = await webhooks.create(scope, {
    url: receiver.url,
    events: ['batch.completed'],
    description: null,
  });
  await subscribe();
  const ping = await webhooks.ping(scope, webhook.id);
  expect(JSON.parse(ping.body)).toMatchObject({ type: 'webhook.ping', sequence: 1, data: { webhook_id: webhook.id } });
  await doDueWork(db, webhooks, clock);
  expect(seen).toEqual([ping.event_id]);
  expect((await webhooks.getDelivery(scope, webhook.id, ping.id)).status).toBe('delivered');
});
