import { within } from '../../lib/with-timeout.ts';
import type { CheckResult, Metrics, Readiness } from '../../platform/index.ts';

/** Readiness of a process, and the result of each check. */
type ReadinessAnswer = {
  /** `degraded`: the process is ready, but an informational check fails. */
  readonly status: 'ready' | 'degraded' | 'not_ready';
  readonly database: 'up' | 'down';
  /** Absent for a process that never uses the queue. */
  readonly queue?: 'up' | 'down';
  readonly stopping: boolean;
  readonly checks: CheckResult[];
};

/** Timeout of a dependency check, in milliseconds. */
const PATIENCE_MS = 2_000;

type Probes<Q> = {
  readonly readiness: Readiness;
  readonly db: { readonly answers: (limit: number) => Promise<boolean> };
  readonly queue: Q;
};
type Counting = { readonly counts: () => Promise<unknown> };

type Needs = {
  /**
   * True when the process cannot work without the queue, as workers cannot. An API process without it stores
   * documents in the outbox.
   */
  readonly isQueueRequired: boolean;
};

/** Runs all checks in parallel; null skips the queue. Never rejects: a dependency that does not respond is down. */
export async function askReadiness(
  app: Probes<Counting>,
  stopping: AbortSignal,
  needs: Needs,
): Promise<ReadinessAnswer & { readonly queue: 'up' | 'down' }>;
export async function askReadiness(
  app: Probes<Counting | null>,
  stopping: AbortSignal,
  needs: Needs,
): Promise<ReadinessAnswer>;
export async function askReadiness(
  app: Probes<Counting | null>,
  stopping: AbortSignal,
  { isQueueRequired }: Needs,
): Promise<ReadinessAnswer> {
  const [database, queue, others] = await Promise.all([
    app.db.answers(PATIENCE_MS),
    app.queue && answersInTime(app.queue.counts()),
    app.readiness.check(),
  ]);
  const checks = [
    toCheck('database', database, true),
    ...(queue === null ? [] : [toCheck('queue', queue, isQueueRequired)]),
    ...others,
  ];
  const isReady = checks.every(({ ok, required }) => ok || !required) && !stopping.aborted;
  return {
    status: isReady ? (checks.every(({ ok }) => ok) ? 'ready' : 'degraded') : 'not_ready',
    database: database ? 'up' : 'down',
    ...(queue !== null && { queue: queue ? 'up' : 'down' }),
    stopping: stopping.aborted,
    checks,
  };
}

/** HTTP status for probes. */
export const statusOf = ({ status }: ReadinessAnswer): 200 | 503 => (status === 'not_ready' ? 503 : 200);

/** Adds a metric with the result of each check, evaluated when metrics are read. */
export function measureReadiness(
  app: Probes<Counting | null> & { readonly metrics: Pick<Metrics, 'gauge'> },
  needs: Needs,
): void {
  const never = new AbortController().signal;
  app.metrics.gauge({
    name: 'readiness_check',
    help: 'Result of a check of /readyz: 1 passes, 0 fails. A failing check that is not required does not affect readiness.',
    labels: ['check', 'required'],
    collect: async (gauge) => {
      const { checks } = await askReadiness(app, never, needs);
      gauge.reset();
      for (const { id, ok, required } of checks) gauge.set({ check: id, required: String(required) }, ok ? 1 : 0);
    },
  });
}

const toCheck = (id: string, ok: boolean, required: boolean): CheckResult => ({
  id,
  ok,
  required,
  detail: ok ? null : 'The check timed out',
});

function answersInTime(probe: Promise<unknown>): Promise<boolean> {
  const answered = probe.then(
    () => true,
    () => false,
  );
  return within(answered, PATIENCE_MS, () => false);
}
