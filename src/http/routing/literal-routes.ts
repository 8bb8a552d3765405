import type { Router } from '@koa/router';
import type { Middleware, RequestState } from './state.ts';

/**
 * Dispatches routes with a literal path without testing the patterns of all others, which takes longer than writing
 * the headers of a response. Everything else (parameters, HEAD, other spellings) goes to the router.
 */
export function literalRoutes(router: Router<RequestState>): Middleware {
  const found = new Map<string, Middleware>();
  for (const { path, methods } of router.stack) {
    if (typeof path !== 'string' || path.includes(':')) continue;
    for (const method of methods) {
      // An earlier pattern that also matches the path keeps precedence.
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
