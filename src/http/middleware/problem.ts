import { fillText } from '../../../locales/index.ts';
import { PROBLEMS } from '../../platform/errors/index.ts';
import { makeThrottledLog } from '../../platform/index.ts';
import type { AppParts } from '../app-parts.ts';
import { drainAfterResponse } from '../body/drain-after-response.ts';
import { awaitsContinue, CallerGone } from '../body/read-body.ts';
import { FRONT_PATH, PAGE_HEADERS, renderRefused } from '../pages/index.ts';
import { type Problem, toProblemBody } from '../problems/problems.ts';
import { toProblem } from '../problems/to-problem.ts';
import type { Middleware, RequestContext } from '../routing/state.ts';
import { hasForm, preferredOf } from './negotiate.ts';

/**
 * 5xx problems that are not logged as errors: shed requests are counted in `http_requests_refused_total`, and the
 * response reports an external source that does not answer. One log line each would add to the load.
 */
const NO_FAULT: ReadonlySet<string> = new Set([
  'stopping',
  'overloaded',
  'memory_full',
  'backlog_full',
  'open_requests_full',
  'vat_source_unavailable',
  'peppol_lookup_unavailable',
]);

/**
 * Converts thrown errors to responses: expected problems as they are, an outage of a dependency to `unavailable`, any
 * other error to `internal`. The log of outages is throttled, because an outage affects every call.
 */
export function problem({ log }: Pick<AppParts, 'log'>): Middleware {
  const reportOutage = makeThrottledLog((fields, message) => log.error(fields, message));
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof CallerGone || ctx.res.destroyed) {
        ctx.respond = false;
        ctx.res.destroy();
        return;
      }
      const publicProblem = toProblem(error);
      const { requestId, traceId, route } = ctx.state;
      const what = { err: error, request_id: requestId, ...(traceId !== null && { trace_id: traceId }), route };
      if (publicProblem.code === 'unavailable') reportOutage(what, 'requests fail, a dependency is unavailable');
      else if (publicProblem.status >= 500 && !NO_FAULT.has(publicProblem.code)) log.error(what, 'request failed');
      writeProblem(ctx, publicProblem);
    }
  };
}

function writeProblem(ctx: RequestContext, publicProblem: Problem): void {
  const { requestId, language } = ctx.state;
  ctx.status = publicProblem.status;
  ctx.set({ ...publicProblem.headers, 'Content-Language': language, 'Cache-Control': 'no-store' });
  ctx.vary('Accept-Language');
  if (publicProblem.status === 401) ctx.set('WWW-Authenticate', 'ApiKey header="X-API-Key"');
  const page = isOfForm(ctx) ? pageOf(ctx, publicProblem) : null;
  if (page !== null) ctx.set(page.headers);
  const type = page === null ? 'application/problem+json' : 'text/html; charset=utf-8';
  const text = page?.text ?? JSON.stringify(toProblemBody(publicProblem, language, requestId));
  // True during a shutdown, when the client requested it, and for every HTTP/1.0 request, which some proxies send.
  const isLast = ctx.res.getHeader('Connection') === 'close' || !ctx.res.shouldKeepAlive;
  // A client that waits for `100 Continue` may send its body or not, so the connection cannot be reused.
  if (awaitsContinue(ctx.req)) ctx.set('Connection', 'close');
  else if (isLast && !ctx.req.complete && ctx.method !== 'HEAD') {
    ctx.body = drainAfterResponse(text, ctx.req);
    ctx.length = Buffer.byteLength(text);
    ctx.type = type;
    return;
  }
  ctx.body = text;
  ctx.type = type;
}

/** JSON first: a client without a preference is assumed to be a program. */
const OFFERS = ['application/problem+json', 'application/json', 'text/html'];

/** A browser without JavaScript sent a form; JSON would be useless to its user. */
const isOfForm = (ctx: RequestContext): boolean =>
  ctx.method === 'POST' && hasForm(ctx) && preferredOf(ctx, OFFERS) === 'text/html';

/** HTML page of a problem, in the language of the form. */
function pageOf(ctx: RequestContext, { code, values, errors, detail }: Problem) {
  const { lang } = ctx.query;
  const language = lang === 'sk' || lang === 'en' ? lang : ctx.state.language;
  const { title } = PROBLEMS[code];
  const faults = errors.map((error) => error.detail);
  const publicProblem = { title, detail, remedy: fillText(`problem.${code}.remedy`, values), faults };
  return {
    headers: {
      ...PAGE_HEADERS,
      'Content-Language': language,
      'Cache-Control': 'no-store',
      Vary: 'Accept, Accept-Language',
    },
    text: renderRefused(publicProblem, FRONT_PATH, language),
  };
}
