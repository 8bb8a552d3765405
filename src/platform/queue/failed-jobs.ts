import { type Selectable, sql } from 'kysely';
import { firstCharacters } from '../../lib/first-characters.ts';
import type { Scope } from '../../lib/scope.ts';
import { type Database, inTransaction, system, type Tables } from '../db/index.ts';
import { type JobName, jobs } from './jobs.ts';

/** Job whose last attempt failed, stored until an operator reviews it. */
export type FailedJob = {
  readonly id: string;
  readonly job: JobName;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly error: string;
  /** ISO 8601, UTC, with milliseconds. */
  readonly created_at: string;
  readonly failed_at: string;
};

/** Unfinished jobs of one kind. */
export type OpenJobs = {
  readonly job: string;
  /** Published, or due for publication. */
  readonly open: number;
  /** Scheduled for a later time. */
  readonly later: number;
  /** Number of unfinished jobs with a failed attempt. */
  readonly retried: number;
  readonly failed: number;
  /** How long the oldest unfinished job has been due, in seconds; null without one. */
  readonly oldest_seconds: number | null;
};

/** Errors are truncated, since they may quote contents; the first words identify the kind of error. */
const LONGEST_ERROR = 300;

/** Records a failed attempt that will be retried, for one job or for all members of a combined job. */
export async function countFailure(db: Database, ids: readonly string[]): Promise<void> {
  await system(db)
    .updateTable('outbox')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where(sql<boolean>`id = any (${ids})`)
    .execute();
}

/** Moves a job from the outbox to the failed jobs. Idempotent. */
export async function keepFailed(db: Database, id: string, error: Error): Promise<void> {
  const text = firstCharacters(`${error.name}: ${error.message}`, LONGEST_ERROR);
  await sql`
    with failed as (delete from outbox where id = ${id} returning id, job, payload, created_at)
    insert into failed_jobs (id, job, payload, error, created_at)
    select id, job, payload, ${text}, created_at from failed
    on conflict (id) do nothing`.execute(system(db));
}

/** Counts unfinished jobs by kind, including kinds that only have failed jobs. */
export async function listOpenJobs(db: Database): Promise<OpenJobs[]> {
  const { rows } = await sql<OpenJobs>`
    with open as (
      select job, count(*) filter (where published_at is not null or run_at <= now()) as open,
        count(*) filter (where published_at is null and run_at > now()) as later,
        count(*) filter (where failures > 0) as retried,
        extract(epoch from now() - min(due_at)
          filter (where published_at is not null or run_at <= now()))::float8 as oldest_seconds
      from outbox group by job
    ), failed as (select job, count(*) as failed from failed_jobs group by job)
    select job, coalesce(open, 0) as open, coalesce(later, 0) as later, coalesce(retried, 0) as retried,
      coalesce(failed, 0) as failed, oldest_seconds
    from open full join failed using (job) order by job`.execute(system(db));
  return rows;
}

/**
 * Number of jobs that are due but not in the queue, and how long the oldest is overdue in seconds; 0 without any.
 * Jobs that wait for others of their lane are not counted as overdue.
 */
export async function measureOutbox(db: Database): Promise<{ waiting: number; oldest_seconds: number }> {
  const { rows } = await sql<{ waiting: number; oldest_seconds: number }>`
    select count(*) as waiting, coalesce(extract(epoch from now() - min(run_at) filter (where lane is null)), 0)::float8 as oldest_seconds
    from outbox where run_at <= now()`.execute(system(db));
  return rows[0]!;
}

/** Filter by workspace; null: all workspaces and the service's own jobs. */
export type Whose = { readonly workspaceId: string | null };

/** Only kinds of jobs that this release knows. */
const selectKnown = (db: Database, { workspaceId }: Whose) => {
  const known = system(db).selectFrom('failed_jobs').selectAll().where('job', 'in', Object.keys(jobs));
  return workspaceId === null ? known : known.where(sql`payload ->> 'workspace_id'`, '=', workspaceId);
};

const toFailedJob = ({
  job,
  payload,
  created_at,
  failed_at,
  ...row
}: Selectable<Tables['failed_jobs']>): FailedJob => ({
  ...row,
  job: job as JobName,
  payload: payload as FailedJob['payload'],
  created_at: created_at.toISOString(),
  failed_at: failed_at.toISOString(),
});

/** Newest failed jobs, up to a limit. */
export async function listFailedJobs(
  db: Database,
  { limit, ...whose }: Whose & { limit: number },
): Promise<FailedJob[]> {
  const newest = selectKnown(db, whose).orderBy('failed_at', 'desc').orderBy('id', 'desc');
  return (await newest.limit(limit).execute()).map(toFailedJob);
}

/** Finds a failed job by id. */
export async function findFailedJob(
  db: Database,
  { id, ...whose }: Whose & { id: string },
): Promise<FailedJob | undefined> {
  const row = await selectKnown(db, whose).where('id', '=', id).executeTakeFirst();
  return row && toFailedJob(row);
}

/**
 * Returns a failed job to the outbox; false when the id is unknown. The caller resets the record that the job belongs
 * to.
 */
export function requeueFailed(db: Database, { audit }: Pick<Scope, 'audit'>, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql`
      with taken as (delete from failed_jobs where id = ${id} returning id, job, payload)
      insert into outbox (id, job, payload) select id, job, payload from taken
      on conflict (id) do nothing returning id`.execute(trx);
    if (rows.length === 0) return false;
    audit?.(trx, id);
    return true;
  });
}

/** Deletes a failed job; false when the id is unknown. */
export function discardFailed(db: Database, { audit }: Pick<Scope, 'audit'>, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const deleted = await trx.deleteFrom('failed_jobs').where('id', '=', id).executeTakeFirst();
    if (deleted.numDeletedRows === 0n) return false;
    audit?.(trx, id);
    return true;
  });
}

/** Deletes jobs that failed before the time; returns their number. */
export async function forgetFailedBefore(db: Database, time: Date): Promise<number> {
  const deleted = await system(db).deleteFrom('failed_jobs').where('failed_at', '<', time).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
