import { randomBytes } from 'node:crypto';
import { makeRetryFailedJob, workspaceOf } from '../../workers/retry-failed-job.ts';
import { type IdPrefix, newId } from '../lib/ids.ts';
import { POOLS } from '../lib/pools.ts';
import type { Scope } from '../lib/scope.ts';
import { makeAccounts } from '../modules/accounts/index.ts';
import { makeBatches, makeRadars, makeVatBatches } from '../modules/batches/index.ts';
import { makeDocuments } from '../modules/documents/index.ts';
import type { Database } from '../platform/db/index.ts';
import { type Config, makeLog, readConfig } from '../platform/index.ts';
import { makeJobRecords, type Queue } from '../platform/queue/index.ts';
import { asOperator, doAsOperator } from './with-accounts.ts';
import { withServiceDatabase } from './with-database.ts';
import { noResponse, readQueue } from './with-queue.ts';

export const USAGE = `usage: queues                list waiting, running and failed jobs
       queues retry <id>     run a failed job again
       queues discard <id>   delete a failed job`;

/**
 * Prints the queues, or retries or discards one failed job. Works next to a running service if DATABASE_URL is set.
 * Only the counts per pool need Redis; everything else is printed without it.
 */
export async function queues(args: readonly string[]): Promise<number> {
  const [action, id] = args;
  if (action !== undefined && (id === undefined || !['retry', 'discard'].includes(action))) {
    console.error(USAGE);
    return 2;
  }
  const config = readConfig();
  const log = makeLog({ level: 'warn', role: 'cli' }, process.stderr);
  return withServiceDatabase(config, log, async (db) => {
    const queue = makeJobRecords(db);
    if (action === undefined) return show(config, db, queue);
    const parts = { db, now: () => Date.now(), newId: (prefix: IdPrefix) => newId(prefix, Date.now(), randomBytes) };
    const job = await queue.failed.find({ workspaceId: null, id: id! });
    if (job === undefined) {
      console.error(`There is no failed job ${id}`);
      return 1;
    }
    const retries = action === 'retry';
    const retry = makeRetryFailedJob({
      documents: makeDocuments(parts),
      batches: makeBatches(parts),
      vatBatches: makeVatBatches(parts),
      radars: makeRadars(parts),
      queue,
    });
    const work = (scope: Scope): Promise<unknown> =>
      retries ? retry(job, scope) : queue.failed.discard(scope, job.id);
    const workspace = workspaceOf(job);
    const entry = { action: retries ? 'failed-job.retry' : 'failed-job.discard', resource: job.id } as const;
    // Maintenance jobs have no workspace and therefore no audit trail.
    if (workspace === null) await work(asOperator(''));
    else
      await doAsOperator(
        makeAccounts({ ...parts, random: randomBytes, environment: config.environment }),
        workspace,
        entry,
        work,
      );
    console.log(action === 'retry' ? `${id} is queued again` : `${id} is discarded`);
    return 0;
  });
}

async function show(
  config: Pick<Config, 'redisUrl'>,
  db: Database,
  { openJobs, outbox, failed: failedJobs }: Pick<Queue, 'openJobs' | 'outbox' | 'failed'>,
): Promise<number> {
  const [jobs, backlog, failed] = await Promise.all([
    openJobs(),
    outbox(),
    failedJobs.list({ workspaceId: null, limit: 50 }),
  ]);
  print([
    ['OUTBOX', 'OLDEST'],
    [`${backlog.waiting} due`, `${Math.round(backlog.oldest_seconds)} s`],
  ]);
  print([
    ['JOB', 'NOT DONE', 'FOR LATER', 'RETRIED', 'FAILED', 'OLDEST'],
    ...jobs.map(({ job, open, later, retried, failed: lost, oldest_seconds }) => [
      job,
      open,
      later,
      retried,
      lost,
      oldest_seconds === null ? '-' : `${Math.round(oldest_seconds)} s`,
    ]),
  ]);
  if (failed.length > 0) {
    print([
      ['FAILED', 'JOB', 'AT', 'PAYLOAD', 'ERROR'],
      ...failed.map(({ id, job, failed_at, payload, error }) => [id, job, failed_at, JSON.stringify(payload), error]),
    ]);
  }
  // Redis is read last, so that the data from PostgreSQL is printed even if Redis does not respond.
  const counts = await readQueue(config, db, (queue) => queue.counts());
  if (counts === null) {
    console.error(noResponse(config));
    return 1;
  }
  print([
    ['POOL', 'WAITING', 'ACTIVE', 'DELAYED'],
    ...POOLS.map((pool) => [pool, counts[pool].waiting, counts[pool].active, counts[pool].delayed]),
  ]);
  return 0;
}

function print(rows: readonly (readonly (string | number)[])[]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => String(cells[column]).length)));
  for (const cells of rows)
    console.log(
      cells
        .map((cell, column) => String(cell).padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
  console.log();
}
