import { setMaxListeners } from 'node:events';
import { Router } from '@koa/router';
import Koa from 'koa';
import { makeBodyMemory } from './body/body-memory.ts';
import { accessLog } from './middleware/access-log.ts';
import { compress } from './middleware/compress.ts';
import { cors } from './middleware/cors.ts';
import { checkHost } from './middleware/host.ts';
import { makeLimit } from './middleware/limit.ts';
import { problem } from './middleware/problem.ts';
import { requestId } from './middleware/request-id.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { splitHosts } from './middleware/split-hosts.ts';
import { traceRequest } from './middleware/trace-request.ts';
import { type Stop, whileStopping } from './middleware/while-stopping.ts';
import { allowMethods } from './routing/allow-methods.ts';
import { literalRoutes } from './routing/literal-routes.ts';
import { makeAdmission } from './routing/load-shedding.ts';
import { mount } from './routing/mount.ts';
import type { MountParts } from './routing/mount-parts.ts';
import { makeOpenRequests } from './routing/open-requests.ts';
import { readQuery } from './routing/read-query.ts';
import type { Route } from './routing/route.ts';
import type { Middleware, RequestState } from './routing/state.ts';
import { answerMissing } from './site/answer-missing.ts';

/** Creates the Koa application: middlewares in order, then routes. */
export function makeServer(
  routes: readonly Route[],
  pages: readonly Middleware[],
  parts: Omit<MountParts, 'limit' | 'admission' | 'bodies' | 'openRequests'> & Stop,
): Koa<RequestState> {
  const { app } = parts;
  const koa = new Koa<RequestState>();
  Object.defineProperty(koa.request, 'query', {
    get(this: Koa.Request) {
      return readQuery(this.querystring);
    },
  });
  // Paths are case-sensitive and have no optional slash, because hosts, probes and proxy rules compare them
  // literally.
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  const limit = makeLimit(app);
  const admission = makeAdmission(app);
  const bodies = makeBodyMemory(app);
  const openRequests = makeOpenRequests(app);
  // Every pending wait adds a listener.
  setMaxListeners(0, parts.stopping);
  parts.stopping.addEventListener('abort', admission.close, { once: true });
  for (const route of routes) mount(router, route, { ...parts, limit, admission, bodies, openRequests });

  koa.use(requestId(app.newId));
  koa.use(traceRequest);
  koa.use(accessLog(app));
  koa.use(compress);
  koa.use(problem(app));
  koa.use(securityHeaders(app.config));
  koa.use(checkHost);
  koa.use(splitHosts(app.config.hosts));
  koa.use(cors(app.config.corsOrigins));
  koa.use(whileStopping(parts));
  for (const page of pages) koa.use(page);
  koa.use(literalRoutes(router));
  koa.use(router.routes());
  koa.use(noSuchRoute(router));
  // Only errors after the start of a response arrive here, mostly because the client left.
  koa.on('error', (error: Error & { code?: string }) => {
    if (LEFT.has(error.code ?? '')) app.log.debug({ err: error }, 'client disconnected');
    else app.log.error({ err: error }, 'response aborted');
  });
  return koa;
}

const LEFT = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']);

/** Handles requests without a route: unknown path, or another method. */
function noSuchRoute(router: Router<RequestState>): Middleware {
  return (ctx, next) => {
    if (ctx.state.route !== null || ctx.body != null) return next();
    const methods = router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods);
    return methods.length === 0 ? answerMissing(ctx) : allowMethods(ctx, methods);
  };
}
