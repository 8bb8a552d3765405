import { isOutage, makeSeldom } from '../../runtime/index.ts';
import type { AppParts } from '../app-parts.ts';
import { lingering } from '../body/linger.ts';
import { awaitsContinue, CallerGone } from '../body/read-body.ts';
import { isProblemCode, makeProblem, Problem, toProblemBody } from '../problems/problems.ts';
import type { Middleware, RequestContext } from '../routing/state.ts';

/**
 * No fault of ours: requests turned away are counted where they are (`http_requests_refused_total`), and a source
 * outside that does not answer is told to the caller. A line each would be the next load.
 */
const NO_FAULT: ReadonlySet<string> = new Set([
  'stopping',
  'overloaded',
  'memory_full',
  'backlog_full',
  'vat_source_unavailable',
  'peppol_lookup_unavailable',
]);

/**
 * Turns whatever is thrown below into an answer: expected problems as they are, an outage of what the service stands on
 * into `unavailable`, anything else into `internal`. An outage meets every call: its lines are told seldom.
 */
export function problem({ log }: Pick<AppParts, 'log'>): Middleware {
  const tellOutage = makeSeldom((fields, message) => log.error(fields, message));
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof CallerGone || ctx.res.destroyed) {
        ctx.respond = false;
        ctx.res.destroy();
        return;
      }
      const told = toProblem(error);
      const what = { err: error, request_id: ctx.state.requestId, route: ctx.state.route };
      if (told.code === 'unavailable') tellOutage(what, 'requests meet an outage');
      else if (told.status >= 500 && !NO_FAULT.has(told.code)) log.error(what, 'a request failed');
      writeProblem(ctx, told);
    }
  };
}

/** The answer that a thrown value stands for. A record's own errors carry the code of their problem. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (isProblemCode(code)) return new Problem(code, valuesOf(error as Error), { cause: error });
  if (isOutage(error)) return makeProblem('unavailable', {}, { cause: error, headers: { 'Retry-After': '5' } });
  return makeProblem('internal', {}, { cause: error });
}

/** What a record's error tells besides its code: the values of the problem's sentence. */
function valuesOf(error: Error): Record<string, string | number> {
  const values = new Map<string, string | number>();
  for (const [name, value] of Object.entries(error)) {
    if (typeof value === 'string' || typeof value === 'number') values.set(name, value);
    else if (Array.isArray(value)) values.set(name, value.join(', '));
  }
  return Object.fromEntries(values);
}

function writeProblem(ctx: RequestContext, told: Problem): void {
  const { requestId, language } = ctx.state;
  ctx.status = told.status;
  ctx.set({ ...told.headers, 'Content-Language': language, 'Cache-Control': 'no-store' });
  ctx.vary('Accept-Language');
  if (told.status === 401) ctx.set('WWW-Authenticate', 'ApiKey header="X-API-Key"');
  const text = JSON.stringify(toProblemBody(told, language, requestId));
  const isLast = ctx.res.getHeader('Connection') === 'close';
  // A caller that waits for leave to send its body may now send it or not: the connection cannot be used further.
  if (awaitsContinue(ctx.req)) ctx.set('Connection', 'close');
  else if (isLast && !ctx.req.complete && ctx.method !== 'HEAD') {
    ctx.body = lingering(text, ctx.req);
    ctx.length = Buffer.byteLength(text);
    ctx.type = 'application/problem+json';
    return;
  }
  ctx.body = text;
  ctx.type = 'application/problem+json';
}
