import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { EVENT_TYPES } from '../../src/modules/documents/index.ts';
import { WEBHOOK_EVENTS, type Webhooks } from '../../src/modules/webhooks/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeId, makeRecords, makeResult, makeWorkspace, receiveOne, validateBatch } from '../support/records.ts';
import { doWork, listWork } from '../support/webhooks.ts';

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
let scope: Scope;
let records: ReturnType<typeof makeRecords>;

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  records = makeRecords(db);
  webhooks = records.webhooks;
});
beforeEach(async () => {
  scope = await makeWorkspace(db);
  await system(db).deleteFrom('outbox').execute();
});
afterAll(() => test.drop());

// These tests send nothing.
const subscribe = async (events: readonly string[], url = 'http://127.0.0.1:9/') =>
  (await webhooks.create(scope, { url, events, description: null })).webhook;

const deliveriesOf = async (id: string) => (await webhooks.listDeliveries(scope, id, { limit: 100 })).items;

const fanOutAll = async () => {
  for (const work of await listWork(db)) if (work.job === 'webhook.fan-out') await doWork(db, webhooks, work);
};

const newEvent = (type = 'document.received') => ({
  id: makeId('evt'),
  type,
  at: '2026-11-21T12:00:00.000Z',
  data: '{"filename":"half a pair: \\ud800"}',
});

it('the list of event types contains every document event', () => {
  expect(WEBHOOK_EVENTS).toEqual(expect.arrayContaining([...EVENT_TYPES]));
});

describe('a document event', () => {
  it('creates no job without a subscribed webhook', async () => {
    await receiveOne(records.documents, scope);
    expect(await listWork(db)).toEqual([]);
    const other = await subscribe(['batch.completed']);
    const disabled = await subscribe(['*']);
    await webhooks.change(scope, disabled.id, { status: 'disabled' });
    await receiveOne(records.documents, scope);
    expect(await listWork(db)).toEqual([]);
    expect(await deliveriesOf(other.id)).toEqual([]);
  });

  it('creates one job in its transaction, and none when that is rolled back', async () => {
    await subscribe(['*']);
    const { id } = await receiveOne(records.documents, scope);
    expect(await listWork(db)).toHaveLength(1);
    await records.documents.begin(scope, id);
    expect(await listWork(db)).toHaveLength(2);
    // Already started: no event, no job.
    await records.documents.begin(scope, id);
    expect(await listWork(db)).toHaveLength(2);
    await expect(records.documents.retry(scope, id)).rejects.toThrow();
    expect(await listWork(db)).toHaveLength(2);
  });

  it("is delivered as in the timeline, in the order of the webhook's own sequence", async () => {
    const { id: webhookId } = await subscribe(['document.received', 'validation.started']);
    const { id } = await receiveOne(records.documents, scope);
    await records.documents.begin(scope, id);
    await fanOutAll();
    const [started, received] = await deliveriesOf(webhookId);
    const events = await records.documents.timeline.readAfter(scope, id, null);
    for (const [index, delivery] of [received!, started!].entries()) {
      const { body } = await webhooks.getDelivery(scope, webhookId, delivery.id);
      const event = events[index]!;
      expect(JSON.parse(body)).toEqual({ type: event.type, timestamp: event.at, sequence: index + 1, data: event });
      expect(delivery).toMatchObject({ sequence: index + 1, event_id: event.id, type: event.type, status: 'pending' });
    }
  });
});

it('a batch is announced in the transaction that completes it', async () => {
  const { id: webhookId } = await subscribe(['batch.completed']);
  const { batches } = records;
  const file = { filename: 'f.xml', bytes: Buffer.from('<Invoice/>') };
  const { id } = (await batches.receive(scope, { options: {} }, [file, file])).batch;
  expect(await listWork(db)).toEqual([]);
  await validateBatch(db, batches, scope, id, () => makeResult('f.xml', true));
  const batch = await batches.get(scope, id);
  expect(batch.status).toBe('completed');
  await fanOutAll();
  const [delivery, ...more] = await deliveriesOf(webhookId);
  expect(more).toEqual([]);
  const { body } = await webhooks.getDelivery(scope, webhookId, delivery!.id);
  const expected = { type: 'batch.completed', timestamp: batch.completed_at, sequence: 1, data: batch };
  expect(JSON.parse(body)).toEqual(expected);
});

describe('fan-out', () => {
  it('delivers to every subscribed webhook, and to no other workspace', async () => {
    const all = await subscribe(['*']);
    const typed = await subscribe(['document.received', 'batch.completed']);
    const other = await subscribe(['batch.completed']);
    const foreign = await makeWorkspace(db);
    const theirs = await webhooks.create(foreign, { url: 'http://127.0.0.1:9/', events: ['*'], description: null });
    await webhooks.fanOut(scope, newEvent());
    expect(await deliveriesOf(all.id)).toHaveLength(1);
    expect(await deliveriesOf(typed.id)).toHaveLength(1);
    expect(await deliveriesOf(other.id)).toEqual([]);
    const page = await webhooks.listDeliveries(foreign, theirs.webhook.id, { limit: 10 });
    expect(page.items).toEqual([]);
  });

  it('preserves every text of the event, byte for byte', async () => {
    const { id } = await subscribe(['*']);
    const event = newEvent();
    await webhooks.fanOut(scope, event);
    const [delivery] = await deliveriesOf(id);
    const { body } = await webhooks.getDelivery(scope, id, delivery!.id);
    expect(body).toBe(
      `{"type":"document.received","timestamp":"2026-11-21T12:00:00.000Z","sequence":1,"data":${event.data}}`,
    );
  });

  it('delivers several events in order, and an invalid one does not stop the others', async () => {
    const { id } = await subscribe(['*']);
    const [first, second, third] = [newEvent(), newEvent(), newEvent()];
    const events = [first, { ...second, data: '"\0"' }, third];
    await expect(webhooks.fanOutAll(scope, events)).rejects.toThrow();
    await webhooks.fanOutAll(scope, [first, second, third]);
    expect((await deliveriesOf(id)).map(({ event_id, sequence }) => [event_id, sequence])).toEqual([
      [second.id, 3],
      [third.id, 2],
      [first.id, 1],
    ]);
  });

  it('is idempotent, even concurrently: one delivery and no gap', async () => {
    const hooks = [await subscribe(['*']), await subscribe(['*'])];
    const events = Array.from({ length: 10 }, () => newEvent());
    await Promise.all(events.flatMap((event) => [event, event, event]).map((event) => webhooks.fanOut(scope, event)));
    await webhooks.fanOutAll(scope, [...events, ...events]);
    for (const { id } of hooks) {
      const deliveries = await deliveriesOf(id);
      expect(deliveries.map(({ sequence }) => sequence)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
      expect(new Set(deliveries.map(({ event_id }) => event_id)).size).toBe(10);
    }
  });

  it('delivers several events to the webhooks subscribed to each, without duplicates', async () => {
    const all = await subscribe(['*']);
    const typed = await subscribe(['document.received']);
    const other = await subscribe(['batch.completed']);
    const events = [newEvent(), newEvent('batch.completed'), newEvent(), newEvent('validation.completed')];
    const [first, batch, last, verdict] = events;
    await webhooks.fanOut(scope, last!);
    await webhooks.fanOutAll(scope, [...events, first!]);
    const positionsOf = async ({ id }: { id: string }) =>
      (await deliveriesOf(id)).toReversed().map(({ event_id, sequence }) => [event_id, sequence]);
    expect(await positionsOf(all)).toEqual([last, first, batch, verdict].map((event, place) => [event!.id, place + 1]));
    expect(await positionsOf(typed)).toEqual([last, first].map((event, place) => [event!.id, place + 1]));
    expect(await positionsOf(other)).toEqual([[batch!.id, 1]]);
    expect((await listWork(db)).filter(({ job }) => job === 'webhook.deliver')).toHaveLength(3);
  });

  it('enqueues one run per webhook, however many deliveries wait', async () => {
    const { id } = await subscribe(['*']);
    for (let count = 0; count < 5; count++) await webhooks.fanOut(scope, newEvent());
    expect(await deliveriesOf(id)).toHaveLength(5);
    expect((await listWork(db)).filter(({ job }) => job === 'webhook.deliver')).toHaveLength(1);
  });
});
