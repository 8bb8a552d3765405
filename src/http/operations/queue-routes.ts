import { z } from 'zod';
import { POOLS } from '../../lib/pools.ts';
import { answer, emptyAnswer, jsonAnswer } from '../responses/response.ts';
import { type Route, route } from '../routing/route.ts';
import { findFailedJob, listFailedJobs } from './failed-jobs.ts';

const Queues = z
  .object({
    pools: z.array(z.object({ pool: z.enum(POOLS), waiting: z.int(), active: z.int(), delayed: z.int() })),
    jobs: z.array(
      z.object({
        job: z.string(),
        open: z.int().meta({ description: 'Jobs in the queue or on the way to it, including running ones.' }),
        later: z.int().meta({ description: 'Jobs scheduled for a later time.' }),
        retried: z.int().meta({ description: 'Open jobs with a failed attempt.' }),
        failed: z.int().meta({ description: 'Jobs that failed permanently and are stored.' }),
        oldest_seconds: z.number().nullable().meta({ description: 'The age of the oldest open job.' }),
      }),
    ),
    failed: z
      .array(
        z.object({
          id: z.string(),
          job: z.string(),
          payload: z.record(z.string(), z.unknown()),
          error: z.string(),
          created_at: z.iso.datetime(),
          failed_at: z.iso.datetime(),
        }),
      )
      .meta({ description: 'Failed jobs of this workspace, newest first, at most 200.' }),
  })
  .meta({ id: 'Queues' });

const JobId = z.object({ id: z.string().meta({ example: 'job_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }) });

export const getQueues: Route = route({
  method: 'get',
  path: '/api/operations/queues',
  id: 'getQueues',
  tag: 'operations',
  summary: 'Read the state of the queues',
  description:
    'The number of waiting and running jobs in every worker pool, by job type, and the failed jobs of the workspace.',
  who: 'admin',
  limit: 'per-key',
  answers: { 200: jsonAnswer('The queues.', Queues) },
  problems: [],
  handle: async (_, { app, caller }) => {
    const [counts, jobs, failed] = await Promise.all([
      app.queue.counts(),
      app.queue.openJobs(),
      listFailedJobs({ app, caller }),
    ]);
    const pools = POOLS.map((pool) => ({ pool, ...counts[pool] }));
    return answer(200, { pools, jobs, failed }, { 'Cache-Control': 'no-store' });
  },
});

export const retryJob: Route = route({
  method: 'post',
  path: '/api/operations/failed-jobs/{id}/retry',
  id: 'retryFailedJob',
  tag: 'operations',
  summary: 'Retry a failed job',
  description: 'Retries the document, batch or radar of the job; a job that is no longer needed is deleted.',
  who: 'admin',
  limit: 'per-key',
  audit: 'failed-job.retry',
  params: JobId,
  answers: { 204: emptyAnswer('On its way.') },
  problems: ['failed_job_not_found'],
  handle: async ({ params: { id } }, context) => {
    await context.app.retryFailedJob(await findFailedJob(context, id), context.caller);
    return answer(204, null);
  },
});

export const discardJob: Route = route({
  method: 'delete',
  path: '/api/operations/failed-jobs/{id}',
  id: 'discardFailedJob',
  tag: 'operations',
  summary: 'Discard a failed job',
  description: 'Deletes the job; its document, batch or radar does not change.',
  who: 'admin',
  limit: 'per-key',
  audit: 'failed-job.discard',
  params: JobId,
  answers: { 204: emptyAnswer('Forgotten.') },
  problems: ['failed_job_not_found'],
  handle: async ({ params: { id } }, context) => {
    await context.app.queue.failed.discard(context.caller, (await findFailedJob(context, id)).id);
    return answer(204, null);
  },
});

export const queueRoutes: readonly Route[] = [getQueues, retryJob, discardJob];
