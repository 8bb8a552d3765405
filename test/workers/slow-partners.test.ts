import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeValidator } from '@e-invoice/validator/validation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { USUAL_LIMITS } from '../../src/modules/exchange/partners/index.ts';
import { makeSending } from '../../src/modules/exchange/sending/index.ts';
import { findRoot, makeMetrics, readConfig } from '../../src/platform/index.ts';
import { makeQueue, type Queue } from '../../src/platform/queue/index.ts';
import { type RunningWorkers, startWorkers } from '../../workers/main.ts';
import type { WorkerApp } from '../../workers/worker.ts';
import { envelopeOf } from '../partners/envelope.ts';
import { billing } from '../rules/peppol/peppol-invoice.ts';
import { makeTestDatabase, type TestDatabase, testLog } from '../support/database.ts';
import { makeInvoice, text } from '../support/invoice-builder.ts';
import { makeId, makeRecords, makeVerdict, makeWorkspace, prepareDocument, receiveOne } from '../support/records.ts';
import { validationPoolOf } from '../support/validation-pool-of.ts';

// Partners respond only when the test allows it, so that any job that waits for them would wait forever.

/** Fewer slots than the waiting jobs of the slow partners could occupy. */
const CONCURRENCY = 'network=4,sending=40';
const WAITING = 24;

let test: TestDatabase;
let queue: Queue;
let workers: RunningWorkers;
let records: ReturnType<typeof makeRecords>;

beforeAll(async () => {
  const root = findRoot();
  test = await makeTestDatabase({ maxConnections: 15 });
  const { db } = test;
  const metrics = makeMetrics('test');
  records = makeRecords(db);
  queue = await makeQueue({ db, redisUrl: null, log: testLog, metrics });
  const validator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
  const validationPool = validationPoolOf({ validator });
  const sending = makeSending({ validationPool, peppol: records.peppol, now: Date.now, newUuid: randomUUID });
  const app = { ...records, validationPool, sending, db, queue, log: testLog, metrics, now: Date.now };
  const config = readConfig({ WORKER_CONCURRENCY: CONCURRENCY });
  workers = await startWorkers({ ...app, config } as unknown as WorkerApp & typeof app, ['network', 'sending']);
});
afterAll(async () => {
  await workers.stop();
  await queue.close();
  await test.drop();
});

/** A partner that accepts every document and responds when allowed to. */
async function openPartner() {
  const waiting = new Set<ServerResponse>();
  const keys = new Set<unknown>();
  let isFree = false;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const key = request.headers['idempotency-key'];
      // Preparation checks the connection, which is not a send.
      if (key !== undefined) keys.add(key);
      if (isFree || key === undefined) return void response.writeHead(204).end();
      waiting.add(response);
      // A process that was suspended for seconds on a busy machine loses its job and closes the connection.
      response.once('close', () => waiting.delete(response));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const free = () => {
    isFree = true;
    for (const response of waiting) response.writeHead(204).end();
  };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl, free, taken: () => keys.size, waiting: () => waiting.size, close: () => server.close() };
}

async function connect(scope: Scope, baseUrl: string): Promise<string> {
  const submit = {
    method: 'POST',
    path: '/in',
    body: { type: 'envelope' },
    key_header: 'Idempotency-Key',
    reference_field: null,
  };
  const { id } = await records.partners.create(scope, {
    kind: 'http',
    name: 'Doručovateľ',
    settings: {
      ...{ base_url: baseUrl, auth: { type: 'none' }, submit, mls: null, limits: USUAL_LIMITS },
      ...{ client_certificate: null, trusted_authorities: null, check_path: null, dry_run_path: null, status: null },
    } as never,
    secrets: { secret: null, client_key: null },
    sendingEnabled: true,
  });
  return id;
}

async function validated(scope: Scope): Promise<string> {
  const { id } = await receiveOne(records.documents, scope, {
    content: Buffer.from(makeInvoice(...billing, text('cbc:ID', makeId('doc')))),
  });
  await records.documents.begin(scope, id);
  await records.documents.complete(scope, id, makeVerdict(true));
  return id;
}

async function send(scope: Scope, id: string, partner: string): Promise<void> {
  const { preparation } = await records.documents.get(scope, id);
  await records.documents.send(scope, id, { preparation: preparation!.id, partner });
}

it('unresponsive partners delay neither preparations nor sends to other partners', async () => {
  const slow = await Promise.all([openPartner(), openPartner()]);
  const sent: { scope: Scope; id: string }[] = [];
  for (const { baseUrl } of slow) {
    const scope = await makeWorkspace(test.db);
    const partner = await connect(scope, baseUrl);
    for (let count = 0; count < WAITING; count++) {
      const id = await validated(scope);
      await prepareDocument(records.documents, scope, id, partner, envelopeOf(id));
      await send(scope, id, partner);
      sent.push({ scope, id });
    }
  }
  for (const { waiting } of slow) await expect.poll(waiting).toBe(USUAL_LIMITS.at_once);

  const healthy = await openPartner();
  healthy.free();
  const scope = await makeWorkspace(test.db);
  const partner = await connect(scope, healthy.baseUrl);
  const id = await validated(scope);
  const status = async () => (await records.documents.get(scope, id)).status;
  await records.documents.prepare(scope, id, { partner, receiver: null });
  await expect.poll(status).toBe('send_prepared');
  await send(scope, id, partner);
  await expect.poll(status).toBe('sent');
  // The slow partners have received no more than their concurrency limit.
  for (const { waiting } of slow) expect(waiting()).toBeLessThanOrEqual(USUAL_LIMITS.at_once);

  for (const { free } of slow) free();
  for (const one of sent) {
    await expect.poll(async () => (await records.documents.get(one.scope, one.id)).status).toBe('sent');
  }
  for (const { taken } of slow) expect(taken()).toBe(WAITING);
  for (const { close } of [...slow, healthy]) close();
});
