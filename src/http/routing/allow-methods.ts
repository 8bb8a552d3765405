import { makeProblem } from '../problems/problems.ts';
import type { RequestContext } from './state.ts';

/**
 * Handles a request whose path exists only for other methods; OPTIONS returns the allowed methods.
 *
 * @throws Problem `method_not_allowed` for every other method
 */
export function allowMethods(ctx: RequestContext, methods: readonly string[]): void {
  const allowed = [...new Set([...methods, 'OPTIONS'])].join(', ');
  ctx.state.route = 'none';
  if (ctx.method !== 'OPTIONS') {
    throw makeProblem('method_not_allowed', { method: ctx.method, allowed }, { headers: { Allow: allowed } });
  }
  ctx.status = 204;
  ctx.set('Allow', allowed);
}
