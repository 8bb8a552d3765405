import { type Selectable, sql } from 'kysely';
import { firstCharacters } from '../../lib/first-characters.ts';
import type { Scope } from '../../lib/scope.ts';
import { type Database, inTransaction, system, type Tables } from '../db/index.ts';
import { type JobName, jobs } from './jobs.ts';

/** A job whose last attempt failed, kept until a person has looked at it. */
export type FailedJob = {
  readonly id: string;
  readonly job: JobName;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly error: string;
  /** ISO 8601, UTC, with milliseconds. */
  readonly created_at: string;
  readonly failed_at: string;
};

/** Jobs of one kind that are not done. */
export type OpenJobs = {
  readonly job: string;
  /** In the queue or on the way to it. */
  readonly open: number;
  /** For later, as asked. */
  readonly later: number;
  /** Open ones of which an attempt failed. */
  readonly retried: number;
  readonly failed: number;
  /** How long the oldest open one could have been done, in seconds; null without one. */
  readonly oldest_seconds: number | null;
};

/** A message may quote what it was about; the first words say what kind of fault it is. */
const LONGEST_ERROR = 300;

/** An attempt failed and another follows: of one job, or of all that one did together. */
export async function countFailure(db: Database, ids: readonly string[]): Promise<void> {
  await system(db)
    .updateTable('outbox')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where(sql<boolean>`id = any (${ids})`)
    .execute();
}

/** Takes a job out of the outbox and keeps it among the failed ones. May be called twice. */
export async function keepFailed(db: Database, id: string, error: Error): Promise<void> {
  const text = firstCharacters(`${error.name}: ${error.message}`, LONGEST_ERROR);
  await sql`
    with failed as (delete from outbox where id = ${id} returning id, job, payload, created_at)
    insert into failed_jobs (id, job, payload, error, created_at)
    select id, job, payload, ${text}, created_at from failed
    on conflict (id) do nothing`.execute(system(db));
}

/** What is open, by kind of job, the kinds with failed jobs alone included. */
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
 * What is due and not in the queue: how much, and for how many seconds the oldest of it; 0 without any. What others of its
 * lane hold back is not late.
 */
export async function measureOutbox(db: Database): Promise<{ waiting: number; oldest_seconds: number }> {
  const { rows } = await sql<{ waiting: number; oldest_seconds: number }>`
    select count(*) as waiting, coalesce(extract(epoch from now() - min(run_at) filter (where lane is null)), 0)::float8 as oldest_seconds
    from outbox where run_at <= now()`.execute(system(db));
  return rows[0]!;
}

/** Whose failed jobs are meant; null: those of all workspaces, and of the service itself. */
export type Whose = { readonly workspaceId: string | null };

/** Those that this release knows. */
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

/** The newest failed jobs, at most so many. */
export async function listFailedJobs(
  db: Database,
  { limit, ...whose }: Whose & { limit: number },
): Promise<FailedJob[]> {
  const newest = selectKnown(db, whose).orderBy('failed_at', 'desc').orderBy('id', 'desc');
  return (await newest.limit(limit).execute()).map(toFailedJob);
}

/** A failed job, however many are newer. */
export async function findFailedJob(
  db: Database,
  { id, ...whose }: Whose & { id: string },
): Promise<FailedJob | undefined> {
  const row = await selectKnown(db, whose).where('id', '=', id).executeTakeFirst();
  return row && toFailedJob(row);
}

/** Puts a failed job back into the outbox; false when there is none of this id. Its record must want it again. */
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

/** Forgets a failed job; false when there is none of this id. */
export function discardFailed(db: Database, { audit }: Pick<Scope, 'audit'>, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const deleted = await trx.deleteFrom('failed_jobs').where('id', '=', id).executeTakeFirst();
    if (deleted.numDeletedRows === 0n) return false;
    audit?.(trx, id);
    return true;
  });
}

/** Forgets jobs that failed before the time; answers how many. */
export async function forgetFailedBefore(db: Database, time: Date): Promise<number> {
  const deleted = await system(db).deleteFrom('failed_jobs').where('failed_at', '<', time).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
