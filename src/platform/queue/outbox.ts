import { newId } from '../../lib/ids.ts';
import { traced } from '../../lib/tracing.ts';
import { notify, type Trx } from '../db/index.ts';
import { drawRandom } from '../index.ts';
import { type JobName, type JobPayload, jobs } from './jobs.ts';
import { enqueueSpan } from './trace-jobs.ts';

/** The channel that wakes the relay. */
export const OUTBOX_CHANNEL = 'outbox';

type EnqueueOptions = {
  /** Not before this time. */
  readonly runAt?: Date;
  /** What it waits for with others of its workspace: jobs of other lanes never wait for it. */
  readonly lane?: string;
  /** The job's id; a new one unless given. */
  readonly id?: string;
  /** Of others who asked for it too (`traceparent`), beside the current one. */
  readonly traces?: readonly string[];
};

/**
 * Creates work, inside the transaction that makes it necessary: both happen or neither.
 *
 * @returns the job's id
 * @throws ZodError when the payload is not the job's
 */
export async function enqueue<N extends JobName>(
  trx: Trx,
  job: N,
  payload: JobPayload<N>,
  options: EnqueueOptions = {},
): Promise<string> {
  const [id] = await enqueueMany(trx, job, [payload], options);
  return id!;
}

/** What the jobs of a kind are about that were asked for and are not done. */
export async function findUndone<N extends JobName>(trx: Trx, job: N): Promise<JobPayload<N>[]> {
  const rows = await trx.selectFrom('outbox').select('payload').where('job', '=', job).execute();
  return rows.map(({ payload }) => jobs[job].payload.parse(payload) as JobPayload<N>);
}

/** As `enqueue`, for many jobs of one kind in one statement. `options.id` is for a single job alone. */
export async function enqueueMany<N extends JobName>(
  trx: Trx,
  job: N,
  payloads: readonly JobPayload<N>[],
  options: EnqueueOptions = {},
): Promise<string[]> {
  if (payloads.length === 0) return [];
  return traced(enqueueSpan(job, payloads.length), async (span) => {
    const rows = payloads.map((payload) => ({
      id: options.id ?? newId('job', Date.now(), drawRandom),
      job,
      payload: JSON.stringify(jobs[job].payload.parse(payload)),
      ...(options.lane !== undefined && { lane: options.lane }),
      ...(options.runAt !== undefined && { run_at: options.runAt, due_at: options.runAt }),
      ...(span !== null && { traces: [span.traceparent, ...(options.traces ?? [])] }),
    }));
    for (let start = 0; start < rows.length; start += 1_000) {
      await trx
        .insertInto('outbox')
        .values(rows.slice(start, start + 1_000))
        .execute();
    }
    await notify(trx, OUTBOX_CHANNEL, '');
    return rows.map(({ id }) => id);
  });
}
