import { makeProblem } from '../problems/problems.ts';
import type { RequestContext } from './state.ts';

/**
 * Answers a request whose address is known for other methods alone: OPTIONS is told which.
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
