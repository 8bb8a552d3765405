import { within } from '../../lib/within.ts';
import type { AppParts } from '../app-parts.ts';

type Check = { readonly id: string; readonly ok: boolean; readonly detail: string | null };

/** Whether a process can do its work, and what was asked to know it. */
type ReadinessAnswer = {
  readonly status: 'ready' | 'not_ready';
  readonly database: 'up' | 'down';
  /** Not told by a process that never asks the queue. */
  readonly queue?: 'up' | 'down';
  readonly stopping: boolean;
  readonly checks: Check[];
};

/** How long a dependency may take to answer before it counts as down, in milliseconds. */
const PATIENCE_MS = 2_000;

type Asked<Q> = Pick<AppParts, 'readiness' | 'db'> & { readonly queue: Q };
type Counting = Pick<AppParts['queue'], 'counts'>;

/** Asks the database, the queue unless it is null, and all checks at once. Never fails: what does not answer is down. */
export async function askReadiness(
  app: Asked<Counting>,
  stopping: AbortSignal,
): Promise<ReadinessAnswer & { readonly queue: 'up' | 'down' }>;
export async function askReadiness(app: Asked<Counting | null>, stopping: AbortSignal): Promise<ReadinessAnswer>;
export async function askReadiness(app: Asked<Counting | null>, stopping: AbortSignal): Promise<ReadinessAnswer> {
  const [database, queue, others] = await Promise.all([
    app.db.answers(PATIENCE_MS),
    app.queue && answersInTime(app.queue.counts()),
    app.readiness.check(),
  ]);
  const checks = [toCheck('database', database), ...(queue === null ? [] : [toCheck('queue', queue)]), ...others];
  const ready = checks.every(({ ok }) => ok) && !stopping.aborted;
  return {
    status: ready ? 'ready' : 'not_ready',
    database: database ? 'up' : 'down',
    ...(queue !== null && { queue: queue ? 'up' : 'down' }),
    stopping: stopping.aborted,
    checks,
  };
}

const toCheck = (id: string, ok: boolean): Check => ({ id, ok, detail: ok ? null : 'There is no answer in time' });

function answersInTime(asked: Promise<unknown>): Promise<boolean> {
  const answered = asked.then(
    () => true,
    () => false,
  );
  return within(answered, PATIENCE_MS, () => false);
}
