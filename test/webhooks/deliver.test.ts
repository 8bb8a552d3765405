import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import type { Webhooks } from '../../src/modules/webhooks/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { makeHttpClient } from '../../src/platform/index.ts';
import { makeTestAccounts } from '../support/accounts.ts';
import { makeCertificate } from '../support/certificate.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Receiver, startRawReceiver, startReceiver, startTlsReceiver } from '../support/receiver.ts';
import { makeId, makeWorkspace } from '../support/records.ts';
import { doDueWork, doWork, listWork, makeTestWebhooks } from '../support/webhooks.ts';

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
let scope: Scope;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  test = await makeTestDatabase();
  db = test.db;
  webhooks = makeTestWebhooks(db);
});
beforeEach(async () => {
  scope = await makeWorkspace(db);
  await system(db).deleteFrom('outbox').execute();
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await test.drop();
});

const subscribe = (url: string, events: readonly string[] = ['*']) =>
  webhooks.create(scope, { url, events, description: null });

const newEvent = () => ({ id: makeId('evt'), type: 'document.received', at: '2026-11-21T12:00:00.000Z', data: '{}' });

const emitEvents = async (count = 1) => {
  for (let index = 0; index < count; index++) await webhooks.fanOut(scope, newEvent());
  await doDueWork(db, webhooks);
};

const listOf = async (id: string) => (await webhooks.listDeliveries(scope, id, { limit: 100 })).items;

const started = async (made: Promise<Receiver>): Promise<Receiver> => {
  const receiver = await made;
  stops.push(receiver.stop);
  return receiver;
};

const receiver = (answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) =>
  started(
    startReceiver(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      answer(request, response, body);
    }),
  );

describe('a delivery', () => {
  it('is signed so that the published library verifies it, and stored with the response', async () => {
    const got: { headers: IncomingMessage['headers']; body: string }[] = [];
    const { url } = await receiver(({ headers }, response, body) => {
      got.push({ headers, body });
      response.writeHead(202).end('thank you');
    });
    const { webhook, secret } = await subscribe(`${url}/hook?x=1`);
    await emitEvents();
    const { headers, body } = got[0]!;
    const verified = new Verifier(secret).verify(body, headers as Record<string, string>);
    expect(verified).toMatchObject({ type: 'document.received', sequence: 1, data: {} });
    expect(headers['content-type']).toBe('application/json');
    const [delivery] = await listOf(webhook.id);
    expect(headers['webhook-id']).toBe(delivery!.event_id);
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: 1,
      next_attempt_at: null,
      last_attempt: { number: 1, response_status: 202, response_body: 'thank you', error: null },
    });
    expect(delivery!.last_attempt!.latency_ms).toBeGreaterThanOrEqual(0);
    expect((await webhooks.getDelivery(scope, webhook.id, delivery!.id)).body).toBe(body);
    expect(await listWork(db)).toEqual([]);
  });

  it('whose result the database rejects does not stop others of its webhook', async () => {
    const { url } = await receiver((_, response, body) =>
      response.end(body.includes('"refused"') ? 'refused' : 'fine'),
    );
    const { webhook } = await subscribe(url);
    await sql`alter table webhook_attempts add constraint refused check (response_body <> 'refused')`.execute(
      system(db),
    );
    const events = ['"first"', '"refused"', '"last"'].map((data) => ({ ...newEvent(), data }));
    await webhooks.fanOutAll(scope, events);
    const run = (await listWork(db)).find(({ job }) => job === 'webhook.deliver')!;
    await expect(doWork(db, webhooks, run)).rejects.toMatchObject({ code: '23514' });
    const statuses = (await listOf(webhook.id)).map(({ event_id, status }) => [event_id, status]);
    expect(statuses.toReversed()).toEqual(
      events.map(({ id, data }) => [id, data === '"refused"' ? 'pending' : 'delivered']),
    );
    await sql`alter table webhook_attempts drop constraint refused`.execute(system(db));
    await doWork(db, webhooks, run);
    expect((await listOf(webhook.id)).map(({ status }) => status)).toEqual(Array(3).fill('delivered'));
  });

  it('has the signatures of both secrets during an overlap, and one afterwards', async () => {
    const signatures: string[] = [];
    const { url } = await receiver(({ headers }, response, body) => {
      for (const secret of secrets) new Verifier(secret).verify(body, headers as Record<string, string>);
      signatures.push(headers['webhook-signature'] as string);
      response.end();
    });
    const first = await subscribe(url);
    const second = await webhooks.rotateSecret(scope, first.webhook.id, 60_000);
    const secrets = [first.secret, second.secret];
    await emitEvents();
    const third = await webhooks.rotateSecret(scope, first.webhook.id, 60_000);
    secrets.push(third.secret);
    await emitEvents();
    const fourth = await webhooks.rotateSecret(scope, first.webhook.id, 0);
    secrets.splice(0, 3, fourth.secret);
    await emitEvents();
    expect(signatures.map((text) => text.split(' ').length)).toEqual([2, 3, 1]);
    expect((await listOf(first.webhook.id)).map(({ status }) => status)).toEqual(Array(3).fill('delivered'));
  });

  it('has at most six signatures, and none of an expired secret', async () => {
    let clock = Date.now();
    const parts = makeTestWebhooks(db, { now: () => clock });
    const signatures: string[] = [];
    const { url } = await receiver(({ headers }, response) => {
      signatures.push(headers['webhook-signature'] as string);
      response.end();
    });
    const { webhook } = await subscribe(url);
    for (let count = 0; count < 8; count++) await parts.rotateSecret(scope, webhook.id, 60_000 + count * 1_000);
    for (const later of [0, 70_000]) {
      clock += later;
      await parts.fanOut(scope, newEvent());
      await doDueWork(db, parts, clock);
    }
    // The current secret, the previous one and four older ones; after all overlaps only the current one.
    expect(signatures.map((text) => text.split(' ').length)).toEqual([6, 1]);
  });
});

describe('a misbehaving receiver', () => {
  /** Result of one attempt. */
  const outcomeOf = async (url: string, parts = webhooks) => {
    const { webhook } = await subscribe(url);
    await webhooks.fanOut(scope, newEvent());
    await doDueWork(db, parts);
    const [delivery] = await listOf(webhook.id);
    return { webhook, delivery: delivery!, attempt: delivery!.last_attempt! };
  };

  it('returns 500: its response is stored, truncated, and the delivery is retried', async () => {
    const { url } = await receiver((_, response) => response.writeHead(500).end(`no\0${'x'.repeat(5_000)}`));
    const { delivery, attempt } = await outcomeOf(url);
    expect(attempt).toMatchObject({ response_status: 500, error: 'status' });
    expect(attempt.response_body).toBe(`no\ufffd${'x'.repeat(1_021)}`);
    expect(delivery).toMatchObject({ status: 'pending', attempts: 1 });
    const wait = Date.parse(delivery.next_attempt_at!) - Date.parse(attempt.at);
    expect(wait).toBeGreaterThanOrEqual(4_000);
    expect(wait).toBeLessThanOrEqual(16_000);
    // The run for the retry waits in the outbox.
    const [work] = await listWork(db);
    expect(work).toMatchObject({ job: 'webhook.deliver', run_at: new Date(delivery.next_attempt_at!) });
  });

  it('redirects to a private address: nothing is sent there', async () => {
    let reached = 0;
    const inner = await receiver((_, response) => {
      reached++;
      response.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await receiver((_, response) => response.writeHead(status, { location: inner.url }).end());
      expect((await outcomeOf(url)).attempt).toMatchObject({ response_status: status, error: 'redirect' });
    }
    expect(reached).toBe(0);
  });

  it('closes early: before a response and within its headers', async () => {
    for (const words of ['', 'HTTP/1.1 200 OK\r\nX-A']) {
      const { url } = await started(
        startRawReceiver((socket: Socket) => {
          socket.once('data', () => socket.end(words));
        }),
      );
      expect((await outcomeOf(url)).attempt).toMatchObject({ response_status: null, error: 'connection' });
    }
  });

  it.each([
    ['that is cut off', 'Content-Length: 9\r\n\r\nhalf', 'half'],
    ['that never ends', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'half'],
    ['that never begins', 'Content-Length: 9\r\n\r\n', ''],
    ['in an unknown content coding', 'Content-Encoding: zstd\r\nContent-Length: 4\r\n\r\nhalf', ''],
    ['that does not match its content coding', 'Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nhalf', ''],
  ])('sends a body %s: its status counts as delivered', async (_, answer, stored) => {
    const { url } = await started(
      startRawReceiver((socket: Socket) => {
        socket.once('data', () => {
          socket.write(`HTTP/1.1 200 OK\r\n${answer}`);
          if (answer.includes('Content-Length: 9') && stored !== '') socket.end();
        });
      }),
    );
    const { delivery, attempt } = await outcomeOf(url);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(attempt).toMatchObject({ response_status: 200, response_body: stored, error: null });
  });

  it('sends a huge or endless body: its first bytes are read and it counts as delivered', async () => {
    const { url } = await receiver((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) {}
      };
      response.on('drain', more);
      more();
    });
    const { delivery, attempt } = await outcomeOf(url);
    expect(delivery.status).toBe('delivered');
    expect(attempt.response_body).toBe('x'.repeat(1_024));
  });

  it('has an untrusted certificate', async () => {
    const certificate = makeCertificate('127.0.0.1', { hosts: ['127.0.0.1'] });
    const { url } = await started(startTlsReceiver(certificate, (_, response) => response.end()));
    expect((await outcomeOf(url)).attempt).toMatchObject({ response_status: null, error: 'tls' });
  });

  it('does not speak HTTP, or does not listen', async () => {
    const { url } = await started(startRawReceiver((socket) => void socket.end('220 mail ready\r\n')));
    expect((await outcomeOf(url)).attempt.error).toMatch(/^(protocol|connection)$/);
    const gone = await startReceiver(() => undefined);
    await gone.stop();
    expect((await outcomeOf(gone.url)).attempt.error).toBe('connection');
  });

  it('has a name that resolves to a private address at delivery', async () => {
    const { url, connections } = await receiver((_, response) => response.end());
    // The address is permitted at creation and blocked at delivery.
    const strict = makeTestWebhooks(db, { http: makeHttpClient() });
    expect((await outcomeOf(url, strict)).attempt).toMatchObject({ response_status: null, error: 'refused_address' });
    expect(connections()).toBe(0);
  });

  it('is slow: other deliveries of its webhook and of other webhooks are not delayed', async () => {
    const open: ServerResponse[] = [];
    let quick = 0;
    const slow = await receiver((_, response) => {
      // The first request hangs; later ones are answered.
      if (open.push(response) > 1) response.end();
    });
    const other = await receiver((_, response) => {
      quick++;
      response.end();
    });
    const { webhook } = await subscribe(slow.url);
    await subscribe(other.url);
    for (let index = 0; index < 40; index++) await webhooks.fanOut(scope, newEvent());
    const done = Promise.all((await listWork(db)).map(({ payload }) => runOf(payload)));
    while (quick < 40 || open.length < 40) await new Promise((next) => setTimeout(next, 5));
    // Events announced while the first hangs are sent in the same run.
    await webhooks.fanOut(scope, newEvent());
    while (open.length < 41) await new Promise((next) => setTimeout(next, 5));
    expect((await listOf(webhook.id)).filter(({ status }) => status === 'pending').length).toBeGreaterThan(0);
    open[0]!.end();
    await done;
    expect((await listOf(webhook.id)).every(({ status }) => status === 'delivered')).toBe(true);
  });

  it('is slow at the end of a run: new events are sent concurrently by the next run', async () => {
    let clock = Date.now();
    const parts = makeTestWebhooks(db, { now: () => clock });
    const open: ServerResponse[] = [];
    const slow = await receiver((_, response) => {
      if (open.push(response) > 1) response.end();
    });
    const { webhook } = await subscribe(slow.url);
    await parts.fanOut(scope, newEvent());
    const [work] = await listWork(db);
    const { run_id } = work!.payload as { run_id: string };
    const running = parts.deliver(scope, webhook.id, run_id, new AbortController().signal);
    while (open.length < 1) await new Promise((next) => setTimeout(next, 5));
    clock += 60_000;
    await parts.fanOut(scope, newEvent());
    while (open.length < 2) await new Promise((next) => setTimeout(next, 5));
    open[0]!.end();
    await running;
    expect((await listOf(webhook.id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it.each([200, 500])(
    'is slow: a delivery requested again in the meantime is sent again after its %i',
    async (first) => {
      const open: ServerResponse[] = [];
      const { url } = await receiver((_, response) => {
        if (open.push(response) > 1) response.end();
      });
      const { webhook } = await subscribe(url);
      await webhooks.fanOut(scope, newEvent());
      const [work] = await listWork(db);
      const { run_id } = work!.payload as { run_id: string };
      const running = webhooks.deliver(scope, webhook.id, run_id, new AbortController().signal);
      while (open.length < 1) await new Promise((next) => setTimeout(next, 5));
      const { id } = (await listOf(webhook.id))[0]!;
      expect(await webhooks.redeliver(scope, webhook.id, id)).toMatchObject({ status: 'pending' });
      open[0]!.writeHead(first).end();
      await running;
      // In this run, or in the next when this one had already queried.
      await doDueWork(db, webhooks);
      expect((await listOf(webhook.id))[0]).toMatchObject({ id, status: 'delivered', attempts: 2 });
    },
  );

  const runOf = (payload: unknown) => {
    const { webhook_id, run_id } = payload as { webhook_id: string; run_id: string };
    return webhooks.deliver(scope, webhook_id, run_id, new AbortController().signal);
  };

  it('hangs when the service stops: no attempt is counted, and the run continues later', async () => {
    const open: ServerResponse[] = [];
    const { url } = await receiver((_, response) => void open.push(response));
    const { webhook } = await subscribe(url);
    await webhooks.fanOut(scope, newEvent());
    const [work] = await listWork(db);
    const { run_id } = work!.payload as { run_id: string };
    const stop = new AbortController();
    const running = webhooks.deliver(scope, webhook.id, run_id, stop.signal);
    while (open.length === 0) await new Promise((next) => setTimeout(next, 5));
    stop.abort(new Error('the process stops'));
    await expect(running).rejects.toThrow('the process stops');
    expect(await listOf(webhook.id)).toMatchObject([{ status: 'pending', attempts: 0, last_attempt: null }]);
    const again = webhooks.deliver(scope, webhook.id, run_id, new AbortController().signal);
    while (open.length < 2) await new Promise((next) => setTimeout(next, 5));
    open[1]!.end();
    await again;
    expect(await listOf(webhook.id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });
});

describe('a receiver that is gone (410)', () => {
  it('is disabled immediately, its pending deliveries are cancelled, and other webhooks are notified', async () => {
    let answers = 0;
    const gone = await receiver((_, response) => {
      answers++;
      response.writeHead(410).end();
    });
    const received: unknown[] = [];
    const other = await receiver((_, response, body) => {
      received.push(JSON.parse(body));
      response.end();
    });
    const { webhook } = await subscribe(gone.url, ['document.received', 'webhook.disabled']);
    await subscribe(other.url, ['webhook.disabled']);
    await emitEvents(30);
    expect(answers).toBeLessThanOrEqual(8);
    const deliveries = await listOf(webhook.id);
    expect(deliveries).toHaveLength(30);
    expect(deliveries.every(({ status }) => status === 'failed')).toBe(true);
    expect(deliveries.at(-1)!.last_attempt).toMatchObject({ response_status: 410, error: 'gone' });
    expect(await webhooks.get(scope, webhook.id)).toMatchObject({ status: 'disabled', disabled: { reason: 'gone' } });
    const data = { webhook_id: webhook.id, origin: gone.url, reason: 'gone' };
    expect(received).toMatchObject([{ type: 'webhook.disabled', sequence: 1, data }]);
    const { items } = await makeTestAccounts(db).audit.list(scope, { limit: 10 });
    expect(items).toMatchObject([{ action: 'webhook.disable', resource: webhook.id, outcome: 'done', code: 'gone' }]);
  });
});
