import type { AppParts } from '../app-parts.ts';
import { findProblemKind, isProblemCode, makeProblem, Problem, toProblemBody } from '../problems.ts';
import { awaitsContinue, CallerGone } from '../read-body.ts';
import type { Middleware, RequestContext } from '../state.ts';

/** Turns whatever is thrown below into an answer: expected problems as they are, anything else into `internal`. */
export function problem({ log }: Pick<AppParts, 'log'>): Middleware {
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
      if (told.code === 'internal') {
        log.error({ err: error, request_id: ctx.state.requestId, route: ctx.state.route }, 'a request failed');
      }
      writeProblem(ctx, told);
    }
  };
}

/** The answer that a thrown value stands for. A record's own errors carry the code of their problem. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (!isProblemCode(code)) return makeProblem('internal', {}, { cause: error });
  const values = Object.fromEntries(
    Object.entries(error as Error)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number' || Array.isArray(value))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value as string | number)]),
  );
  return new Problem(code, values, { cause: error, headers: findProblemKind(code).status === 503 ? RETRY : {} });
}

const RETRY = { 'Retry-After': '5' };

export function writeProblem(ctx: RequestContext, told: Problem): void {
  const { requestId, language } = ctx.state;
  ctx.status = told.status;
  ctx.set({ ...told.headers, 'Content-Language': language, 'Cache-Control': 'no-store' });
  ctx.vary('Accept-Language');
  if (told.status === 401) ctx.set('WWW-Authenticate', 'ApiKey header="X-API-Key"');
  // A caller that waits for leave to send its body may now send it or not: the connection cannot be used further.
  if (awaitsContinue(ctx.req)) ctx.set('Connection', 'close');
  ctx.body = JSON.stringify(toProblemBody(told, language, requestId));
  ctx.type = 'application/problem+json';
}
