import type { Caller } from '../app-parts.ts';
import { auditAndMeter } from '../middleware/audit-and-meter.ts';
import { authorize } from '../middleware/authenticate.ts';
import { giveBackIfMalformed } from '../middleware/limit.ts';
import { makeProblem } from '../problems/problems.ts';
import type { MountParts } from './mount-parts.ts';
import type { Route, RouteContext } from './route.ts';
import type { RequestContext } from './state.ts';

type CallParts = {
  readonly ctx: RequestContext;
  readonly route: Route;
  readonly caller: Caller;
  readonly parts: MountParts;
  readonly context: () => RouteContext;
};

/**
 * Lets a route call another route for the same caller, who needs the role of that route, is charged for it and is
 * subject to its limits.
 */
export function makeCall({ ctx, route, caller, parts, context }: CallParts): RouteContext['call'] {
  const { admission, app, limit } = parts;
  // A call with a key has already been counted once, which covers the first nested call.
  let isPaid = caller.role !== 'public' && route.limit !== 'none';
  return async (other, input) => {
    const { begin, leave } = admission.enter(other.load);
    try {
      begin();
      if (caller.role === 'public' && other.who !== 'anyone' && other.who !== 'public') {
        throw makeProblem('key_missing', {});
      }
      const charge = isPaid ? null : await limit(ctx, other.limit, caller);
      isPaid = false;
      if (other.load === 'queued') await admission.admitQueued(caller.workspaceId);
      return await auditAndMeter(ctx, other, caller, app, async (audited) => {
        authorize(caller, other);
        return other.handle(input, { ...context(), caller: audited });
      }).catch(async (error: unknown) => {
        if (charge !== null) await giveBackIfMalformed(charge, error);
        throw error;
      });
    } finally {
      leave();
    }
  };
}
