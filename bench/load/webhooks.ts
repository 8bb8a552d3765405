import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, system, withWorkspace } from '../../src/db/index.ts';
import { newId } from '../../src/lib/ids.ts';
import { announce } from '../../src/queue/index.ts';
import { makeLog } from '../../src/runtime/index.ts';
import type { Measured } from './service.ts';

/** Events on their way to one receiver, from the first commit until the last has arrived. */
export type WebhooksMeasured = {
  readonly events: number;
  readonly seconds: number;
  /** Arrived a second. */
  readonly rate: number;
  /** Deliveries beyond the first of an event. */
  readonly repeats: number;
};

const PATIENCE_MS = 120_000;

/** Announces so many events, each in a transaction of its own as a record does, and waits until all have arrived. */
export async function measureWebhooks(service: Measured, events: number): Promise<WebhooksMeasured> {
  const arrived = new Set<string>();
  let requests = 0;
  const receiver = createServer((request, response) => {
    requests++;
    arrived.add(String(request.headers['webhook-id']));
    request.resume().once('end', () => response.writeHead(204).end());
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const log = makeLog({ level: 'warn', role: 'bench' });
  const db = openDatabase({ url: service.databaseUrl, maxConnections: 4, applicationName: 'bench', log });
  const makeId = (prefix: 'wsp' | 'whk' | 'evt') => newId(prefix, Date.now(), randomBytes);
  try {
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
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      events: ['*'],
      secret: `plain:whsec_${randomBytes(32).toString('base64')}`,
      status: 'enabled',
      created_by: 'bench',
      created_at: at,
      updated_at: at,
    };
    await system(db).insertInto('webhooks').values(webhook).execute();
    const began = performance.now();
    let next = 0;
    const announceAll = async (): Promise<void> => {
      while (next++ < events) {
        const id = makeId('evt');
        const data = { id, document_id: 'doc_bench', sequence: next, type: 'validation.completed', actor: 'bench' };
        await withWorkspace(db, workspaceId, (trx) =>
          announce(trx, workspaceId, { id, type: 'validation.completed', at: at.toISOString(), data }),
        );
      }
    };
    await Promise.all([announceAll(), announceAll(), announceAll(), announceAll()]);
    while (arrived.size < events) {
      if (performance.now() - began > PATIENCE_MS) throw new Error(`only ${arrived.size} of ${events} events arrived`);
      await wait(5);
    }
    const seconds = (performance.now() - began) / 1000;
    return { events, seconds, rate: events / seconds, repeats: requests - arrived.size };
  } finally {
    await db.close();
    receiver.closeAllConnections();
    receiver.close();
  }
}
