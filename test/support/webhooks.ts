import { randomBytes } from 'node:crypto';
import { type IdPrefix, newId } from '../../src/lib/ids.ts';
import { makeAccounts } from '../../src/modules/accounts/index.ts';
import { makeWebhooks, type WebhookParts, type Webhooks } from '../../src/modules/webhooks/index.ts';
import { type Database, system } from '../../src/platform/db/index.ts';
import { type HttpClient, makeHttpClient, makeMetrics, makeSecretCipher } from '../../src/platform/index.ts';
import type { JobPayload } from '../../src/platform/queue/index.ts';
import { webhookDeliver } from '../../workers/webhook.deliver.ts';
import { webhookFanOut } from '../../workers/webhook.fan-out.ts';
import type { WorkerApp } from '../../workers/worker.ts';

/** Reaches receivers on this machine alone, by address. */
export const makeTestHttp = (): HttpClient => makeHttpClient({ allow: ['127.0.0.1'] });

/** The webhooks of a database. They keep no connection open that would keep a process alive. */
export function makeTestWebhooks(db: Database, changes: Partial<WebhookParts> = {}): Webhooks {
  const now = changes.now ?? (() => Date.now());
  return makeWebhooks({
    db,
    http: makeTestHttp(),
    requireTls: false,
    cipher: makeSecretCipher('a secret of the tests alone, 32 or more'),
    now,
    newId: (prefix) => newId(prefix, now(), randomBytes),
    randomBytes,
    random: Math.random,
    attempts: makeMetrics('test').counter({ name: 'attempts', help: '-', labels: ['outcome'] }),
    ...changes,
  });
}

type Work = { readonly id: string; readonly job: string; readonly payload: unknown; readonly run_at: Date };

const never = new AbortController().signal;

/** What the outbox has for webhooks, the next first. */
export async function listWork(db: Database): Promise<Work[]> {
  const rows = await system(db)
    .selectFrom('outbox')
    .select(['id', 'job', 'payload', 'run_at'])
    .where('job', 'like', 'webhook.%')
    .orderBy('run_at')
    .orderBy('id')
    .execute();
  return rows;
}

/** Does one piece of work as a worker would, and takes it out of the outbox. */
export async function doWork(db: Database, webhooks: Webhooks, { id, job, payload }: Work): Promise<void> {
  const newAt = (prefix: IdPrefix): string => newId(prefix, Date.now(), randomBytes);
  const accounts = makeAccounts({ db, now: Date.now, newId: newAt, random: randomBytes, environment: 'production' });
  const workerApp = { webhooks, accounts } as unknown as WorkerApp;
  if (job === 'webhook.fan-out') await webhookFanOut.work(payload as JobPayload<'webhook.fan-out'>, workerApp, never);
  else await webhookDeliver.work(payload as JobPayload<'webhook.deliver'>, workerApp, never);
  await system(db).deleteFrom('outbox').where('id', '=', id).execute();
}

/** Between the clock of the database, which gives work its time, and that of the test. */
const CLOCKS_APART = 1_000;

/** Does everything that is due by the test's clock or the real one, whichever is later, until nothing is. */
export async function doDueWork(db: Database, webhooks: Webhooks, now?: number): Promise<void> {
  for (;;) {
    const isDue = ({ run_at }: Work): boolean => run_at.getTime() <= Math.max(now ?? 0, Date.now()) + CLOCKS_APART;
    const due = (await listWork(db)).filter(isDue);
    if (due.length === 0) return;
    for (const work of due) await doWork(db, webhooks, work);
  }
}
