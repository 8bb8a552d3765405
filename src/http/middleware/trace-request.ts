import { tracing } from '../../lib/tracing.ts';
import { whenClosed } from '../responses/when-closed.ts';
import type { Middleware } from '../routing/state.ts';

/** Frequent probes that are not traced. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Creates a span for each request, which continues the client's trace (`traceparent`); does nothing without tracing.
 * Name and route come from the declaration, so that traces contain no path values.
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
