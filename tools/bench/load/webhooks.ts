import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../../../src/lib/ids.ts';
import { type Database, openDatabase, system, withWorkspace } from '../../../src/platform/db/index.ts';
import { makeLog } from '../../../src/platform/index.ts';
import { announceAll } from '../../../src/platform/queue/index.ts';
import type { Measured } from './service.ts';

/** Events delivered to one receiver. */
export type WebhooksMeasured = {
  readonly events: number;
  /** Announced per second. */
  readonly offered: number;
  /** Arrived per second, from the first commit until the last arrival. */
  readonly rate: number;
  /** Seconds from the last commit until the last arrival. */
  readonly lag: number;
  /** Milliseconds from an event's commit until its arrival. */
  readonly p50: number;
  readonly p95: number;
  /** Duplicate deliveries. */
  readonly repeats: number;
};

/** Events per second, duration in seconds, and events per transaction (as for documents validated together). */
export type WebhookLoad = { readonly rate: number; readonly seconds: number; readonly together: number };

const MAX_WAIT_MS = 120_000;
/** Number of concurrent announcing transactions. */
const AT_ONCE = 4;

const makeId = (prefix: 'wsp' | 'whk' | 'evt') => newId(prefix, Date.now(), randomBytes);

/** Announces events at a fixed rate, independent of deliveries, and waits until all have arrived. */
export async function measureWebhooks(service: Measured, load: WebhookLoad): Promise<WebhooksMeasured> {
  const arrived = new Map<string, number>();
  let requests = 0;
  const receiver = createServer((request, response) => {
    requests++;
    const id = String(request.headers['webhook-id']);
    if (!arrived.has(id)) arrived.set(id, performance.now());
    request.resume().once('end', () => response.writeHead(204).end());
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const log = makeLog({ level: 'warn', role: 'bench' });
  const db = openDatabase({ url: service.databaseUrl, maxConnections: AT_ONCE, applicationName: 'bench', log });
  try {
    const workspaceId = await addWebhook(db, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
    const began = performance.now();
    const committed = await announceAtRate(db, workspaceId, load);
    const announced = performance.now();
    while (arrived.size < committed.size) {
      if (performance.now() - announced > MAX_WAIT_MS)
        throw new Error(`only ${arrived.size} of ${committed.size} events arrived`);
      await wait(5);
    }
    const last = Math.max(...arrived.values());
    const times = [...committed].map(([id, at]) => Math.max(0, arrived.get(id)! - at)).sort((a, b) => a - b);
    return {
      events: committed.size,
      offered: committed.size / ((announced - began) / 1000),
      rate: committed.size / ((last - began) / 1000),
      lag: Math.max(0, last - announced) / 1000,
      p50: times[Math.floor(times.length * 0.5)]!,
      p95: times[Math.floor(times.length * 0.95)]!,
      repeats: requests - arrived.size,
    };
  } finally {
    await db.close();
    receiver.closeAllConnections();
    receiver.close();
  }
}

/** Creates a webhook for all events, in a new workspace. */
async function addWebhook(db: Database, url: string): Promise<string> {
  const workspaceId = makeId('wsp');
  const at = new Date();
  const workspace = { id: workspaceId, name: 'Bench', environment: 'sandbox', created_at: at, expires_at: null };
  await system(db)
    .insertInto('workspaces')
    .values(workspace as never)
    .execute();
  const webhook = {
    workspace_id: workspaceId,
    id: makeId('whk'),
    url,
    events: ['*'],
    secret: `plain:whsec_${randomBytes(32).toString('base64')}`,
    status: 'enabled',
    created_by: 'bench',
    created_at: at,
    updated_at: at,
  };
  await system(db).insertInto('webhooks').values(webhook).execute();
  return workspaceId;
}

/** Commit time of each event. */
async function announceAtRate(db: Database, workspaceId: string, load: WebhookLoad): Promise<Map<string, number>> {
  const { rate, seconds, together } = load;
  const total = Math.round(rate * seconds);
  const committed = new Map<string, number>();
  const began = performance.now();
  let next = 0;
  const line = async (): Promise<void> => {
    while (next < total) {
      const first = next;
      const end = Math.min(total, first + together);
      next = end;
      // A transaction starts when the last of its events is due.
      const due = began + ((end - 1) / rate) * 1000 - performance.now();
      if (due > 0) await wait(due);
      const events = Array.from({ length: end - first }, (_, index) => {
        const [id, type, at] = [makeId('evt'), 'validation.completed', new Date().toISOString()];
        const data = { id, document_id: 'doc_bench', sequence: first + index + 1, type, actor: 'bench' };
        return { id, type, at, data };
      });
      await withWorkspace(db, workspaceId, (trx) => announceAll(trx, workspaceId, events));
      for (const { id } of events) committed.set(id, performance.now());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  return committed;
}
