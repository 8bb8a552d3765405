import type { Router } from '@koa/router';
import type { Middleware, RequestState } from './state.ts';

/**
 * Calls the routes whose path is a literal without asking the patterns of all others first, which takes longer than all headers of an
 * answer. What is not found here the router looks for: parameters, HEAD, other ways to write a path.
 */
export function literalRoutes(router: Router<RequestState>): Middleware {
  const found = new Map<string, Middleware>();
  for (const { path, methods } of router.stack) {
    if (typeof path !== 'string' || path.includes(':')) continue;
    for (const method of methods) {
      // Where an earlier pattern takes the path, too, it goes on doing so.
      const first: (typeof router.stack)[number] | undefined = router.match(path, method).pathAndMethod[0];
      if (first?.path === path && first.stack.length === 1)
        found.set(`${method} ${path}`, first.stack[0] as Middleware);
    }
  }
  return (ctx, next) => {
    const handle = ctx.method === 'HEAD' ? undefined : found.get(`${ctx.method} ${ctx.path}`);
    if (handle === undefined) return next();
    ctx.params = {};
    return handle(ctx, next);
  };
}
