import { within } from '../../lib/with-timeout.ts';
import { type Log, makeMetrics } from '../index.ts';

/** Unfinished jobs of one kind. */
type OpenJobs = {
  readonly job: string;
  readonly open: number;
  readonly later: number;
  readonly retried: number;
  readonly failed: number;
  readonly oldest_seconds: number | null;
};

type PoolCounts = { readonly waiting: number; readonly active: number; readonly delayed: number };

/** Sources of the installation's gauges; domain modules count their own data. */
export type BacklogSources = {
  /** All kinds of jobs, so that a kind without jobs is reported as 0. */
  readonly jobNames: readonly string[];
  readonly pools: () => Promise<Readonly<Record<string, PoolCounts>>>;
  readonly jobs: () => Promise<readonly OpenJobs[]>;
  /** Per pool, how long its oldest job has been waiting to start, in seconds. */
  readonly oldestWaiting: () => Promise<Readonly<Record<string, number>>>;
  /** Jobs that are due but not in the queue, and how long the oldest is overdue. */
  readonly outbox: () => Promise<{ readonly waiting: number; readonly oldest_seconds: number }>;
  readonly documents: () => Promise<Readonly<Record<string, number>>>;
  readonly deliveries: () => Promise<Readonly<Record<string, number>>>;
  /** How far ahead table partitions exist, in seconds. */
  readonly monthsAhead: () => Promise<number>;
  /**
   * Number of entries of the transparency log, those covered by its newest checkpoint, and the age of the oldest
   * entry without one.
   */
  readonly transparencyLog: () => Promise<{
    readonly leaves: number;
    readonly published: number;
    readonly unpublishedSeconds: number;
  }>;
};

type BacklogState = {
  /** Renders the gauges in the Prometheus text format; gauges that cannot be computed now are omitted. */
  readonly render: () => Promise<string>;
};

/** How long counts are cached, in milliseconds, so that frequent scrapes do not load the database. */
const FRESH_MS = 5_000;

/** Maximum time a scrape waits for one count, in milliseconds. */
const PATIENCE_MS = 2_000;

/**
 * Creates the gauges of the installation. They are separate from process metrics, since all processes report the same
 * values.
 */
export function makeBacklog(sources: BacklogSources, { log, now }: { log: Log; now: () => number }): BacklogState {
  let last: { readonly at: number; readonly text: Promise<string> } | null = null;
  const count = async (): Promise<string> => {
    const gauges = makeGauges();
    const parts = [
      readInto(sources.pools, (pools) => {
        for (const [pool, counts] of Object.entries(pools))
          for (const state of ['waiting', 'active', 'delayed'] as const)
            gauges.pools().set({ pool, state }, counts[state]);
      }),
      readInto(sources.oldestWaiting, (pools) => {
        for (const [pool, seconds] of Object.entries(pools)) gauges.waits().set({ pool }, seconds);
      }),
      readInto(sources.jobs, (jobs) => setJobs(gauges, sources.jobNames, jobs)),
      readInto(sources.outbox, (outbox) => {
        gauges.backlog().set(outbox.waiting);
        gauges.age().set(outbox.oldest_seconds);
      }),
      readInto(sources.documents, (counts) => {
        for (const [status, found] of Object.entries(counts)) gauges.documents().set({ status }, found);
      }),
      readInto(sources.deliveries, (counts) => {
        for (const [status, found] of Object.entries(counts)) gauges.deliveries().set({ status }, found);
      }),
      readInto(sources.monthsAhead, (seconds) => gauges.monthsAhead().set(seconds)),
      readInto(sources.transparencyLog, ({ leaves, published, unpublishedSeconds }) => {
        gauges.leaves().set(leaves);
        gauges.checkpoint().set(published);
        gauges.unpublished().set(unpublishedSeconds);
      }),
    ];
    for (const { status, reason } of (await Promise.allSettled(parts)) as PromiseRejectedResult[])
      if (status === 'rejected') log.debug({ err: reason }, 'backlog metric not read');
    return gauges.render();
  };
  return {
    render: () => {
      if (last === null || now() - last.at > FRESH_MS) last = { at: now(), text: count() };
      return last.text;
    },
  };
}

type Gauges = ReturnType<typeof makeGauges>;

/** A gauge is created when it has values; otherwise only its HELP and TYPE lines would be rendered. */
function makeGauges() {
  const metrics = makeMetrics(null);
  const once = <T>(make: () => T): (() => T) => {
    let made: T | undefined;
    return () => (made ??= make());
  };
  const byJob = ['job'] as const;
  return {
    render: metrics.render,
    pools: once(() =>
      metrics.gauge({
        name: 'queue_pool_jobs',
        help: 'Jobs that the queue has, by the pool of workers that takes them.',
        labels: ['pool', 'state'],
      }),
    ),
    waits: once(() =>
      metrics.gauge({
        name: 'queue_oldest_waiting_seconds',
        help: 'How long the oldest job of a pool waits to be begun; 0 where none waits. Workers are added by it.',
        labels: ['pool'],
      }),
    ),
    jobs: once(() =>
      metrics.gauge({
        name: 'queue_jobs',
        help: 'Unfinished jobs: open (in the queue or on the way to it), later (scheduled), failed (permanently).',
        labels: ['job', 'state'],
      }),
    ),
    retried: once(() =>
      metrics.gauge({
        name: 'queue_retried_jobs',
        help: 'Jobs that are not done and of which an attempt failed.',
        labels: byJob,
      }),
    ),
    oldest: once(() =>
      metrics.gauge({
        name: 'queue_oldest_job_age_seconds',
        help: 'How long the oldest open job could have been done; 0 without one.',
        labels: byJob,
      }),
    ),
    backlog: once(() =>
      metrics.gauge({ name: 'outbox_backlog', help: 'Jobs in the outbox that are due and not in the queue.' }),
    ),
    age: once(() =>
      metrics.gauge({ name: 'outbox_age_seconds', help: 'How long the oldest of them has been due; 0 without one.' }),
    ),
    documents: once(() =>
      metrics.gauge({
        name: 'documents_open',
        help: 'Documents that wait for work, a retry or an operator; validated documents without further steps are not counted.',
        labels: ['status'],
      }),
    ),
    deliveries: once(() =>
      metrics.gauge({
        name: 'webhook_deliveries',
        help: 'Undelivered webhook deliveries: pending, or failed permanently and stored.',
        labels: ['status'],
      }),
    ),
    monthsAhead: once(() =>
      metrics.gauge({
        name: 'months_ahead_seconds',
        help: 'How far ahead monthly partitions exist; below 0, rows go to the default partition, which is never dropped.',
      }),
    ),
    leaves: once(() =>
      metrics.gauge({ name: 'log_leaves', help: 'Entries that have their place in the transparency log.' }),
    ),
    checkpoint: once(() =>
      metrics.gauge({
        name: 'log_checkpoint_size',
        help: 'Entries of the transparency log that its newest checkpoint has.',
      }),
    ),
    unpublished: once(() =>
      metrics.gauge({
        name: 'log_unpublished_age_seconds',
        help: 'How long the oldest entry waits for a checkpoint of the transparency log; 0 when none does.',
      }),
    ),
  };
}

function setJobs(gauges: Gauges, names: readonly string[], jobs: readonly OpenJobs[]): void {
  const none = { open: 0, later: 0, failed: 0, retried: 0, oldest_seconds: null };
  // Jobs unknown to this release are reported too: they wait for a process of a release that knows them.
  for (const job of new Set([...names, ...jobs.map((found) => found.job)])) {
    const found = jobs.find((row) => row.job === job) ?? none;
    for (const state of ['open', 'later', 'failed'] as const) gauges.jobs().set({ job, state }, found[state]);
    gauges.retried().set({ job }, found.retried);
    gauges.oldest().set({ job }, found.oldest_seconds ?? 0);
  }
}

async function readInto<T>(read: () => Promise<T>, use: (found: T) => void): Promise<void> {
  const late = (): never => {
    throw new Error('the count takes too long');
  };
  use(await within(read(), PATIENCE_MS, late));
}
