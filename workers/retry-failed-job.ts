import type { Scope } from '../src/lib/scope.ts';
import { isRefusal } from '../src/platform/errors/index.ts';
import type { FailedJob, Queue } from '../src/platform/queue/index.ts';
import type { RetryRecords } from './worker.ts';
import { workerOf } from './workers.ts';

/** Tries a failed job again, as its worker says; what nothing wants any more is forgotten. */
export type RetryFailedJob = (job: FailedJob, scope: Pick<Scope, 'actor' | 'audit'>) => Promise<void>;

type Parts = RetryRecords & { readonly queue: { readonly failed: Pick<Queue['failed'], 'requeue' | 'discard'> } };

/** The workspace that a job works in; null for the service's own upkeep. */
export const workspaceOf = ({ payload }: FailedJob): string | null =>
  typeof payload.workspace_id === 'string' ? payload.workspace_id : null;

/** Makes it for these records and this queue. */
export function makeRetryFailedJob({ queue: { failed }, ...records }: Parts): RetryFailedJob {
  return async (job, { actor, audit }) => {
    const scope: Scope = { workspaceId: workspaceOf(job) ?? '', actor, ...(audit && { audit }) };
    const { retry } = workerOf(job.job);
    if (retry === 'as it was') {
      await failed.requeue(scope, job.id);
      return;
    }
    try {
      // What failed had been read by the schema of its name.
      if (retry !== 'replaced') await retry(job.payload as never, records, scope);
    } catch (error) {
      if (!isRefusal(error, ...UNWANTED)) throw error;
    }
    await failed.discard(scope, job.id);
  };
}

/** Somebody retried, canceled or erased it. */
const UNWANTED = [
  'batch_not_found',
  'document_erased',
  'document_not_found',
  'nothing_to_retry',
  'transition_not_allowed',
] as const;
