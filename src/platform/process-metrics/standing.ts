import { within } from '../../lib/with-timeout.ts';
import { type Log, makeMetrics } from '../index.ts';

/** Jobs of one kind that are not done. */
type OpenJobs = {
  readonly job: string;
  readonly open: number;
  readonly later: number;
  readonly retried: number;
  readonly failed: number;
  readonly oldest_seconds: number | null;
};

type PoolCounts = { readonly waiting: number; readonly active: number; readonly delayed: number };

/** Where the figures of the whole installation come from: the records count what is theirs. */
export type BacklogSources = {
  /** All kinds of jobs, so that one with nothing to do is told as 0. */
  readonly jobNames: readonly string[];
  readonly pools: () => Promise<Readonly<Record<string, PoolCounts>>>;
  readonly jobs: () => Promise<readonly OpenJobs[]>;
  /** How long the oldest job of each pool waits to be begun, in seconds. */
  readonly oldestWaiting: () => Promise<Readonly<Record<string, number>>>;
  /** What the queue does not have yet, and how long the oldest of it could have been there. */
  readonly outbox: () => Promise<{ readonly waiting: number; readonly oldest_seconds: number }>;
  readonly documents: () => Promise<Readonly<Record<string, number>>>;
  readonly deliveries: () => Promise<Readonly<Record<string, number>>>;
  /** How far from now there are months for rows to come, in seconds. */
  readonly monthsAhead: () => Promise<number>;
  /** Entries of the transparency log, those of its newest checkpoint, and how long the oldest other waits for one. */
  readonly transparencyLog: () => Promise<{
    readonly leaves: number;
    readonly published: number;
    readonly unpublishedSeconds: number;
  }>;
};

type BacklogState = {
  /** How things stand, in the Prometheus text format; what cannot be counted now is left out. */
  readonly render: () => Promise<string>;
};

/** How long counts are told again, in milliseconds: scrapers that come more often cost the database nothing. */
const FRESH_MS = 5_000;

/** How long a scraper is kept waiting for one count, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Makes the gauges of the whole installation. They stand apart from those of processes, as any process tells the same. */
export function makeStanding(sources: BacklogSources, { log, now }: { log: Log; now: () => number }): BacklogState {
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
      if (status === 'rejected') log.debug({ err: reason }, 'a figure of the installation could not be counted');
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

/** Each is made when its figures are there: a gauge without them would tell nothing but its name. */
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
        help: 'Jobs that are not done: open (in the queue or on the way to it), later (for a later time), failed (for good).',
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
        help: 'Documents that wait for work, for a retry or for somebody; those that are validated rest and are not counted.',
        labels: ['status'],
      }),
    ),
    deliveries: once(() =>
      metrics.gauge({
        name: 'webhook_deliveries',
        help: 'Deliveries to webhooks that are not delivered: pending, or failed for good and kept.',
        labels: ['status'],
      }),
    ),
    monthsAhead: once(() =>
      metrics.gauge({
        name: 'months_ahead_seconds',
        help: 'How far from now there are months for what is kept by month; below 0 it goes where it is never dropped.',
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
  // A job that this release does not know is told too: it waits for one that does.
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
