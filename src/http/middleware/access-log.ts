import type { AppParts } from '../app-parts.ts';
import { whenClosed } from '../responses/when-closed.ts';
import type { Middleware } from '../routing/state.ts';

/** Writes one log line and one measurement per request, by route template: never a query string, header or body. */
export function accessLog({ log, metrics }: Pick<AppParts, 'log' | 'metrics'>): Middleware {
  const seconds = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response.',
    labels: ['method', 'route', 'status'],
  });
  const open = metrics.gauge({ name: 'http_requests_open', help: 'Requests being answered.' });
  return (ctx, next) => {
    const started = performance.now();
    open.inc();
    whenClosed(ctx.res, () => {
      open.dec();
      const duration = performance.now() - started;
      const status = ctx.res.writableFinished ? ctx.res.statusCode : 499;
      const route = ctx.state.route ?? 'none';
      seconds.observe({ method: METHODS.has(ctx.method) ? ctx.method : 'other', route, status }, duration / 1000);
      log.info(
        {
          request_id: ctx.state.requestId,
          ...(ctx.state.traceId !== null && { trace_id: ctx.state.traceId }),
          ...(ctx.state.spanId !== null && { span_id: ctx.state.spanId }),
          method: ctx.method,
          route,
          status,
          actor: ctx.state.actor,
          duration_ms: Math.round(duration * 100) / 100,
        },
        'request',
      );
    });
    return next();
  };
}

/** Clients may invent methods; this bounds the cardinality of the label. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
