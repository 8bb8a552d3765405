import { z } from 'zod';
import { makeProblem } from '../problems/problems.ts';
import { answer, answerIn, BYTES, jsonAnswer } from '../responses/response.ts';
import { type Route, route } from '../routing/route.ts';
import { askReadiness, statusOf } from './check-readiness.ts';

const State = z.enum(['up', 'down']);

const Check = z
  .object({
    id: z.string().meta({ description: 'The name of the check.', example: 'uploads' }),
    ok: z.boolean(),
    required: z.boolean().meta({
      description: 'False: the process works without this dependency; a failure makes it `degraded`, not `not_ready`.',
    }),
    detail: z.string().nullable().meta({ description: 'The error, for the operator; null when the check passes.' }),
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
    checks: z.array(Check).meta({ description: 'All checks; failing ones have the reason.' }),
  })
  .meta({ id: 'Readiness' });

const healthz = route({
  method: 'get',
  path: '/healthz',
  id: 'getHealth',
  tag: 'operations',
  summary: 'Liveness check',
  description: 'Succeeds as long as the process can respond. It does not query the database.',
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
    'For a Prometheus scraper in the operator’s network. With METRICS_PORT the metrics are served only on that port, ' +
    'and this path returns 404. Without METRICS_PORT, block public access to this path at the proxy.',
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
    summary: 'Readiness check',
    description:
      'Checks the database, its permissions and the queue, and whether the service can write: uploads, Chromium’s ' +
      'cache and rules in DATA_DIR, and the secret that encrypts signing keys. Each failing check has the reason. A ' +
      'failing check that is not `required`, such as the queue (documents wait for it in the database), makes the ' +
      'service `degraded`: it still serves requests. During shutdown the service is not ready.',
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
