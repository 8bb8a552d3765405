import { z } from 'zod';
import { answer, answerIn, BYTES, jsonAnswer } from '../answer.ts';
import { type Route, route } from '../route.ts';

const State = z.enum(['up', 'down']);

const Readiness = z
  .object({ status: z.enum(['ready', 'not_ready']), database: State, queue: State, stopping: z.boolean() })
  .meta({ id: 'Readiness' });

/** How long a dependency may take to answer before it counts as down, in milliseconds. */
const PATIENCE_MS = 2_000;

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
  description: 'For a Prometheus scraper inside the operator’s network; a proxy keeps it from the public.',
  who: 'anyone',
  limit: 'none',
  answers: { 200: answerIn('The metrics of this process and of all workers.', { 'text/plain': BYTES }) },
  problems: [],
  handle: async (_, { app }) => answer(200, await app.processes.render(), {}, app.metrics.contentType),
});

/** The routes for operators: liveness, readiness, metrics. */
export function makeOperations(stopping: AbortSignal): Route[] {
  const readyz = route({
    method: 'get',
    path: '/readyz',
    id: 'getReadiness',
    tag: 'operations',
    summary: 'Can the service serve requests now?',
    description: 'Asks the database and the queue. While the service stops it is not ready.',
    who: 'anyone',
    limit: 'none',
    answers: { 200: jsonAnswer('Ready.', Readiness), 503: jsonAnswer('Not ready.', Readiness) },
    problems: [],
    handle: async (_, { app }) => {
      const [database, queue] = await Promise.all([
        app.db.answers(PATIENCE_MS),
        answersInTime(app.queue.counts(), PATIENCE_MS),
      ]);
      const parts = { database: toState(database), queue: toState(queue), stopping: stopping.aborted };
      return database && queue && !stopping.aborted
        ? answer(200, { status: 'ready' as const, ...parts })
        : answer(503, { status: 'not_ready' as const, ...parts }, { 'Retry-After': '2' });
    },
  });
  return [healthz, readyz, metrics];
}

const toState = (up: boolean): z.input<typeof State> => (up ? 'up' : 'down');

async function answersInTime(asked: Promise<unknown>, limit: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(done, limit, false);
  });
  const answered = asked.then(
    () => true,
    () => false,
  );
  const result = await Promise.race([answered, late]);
  clearTimeout(timer);
  return result;
}
