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
/** The receiver's next answer, and the ids that it saw. */
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
  // Ahead of the clock of the database, which gives work that is for now its time: however busy the machine is, that is none later.
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

const tell = async (): Promise<string> => {
  const id = makeId('evt');
  await webhooks.fanOut(scope, { id, type: 'document.received', at: new Date(clock).toISOString(), data: '{}' });
  return id;
};

const listOf = async (id: string) => (await webhooks.listDeliveries(scope, id, { limit: 100 })).items;

/** Sets the clock to the next piece of work and does it; false when there is none. */
async function goOn(): Promise<boolean> {
  const [next] = await listWork(db);
  if (next === undefined) return false;
  clock = Math.max(clock, next.run_at.getTime());
  await doWork(db, webhooks, next);
  return true;
}

describe('a receiver that fails', () => {
  it('is tried with the same id for 24 hours, then given up on, and disabled as nothing else reached it', async () => {
    const began = clock;
    const id = await subscribe();
    const event = await tell();
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
    // Whatever happens now is not kept for it.
    await tell();
    expect(await listOf(id)).toHaveLength(1);
    expect(await listWork(db)).toEqual([]);
  });

  it('stays enabled when anything reached it on that day', async () => {
    const id = await subscribe();
    await tell();
    await goOn();
    answer = 200;
    await tell();
    await doDueWork(db, webhooks, clock);
    expect((await listOf(id)).map(({ status }) => status)).toEqual(['delivered', 'pending']);
    answer = 500;
    while (await goOn());
    expect((await listOf(id)).map(({ status }) => status)).toEqual(['delivered', 'failed']);
    expect(await webhooks.get(scope, id)).toMatchObject({ status: 'enabled', disabled: null });
  });

  it('gets what waited once it is well again, and new events at once meanwhile', async () => {
    const id = await subscribe();
    for (let index = 0; index < 3; index++) await tell();
    await doDueWork(db, webhooks, clock);
    for (let index = 0; index < 4; index++) await goOn();
    answer = 204;
    const late = await tell();
    await doDueWork(db, webhooks, clock);
    expect((await listOf(id))[0]).toMatchObject({ event_id: late, status: 'delivered', attempts: 1 });
    while (await goOn());
    expect((await listOf(id)).every(({ status }) => status === 'delivered')).toBe(true);
    // As many runs are asked for later as needed, not one for every event.
    expect(await listWork(db)).toEqual([]);
  });

  it('leaves one run to wake it, however many events come in between', async () => {
    await subscribe();
    await tell();
    for (let index = 0; index < 9; index++) await goOn();
    answer = 200;
    for (let index = 0; index < 20; index++) {
      await tell();
      await doDueWork(db, webhooks, clock);
    }
    expect(await listWork(db)).toHaveLength(1);
  });

  it('that asks for time gets it (Retry-After)', async () => {
    const id = await subscribe();
    const busy = await startReceiver((_, response) => response.writeHead(429, { 'retry-after': '600' }).end());
    await webhooks.change(scope, id, { url: busy.url });
    await tell();
    await doDueWork(db, webhooks, clock);
    await busy.stop();
    const [delivery] = await listOf(id);
    expect(Date.parse(delivery!.next_attempt_at!) - clock).toBe(10 * MINUTE);
  });
});

describe('a run', () => {
  it('that failed for good gives its place to another, which goes on a minute later', async () => {
    const id = await subscribe();
    await tell();
    const [work] = await listWork(db);
    const { run_id } = work!.payload as { run_id: string };
    await system(db).deleteFrom('outbox').execute();
    await webhooks.giveUpRun(scope, id, run_id);
    await webhooks.giveUpRun(scope, id, run_id);
    const [next, ...more] = await listWork(db);
    expect(more).toEqual([]);
    expect(next!.run_at.getTime()).toBe(clock + MINUTE);
    answer = 200;
    // The one that was given up comes again, as jobs may: it has nothing to say any more.
    await doWork(db, webhooks, work!);
    expect(seen).toEqual([]);
    await goOn();
    expect(await listOf(id)).toMatchObject([{ status: 'delivered' }]);
  });

  it('that wakes a delivery may be given up too', async () => {
    const id = await subscribe();
    await tell();
    await goOn();
    const [wake] = await listWork(db);
    await system(db).deleteFrom('outbox').execute();
    await webhooks.giveUpRun(scope, id, (wake!.payload as { run_id: string }).run_id);
    answer = 200;
    await goOn();
    expect(await listOf(id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  it('of a webhook that is deleted, or was never there, does nothing', async () => {
    const id = await subscribe();
    await tell();
    await webhooks.remove(scope, id);
    await doDueWork(db, webhooks, clock);
    expect(seen).toEqual([]);
    expect(await listWork(db)).toEqual([]);
  });
});

describe('redelivery', () => {
  const fail = async () => {
    const id = await subscribe();
    for (let index = 0; index < 3; index++) await tell();
    while (await goOn());
    return id;
  };

  it('sends one again, with the same id and a new day of retries', async () => {
    const id = await subscribe();
    answer = 200;
    const event = await tell();
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

  it('sends again all that failed since a time, once the webhook is enabled', async () => {
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

  it('tells what is not there', async () => {
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

it('a ping goes to one webhook, whatever it subscribed to', async () => {
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
