import { tracing } from '../../lib/tracing.ts';
import { whenClosed } from '../responses/when-closed.ts';
import type { Middleware } from '../routing/state.ts';

/** What asks all the time and says nothing of anybody's call. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Gives every request a span, which continues the caller's trace (`traceparent`); without tracing, nothing. Its name and
 * route are those of the declaration: what stands in an address is told to nobody.
 */
export const traceRequest: Middleware = (ctx, next) => {
  const active = tracing();
  if (active === null || PROBES.has(ctx.path)) return next();
  const { traceparent } = ctx.req.headers;
  const span = active.start({
    name: ctx.method,
    kind: 'server',
    parent: typeof traceparent === 'string' ? traceparent : null,
  });
  ctx.state.traceId = span.traceId;
  ctx.state.spanId = span.spanId;
  whenClosed(ctx.res, () => {
    const route = ctx.state.route ?? 'none';
    const status = ctx.res.writableFinished ? ctx.res.statusCode : 499;
    span.rename(`${ctx.method} ${route}`);
    span.set({ 'http.request.method': ctx.method, 'http.route': route, 'http.response.status_code': status });
    if (status >= 500) span.fail(String(status));
    span.end();
  });
  return span.during(next);
};
