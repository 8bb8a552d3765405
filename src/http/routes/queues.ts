import { z } from 'zod';
import { POOLS } from '../../lib/pools.ts';
import { answer, emptyAnswer, jsonAnswer } from '../responses/response.ts';
import { type Route, route } from '../routing/route.ts';
import { findFailedJob, listFailedJobs } from '../use-cases/failed-jobs.ts';

const Queues = z
  .object({
    pools: z.array(z.object({ pool: z.enum(POOLS), waiting: z.int(), active: z.int(), delayed: z.int() })),
    jobs: z.array(
      z.object({
        job: z.string(),
        open: z.int().meta({ description: 'In the queue or on the way to it, running ones included.' }),
        later: z.int().meta({ description: 'Asked for a later time.' }),
        retried: z.int().meta({ description: 'Open ones of which an attempt failed.' }),
        failed: z.int().meta({ description: 'Failed for good, and kept.' }),
        oldest_seconds: z.number().nullable().meta({ description: 'The age of the oldest open one.' }),
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
      .meta({ description: 'Failed jobs of this workspace, the newest first, at most 200.' }),
  })
  .meta({ id: 'Queues' });

const JobId = z.object({ id: z.string().meta({ example: 'job_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }) });

export const getQueues: Route = route({
  method: 'get',
  path: '/api/operations/queues',
  id: 'getQueues',
  tag: 'operations',
  summary: 'Look at the queues',
  description: 'How much waits and runs in every pool of workers, by kind of job, and the workspace’s failed jobs.',
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
  summary: 'Try a failed job again',
  description: 'Its document, batch or radar is retried; a job that is not wanted any more is forgotten.',
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
  description: 'It is forgotten; its document, batch or radar stays as it is.',
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
