import { z } from 'zod';
import { makeProblem } from '../problems/problems.ts';
import { answer, answerIn, BYTES, jsonAnswer } from '../responses/response.ts';
import { type Route, route } from '../routing/route.ts';
import { askReadiness, statusOf } from '../use-cases/check-readiness.ts';

const State = z.enum(['up', 'down']);

const Check = z
  .object({
    id: z.string().meta({ description: 'What was checked.', example: 'uploads' }),
    ok: z.boolean(),
    required: z.boolean().meta({
      description: 'False: the process works without it, and a failure makes it `degraded` instead of `not_ready`.',
    }),
    detail: z.string().nullable().meta({ description: 'What is wrong, for the operator; null when nothing is.' }),
  })
  .meta({ id: 'ReadinessCheck' });

const Readiness = z
  .object({
    status: z.enum(['ready', 'degraded', 'not_ready']).meta({
      description: '`degraded`: requests are served, but a check that is not required fails.',
    }),
    database: State,
    queue: State,
    stopping: z.boolean(),
    checks: z.array(Check).meta({ description: 'Everything that was checked; the failing ones say why.' }),
  })
  .meta({ id: 'Readiness' });

const healthz = route({
  method: 'get',
  path: '/healthz',
  id: 'getHealth',
  tag: 'operations',
  summary: 'Is the process alive?',
  description: 'Answers as long as the process can answer anything. It asks nothing of the database.',
  who: 'anyone',
  limit: 'none',
  answers: { 200: jsonAnswer('Alive.', z.object({ status: z.literal('alive') })) },
  problems: [],
  handle: () => answer(200, { status: 'alive' as const }),
});

const metrics = route({
  method: 'get',
  path: '/metrics',
  id: 'getMetrics',
  tag: 'operations',
  summary: 'Metrics in the Prometheus text format',
  description:
    'For a Prometheus scraper inside the operator’s network. With METRICS_PORT it is served there only, and here there is ' +
    'nothing; without it a proxy keeps it from the public.',
  who: 'anyone',
  limit: 'none',
  answers: { 200: answerIn('The metrics of this process and of all workers.', { 'text/plain': BYTES }) },
  problems: ['not_found'],
  handle: async (_, { app }) => {
    if (app.config.metrics !== null) throw makeProblem('not_found', { path: '/metrics' });
    return answer(200, await app.processMetrics.render(), {}, app.metrics.contentType);
  },
});

/** Routes for operators: liveness, readiness, metrics. */
export function makeOperations(stopping: AbortSignal): Route[] {
  const readyz = route({
    method: 'get',
    path: '/readyz',
    id: 'getReadiness',
    tag: 'operations',
    summary: 'Can the service serve requests now?',
    description:
      'Asks the database, its rights and the queue, and whether what is written can be written: uploads, Chromium’s ' +
      'cache and rules in DATA_DIR, and the secret that seals signing keys. Each failing check says why. A failing check ' +
      'that is not `required`, such as the queue while documents wait in the database for it, makes the service ' +
      '`degraded`: it still serves requests. While the service stops it is not ready.',
    who: 'anyone',
    limit: 'none',
    answers: { 200: jsonAnswer('Ready or degraded.', Readiness), 503: jsonAnswer('Not ready.', Readiness) },
    problems: [],
    handle: async (_, { app }) => {
      const found = await askReadiness(app, stopping, { isQueueRequired: false });
      return statusOf(found) === 200 ? answer(200, found) : answer(503, found, { 'Retry-After': '2' });
    },
  });
  return [healthz, readyz, metrics];
}
