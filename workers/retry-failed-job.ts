import type { Scope } from '../src/lib/scope.ts';
import { isRefusal } from '../src/platform/errors/index.ts';
import type { FailedJob, Queue } from '../src/platform/queue/index.ts';
import type { RetryRecords } from './worker.ts';
import { workerOf } from './workers.ts';

/**
 * Retries a failed job in the way its worker defines. If the record no longer needs the work, the job is discarded.
 */
export type RetryFailedJob = (job: FailedJob, scope: Pick<Scope, 'actor' | 'audit'>) => Promise<void>;

type Parts = RetryRecords & { readonly queue: { readonly failed: Pick<Queue['failed'], 'requeue' | 'discard'> } };

/** The workspace of a job; null for upkeep jobs. */
export const workspaceOf = ({ payload }: FailedJob): string | null =>
  typeof payload.workspace_id === 'string' ? payload.workspace_id : null;

export function makeRetryFailedJob({ queue: { failed }, ...records }: Parts): RetryFailedJob {
  return async (job, { actor, audit }) => {
    const scope: Scope = { workspaceId: workspaceOf(job) ?? '', actor, ...(audit && { audit }) };
    const { retry } = workerOf(job.job);
    if (retry === 'as it was') {
      await failed.requeue(scope, job.id);
      return;
    }
    try {
      // The payload was parsed with the schema of its job name when the job first ran.
      if (retry !== 'replaced') await retry(job.payload as never, records, scope);
    } catch (error) {
      if (!isRefusal(error, ...UNWANTED)) throw error;
    }
    await failed.discard(scope, job.id);
  };
}

/** Errors that mean the work was retried, canceled or erased in the meantime. */
const UNWANTED = [
  'batch_not_found',
  'document_erased',
  'document_not_found',
  'nothing_to_retry',
  'transition_not_allowed',
] as const;
