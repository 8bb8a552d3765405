import type { Middleware } from '../routing/state.ts';

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Accept, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Prefer, Range, X-API-Key, X-Filename, X-Request-Id',
  'Access-Control-Max-Age': '600',
} as const;

const EXPOSED =
  'Content-Disposition, Content-Range, ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, X-Not-Printed, X-Request-Id';

/**
 * Lets pages of the configured origins (`*`: all) call the API from a browser. Browser credentials are never allowed,
 * because a caller is identified only by its key. Without a configured origin, browsers block other sites.
 */
export function cors(origins: readonly string[]): Middleware {
  const all = origins.includes('*');
  return (ctx, next) => {
    const { origin } = ctx.req.headers;
    if (origins.length === 0 || origin === undefined) return next();
    ctx.vary('Origin');
    if (!all && !origins.includes(origin)) return next();
    ctx.set({
      'Access-Control-Allow-Origin': all ? '*' : origin,
      'Access-Control-Expose-Headers': EXPOSED,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (ctx.method !== 'OPTIONS' || ctx.req.headers['access-control-request-method'] === undefined) return next();
    ctx.set(PREFLIGHT);
    ctx.state.route = 'preflight';
    ctx.status = 204;
    return Promise.resolve();
  };
}
