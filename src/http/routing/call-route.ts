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
 * How a route has the work of others done: whoever calls needs their role, pays for it and is let in as if they had
 * called there.
 */
export function makeCall({ ctx, route, caller, parts, context }: CallParts): RouteContext['call'] {
  const { admission, app, limit } = parts;
  // A call with a key has been counted once already, for the first work that it asks for.
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
