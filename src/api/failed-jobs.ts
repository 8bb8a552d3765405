import { NothingToRetry } from '../batches/index.ts';
import { DocumentErased, DocumentNotFound, TransitionRefused } from '../documents/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { FailedJob } from '../queue/index.ts';
import type { AppParts } from './app-parts.ts';

export type FailedJobsApp = Pick<AppParts, 'documents' | 'batches' | 'queue'>;

/** The workspace that a job works in; null for the service's own upkeep. */
export const workspaceOf = ({ payload }: FailedJob): string | null =>
  typeof payload.workspace_id === 'string' ? payload.workspace_id : null;

/** As many as a person looks through; older ones come up as these are dealt with. */
const SHOWN = 200;

/** The failed jobs of a workspace, or with null of all. */
export async function listFailedJobs({ queue }: FailedJobsApp, workspaceId: string | null): Promise<FailedJob[]> {
  const failed = await queue.failed.list(SHOWN);
  return failed.filter((job) => workspaceId === null || workspaceOf(job) === workspaceId);
}

/**
 * Tries a failed job again: its record is asked, which then wants the work anew; a job without such a record is asked
 * for as it was. What the record does not want any more, because somebody retried, canceled or erased it, is forgotten.
 */
export async function retryFailedJob(
  app: FailedJobsApp,
  job: FailedJob,
  { actor, audit }: Pick<Scope, 'actor' | 'audit'>,
): Promise<void> {
  const scope: Scope = { workspaceId: workspaceOf(job) ?? '', actor, ...(audit && { audit }) };
  const { document_id, batch_id } = job.payload as { document_id?: string; batch_id?: string };
  if (document_id === undefined && batch_id === undefined) {
    await app.queue.failed.requeue(scope, job.id);
    return;
  }
  try {
    if (document_id !== undefined) await app.documents.retry(scope, document_id);
    else await app.batches.retry(scope, batch_id!);
  } catch (error) {
    if (!UNWANTED.some((kind) => error instanceof kind)) throw error;
  }
  await app.queue.failed.discard(scope, job.id);
}

const UNWANTED = [DocumentNotFound, DocumentErased, TransitionRefused, NothingToRetry] as const;
