import { sql } from 'kysely';
import { POOLS, type Pool } from '../../lib/pools.ts';
import { type Database, system } from '../db/index.ts';
import { isJobName, jobs } from './jobs.ts';

/**
 * Per pool, how long the oldest job has been waiting to start, in seconds; 0 without waiting jobs. Running jobs are
 * excluded, so that long jobs do not count; so are jobs scheduled for later, and jobs held in the outbox by their
 * lane.
 *
 * @param running outbox row ids of the jobs that workers run now
 */
export async function measureOldestWaiting(
  db: Database,
  running: readonly string[],
): Promise<Readonly<Record<Pool, number>>> {
  const { rows } = await sql<{ job: string; seconds: number }>`
    select job, extract(epoch from now() - min(case when lane is null then due_at else published_at end))::float8 as seconds
    from outbox
    where (published_at is not null or (run_at <= now() and lane is null)) and due_at <= now() and id <> all(${running})
    group by job`.execute(system(db));
  const seconds = Object.fromEntries(POOLS.map((pool) => [pool, 0])) as Record<Pool, number>;
  for (const row of rows) {
    if (!isJobName(row.job)) continue;
    const { pool } = jobs[row.job];
    seconds[pool] = Math.max(seconds[pool], row.seconds);
  }
  return seconds;
}
