import type { FailedJob } from '../../platform/queue/index.ts';
import type { AppParts, Caller } from '../app-parts.ts';
import { makeProblem } from '../problems/problems.ts';

type Parts = { readonly app: Pick<AppParts, 'queue'>; readonly caller: Pick<Caller, 'workspaceId'> };

/** Page size for people; older jobs appear as these are resolved. */
const SHOWN = 200;

/** The newest failed jobs of the caller's workspace. */
export const listFailedJobs = ({ app, caller: { workspaceId } }: Parts): Promise<readonly FailedJob[]> =>
  app.queue.failed.list({ workspaceId, limit: SHOWN });

/**
 * Reads a failed job of the caller's workspace.
 *
 * @throws Problem `failed_job_not_found`
 */
export async function findFailedJob({ app, caller: { workspaceId } }: Parts, id: string): Promise<FailedJob> {
  const job = await app.queue.failed.find({ workspaceId, id });
  if (job === undefined) throw makeProblem('failed_job_not_found', { id });
  return job;
}
