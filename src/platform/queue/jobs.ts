import { z } from 'zod';
import type { Pool } from '../../lib/pools.ts';

type JobSpec<P extends z.ZodType> = {
  readonly payload: P;
  readonly pool: Pool;
  /** How often it is tried in all before it counts as failed. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; each further one waits twice as long. */
  readonly backoff: number;
  /** How often it may lose its process before it counts as the cause; 15 unless said otherwise. */
  readonly lostProcesses?: number;
  /** Whether it is divided when it ends without success: each of its parts has a job of its own then, and nothing has failed. */
  readonly divides?: boolean;
  /** Whether it is a part of much that was asked for at once, for which nobody waits as for a single document. */
  readonly batch?: boolean;
  /** How many of a line the queue has at most and has not done; 128 unless said otherwise. */
  readonly mostOfLine?: number;
};

/**
 * How many jobs of one line (a workspace and a kind of job, and for some what they wait for) the queue may have and not
 * have done, one of several documents counted as so many: what one workspace has in work at once is no more, so that
 * places of the workers stay free.
 */
export const MAX_OF_LINE = 128;

const spec = <P extends z.ZodType>(job: JobSpec<P>): Required<JobSpec<P>> => ({
  lostProcesses: 15,
  divides: false,
  batch: false,
  mostOfLine: MAX_OF_LINE,
  ...job,
});

const DocumentJob = z.strictObject({ workspace_id: z.string(), document_id: z.string() });
/** `alone`: it shares no job with others, which it could hold up or take along. */
const SharableJob = DocumentJob.extend({ alone: z.literal(true).optional() });
/** `since`: when it was put off first. */
const PreparationJob = SharableJob.extend({ since: z.iso.datetime().optional() });
/** Documents of one workspace that wait for the same. */
const DocumentGroupJob = z.strictObject({ workspace_id: z.string(), document_ids: z.array(z.string()).min(1) });
/** One run of a send; a run that is not the send's newest has nothing to do. */
const SendJob = DocumentJob.extend({ run: z.string() });
const PartnerJob = z.strictObject({ workspace_id: z.string(), partner_id: z.string() });
const BatchSliceJob = z.strictObject({ workspace_id: z.string(), batch_id: z.string(), position: z.int() });

/** The numbers of one state in a VAT batch. */
const VatBatchJob = z.strictObject({ workspace_id: z.string(), batch_id: z.string(), country: z.string() });

/** `event.data` is JSON text. */
const Event = z.strictObject({ id: z.string(), type: z.string(), at: z.string(), data: z.string() });
const EventJob = z.strictObject({ workspace_id: z.string(), event: Event });
/** Events of one workspace that wait at the same time, in the order in which they were announced. */
const EventGroupJob = z.strictObject({ workspace_id: z.string(), events: z.array(Event).min(1) });
const RadarJob = z.strictObject({ workspace_id: z.string(), radar_id: z.string(), check: z.int() });
/** Deliveries of one webhook, in the run of this id. */
const WebhookJob = z.strictObject({ workspace_id: z.string(), webhook_id: z.string(), run_id: z.string() });

/** Everything that can be asked of the background. Each name has exactly one file in `workers/`. */
export const jobs = {
  'document.validate': spec({ payload: SharableJob, pool: 'cpu', attempts: 5, backoff: 500 }),
  'document.validate-group': spec({
    payload: DocumentGroupJob,
    pool: 'cpu',
    attempts: 5,
    backoff: 500,
    lostProcesses: 1,
    divides: true,
  }),
  'document.create-evidence': spec({ payload: DocumentJob, pool: 'cpu', attempts: 5, backoff: 500 }),
  'document.add-log-proof': spec({ payload: DocumentJob, pool: 'cpu', attempts: 5, backoff: 500 }),
  'document.render': spec({ payload: DocumentJob, pool: 'browser', attempts: 5, backoff: 2_000 }),
  'document.prepare-send': spec({ payload: PreparationJob, pool: 'network', attempts: 5, backoff: 2_000 }),
  'document.prepare-send-group': spec({
    payload: DocumentGroupJob,
    pool: 'network',
    attempts: 5,
    backoff: 2_000,
    lostProcesses: 1,
    divides: true,
  }),
  // A line for each partner, as long as what a partner takes at once at most: the others wait in the outbox, at no place.
  'document.send': spec({ payload: SendJob, pool: 'sending', attempts: 5, backoff: 2_000, mostOfLine: 16 }),
  'document.follow-send': spec({ payload: SendJob, pool: 'network', attempts: 5, backoff: 5_000 }),
  'partner.pull-inbox': spec({ payload: PartnerJob, pool: 'network', attempts: 2, backoff: 10_000 }),
  'upkeep.pull-inboxes': spec({ payload: z.strictObject({}), pool: 'upkeep', attempts: 2, backoff: 5_000 }),
  'upkeep.stamp-checkpoints': spec({ payload: z.strictObject({}), pool: 'network', attempts: 2, backoff: 5_000 }),
  'batch.validate-slice': spec({ payload: BatchSliceJob, pool: 'cpu', attempts: 5, backoff: 500, batch: true }),
  'batch.verify-vat': spec({ payload: VatBatchJob, pool: 'network', attempts: 5, backoff: 1_000, batch: true }),
  'radar.begin-check': spec({ payload: RadarJob, pool: 'upkeep', attempts: 5, backoff: 5_000 }),
  'radar.check-slice': spec({
    payload: RadarJob.extend({ position: z.int() }),
    pool: 'network',
    attempts: 5,
    backoff: 1_000,
    batch: true,
  }),
  'webhook.fan-out': spec({ payload: EventJob, pool: 'delivery', attempts: 10, backoff: 250 }),
  'webhook.fan-out-group': spec({ payload: EventGroupJob, pool: 'delivery', attempts: 10, backoff: 250 }),
  'upkeep.erase-expired': spec({ payload: z.strictObject({}), pool: 'upkeep', attempts: 3, backoff: 5_000 }),
  'webhook.deliver': spec({ payload: WebhookJob, pool: 'delivery', attempts: 5, backoff: 500 }),
} as const;

export type JobName = keyof typeof jobs;
export type JobPayload<N extends JobName> = z.infer<(typeof jobs)[N]['payload']>;

/** True when this release knows the job. */
export function isJobName(name: string): name is JobName {
  return Object.hasOwn(jobs, name);
}
