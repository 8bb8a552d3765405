import type { Pool } from '../../lib/pools.ts';
import { type SpanAttributes, type SpanStart, traced, tracing } from '../../lib/tracing.ts';
import { type JobName, jobs } from './jobs.ts';
import type { Job, OutgoingJob } from './queue.ts';

const about = (pool: Pool, operation: 'send' | 'process', id: string): SpanAttributes => ({
  'messaging.system': 'bullmq',
  'messaging.destination.name': pool,
  'messaging.operation.type': operation,
  'messaging.message.id': id,
});

/** Span for enqueuing jobs: in the caller's trace, or the root of a new one. */
export const enqueueSpan = (job: JobName, count: number): SpanStart => ({
  name: `enqueue ${job}`,
  kind: 'producer',
  attributes: {
    'messaging.system': 'outbox',
    'messaging.destination.name': jobs[job].pool,
    'messaging.operation.type': 'create',
    'messaging.batch.message_count': count,
  },
});

/**
 * Publishes jobs, each in a span that its worker continues: it is a child of the job's first trace and linked to the
 * others.
 */
export async function tracePublishing(
  outgoing: readonly OutgoingJob[],
  publish: (outgoing: readonly OutgoingJob[]) => Promise<void>,
): Promise<void> {
  const active = tracing();
  if (active === null) return publish(outgoing);
  const spans = new Map(
    outgoing.flatMap((one) => {
      const [parent, ...links] = one.traces ?? [];
      if (parent === undefined) return [];
      const attributes = about(jobs[one.job].pool, 'send', one.id);
      return [
        [one, active.start({ name: `publish ${one.job}`, kind: 'producer', attributes, parent, links })] as const,
      ];
    }),
  );
  const continued = (one: OutgoingJob): OutgoingJob => {
    const span = spans.get(one);
    return span === undefined ? one : { ...one, traces: [span.traceparent, ...one.traces!.slice(1)] };
  };
  try {
    await publish(outgoing.map(continued));
  } finally {
    for (const span of spans.values()) span.end();
  }
}

/**
 * Runs a job in the first of its traces, or in a new one. Each further trace gets a span linked to the execution,
 * since one execution serves several requests.
 *
 * @param traces `traceparent` values
 */
export async function traceJob(job: Job, traces: readonly string[], work: () => Promise<void>): Promise<void> {
  if (tracing() === null) return work();
  const { pool } = jobs[job.name];
  const attributes = { ...about(pool, 'process', job.id), 'einvoice.job.attempt': job.attempt };
  const [parent = null, ...others] = traces;
  const start = { name: `process ${job.name}`, kind: 'consumer', attributes } as const;
  const startedAt = Date.now();
  await traced({ ...start, parent, links: others }, async (span) => {
    try {
      await work();
    } finally {
      for (const other of others)
        tracing()
          ?.start({ ...start, parent: other, links: [span!.traceparent], startedAt })
          .end();
    }
  });
}
