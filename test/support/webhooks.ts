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

/** HTTP client that may reach receivers on this machine, by address. */
export const makeTestHttp = (): HttpClient => makeHttpClient({ allow: ['127.0.0.1'] });

/** Webhooks of a database, without connections that keep the process alive. */
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

/** Jobs of webhooks in the outbox, in order. */
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

/** Runs a job as a worker would, and removes it from the outbox. */
export async function doWork(db: Database, webhooks: Webhooks, { id, job, payload }: Work): Promise<void> {
  const newAt = (prefix: IdPrefix): string => newId(prefix, Date.now(), randomBytes);
  const accounts = makeAccounts({ db, now: Date.now, newId: newAt, random: randomBytes, environment: 'production' });
  const workerApp = { webhooks, accounts } as unknown as WorkerApp;
  if (job === 'webhook.fan-out') await webhookFanOut.work(payload as JobPayload<'webhook.fan-out'>, workerApp, never);
  else await webhookDeliver.work(payload as JobPayload<'webhook.deliver'>, workerApp, never);
  await system(db).deleteFrom('outbox').where('id', '=', id).execute();
}

/** Maximum difference between the clocks of the database, which schedules jobs, and of the test. */
const CLOCKS_APART = 1_000;

/** Runs all due jobs by the test's clock or the real one, whichever is later, until there are none. */
export async function doDueWork(db: Database, webhooks: Webhooks, now?: number): Promise<void> {
  for (;;) {
    const isDue = ({ run_at }: Work): boolean => run_at.getTime() <= Math.max(now ?? 0, Date.now()) + CLOCKS_APART;
    const due = (await listWork(db)).filter(isDue);
    if (due.length === 0) return;
    for (const work of due) await doWork(db, webhooks, work);
  }
}
