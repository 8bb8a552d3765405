import { z } from 'zod';
import type { Pool } from '../../lib/pools.ts';

type JobSpec<P extends z.ZodType> = {
  readonly payload: P;
  readonly pool: Pool;
  /** Maximum number of attempts. */
  readonly attempts: number;
  /** Delay before the second attempt in milliseconds; doubles with each further attempt. */
  readonly backoff: number;
  /** How many crashes of its process a job may survive before it counts as their cause; default: 15. */
  readonly lostProcesses?: number;
  /** Whether a failed job is split into one job per member instead of counting as failed. */
  readonly divides?: boolean;
  /** Whether it belongs to a bulk request, which has lower weight than interactive documents. */
  readonly batch?: boolean;
  /** Maximum number of unfinished jobs of a line in the queue; default: 128. */
  readonly mostOfLine?: number;
};

/**
 * Maximum number of unfinished jobs in the queue per line (workspace and kind of job, for some kinds also a lane); a
 * combined job counts once per member. Limits the share of one workspace, so that worker slots stay free for others.
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
/** `alone`: not combined with other jobs, which it could delay or fail. */
const SharableJob = DocumentJob.extend({ alone: z.literal(true).optional() });
/** `since`: time of the first postponement. */
const PreparationJob = SharableJob.extend({ since: z.iso.datetime().optional() });
/** Documents of one workspace in a combined job. */
const DocumentGroupJob = z.strictObject({ workspace_id: z.string(), document_ids: z.array(z.string()).min(1) });
/** One run of a send; a run that is not the newest does nothing. */
const SendJob = DocumentJob.extend({ run: z.string() });
const PartnerJob = z.strictObject({ workspace_id: z.string(), partner_id: z.string() });
const BatchSliceJob = z.strictObject({ workspace_id: z.string(), batch_id: z.string(), position: z.int() });

/** VAT numbers of one country in a batch. */
const VatBatchJob = z.strictObject({ workspace_id: z.string(), batch_id: z.string(), country: z.string() });

/** `event.data` is JSON text. */
const Event = z.strictObject({ id: z.string(), type: z.string(), at: z.string(), data: z.string() });
const EventJob = z.strictObject({ workspace_id: z.string(), event: Event });
/** Events of one workspace, in the order in which they were announced. */
const EventGroupJob = z.strictObject({ workspace_id: z.string(), events: z.array(Event).min(1) });
const RadarJob = z.strictObject({ workspace_id: z.string(), radar_id: z.string(), check: z.int() });
/** Deliveries of one webhook, in the run with this id. */
const WebhookJob = z.strictObject({ workspace_id: z.string(), webhook_id: z.string(), run_id: z.string() });

/** All background jobs. Each name has exactly one file in `workers/`. */
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
  // One line per partner, limited to the partner's concurrency; further jobs wait in the outbox and use no worker
  // slot.
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
