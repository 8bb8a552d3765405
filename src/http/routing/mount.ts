import type { Router } from '@koa/router';
import { auditAndMeter } from '../middleware/audit-and-meter.ts';
import { authenticate, authorize } from '../middleware/authenticate.ts';
import { type Charge, giveBackIfMalformed } from '../middleware/limit.ts';
import { negotiate, offersOf } from '../middleware/negotiate.ts';
import { makeEndings } from '../responses/abort-signals.ts';
import { whenClosed } from '../responses/when-closed.ts';
import { checkAnswer, writeAnswer } from '../responses/write-answer.ts';
import { makeCall } from './call-route.ts';
import { addressOf, clientOf } from './client-of.ts';
import type { Admission } from './load-shedding.ts';
import type { MountParts } from './mount-parts.ts';
import { isUnfinished } from './open-requests.ts';
import { readInput } from './read-input.ts';
import type { Route, RouteContext } from './route.ts';
import type { RequestState } from './state.ts';

/**
 * Adds a route to the router. Order of the steps: load shedding, authentication, rate limit, authorization, content
 * negotiation, input validation, handler, audit and usage, response.
 */
export function mount(router: Router<RequestState>, route: Route, parts: MountParts): void {
  const { admission, app, bodies, limit, openRequests, stopping, checkAnswers } = parts;
  const offers = offersOf(route.answers);
  router[route.method](toRouterPath(route.path), async (ctx) => {
    ctx.state.route = route.path;
    const { begin, leave } = admission.enter(route.load);
    whenClosed(ctx.res, leave);
    const client = clientOf(addressOf(ctx.req, app.config.proxies));
    const caller = await authenticate(ctx, route.who, app);
    if (isUnfinished(ctx.req)) {
      // Before the call is counted: a request rejected here costs the caller nothing.
      const end = openRequests.add(ctx.res, caller, client);
      ctx.req.once('end', end);
    }
    const charge = await limit(ctx, route.limit, caller);
    if (route.load === 'queued') await admitOrGiveBack(admission, charge, caller.workspaceId);
    const response = await auditAndMeter(ctx, route, caller, app, async (audited) => {
      authorize(caller, route);
      const mediaType = negotiate(ctx, offers);
      const input = await readInput(ctx, route, ctx.params, app.config, bodies.open(ctx.res));
      begin();
      const context: RouteContext = {
        app,
        caller: audited,
        requestId: ctx.state.requestId,
        language: ctx.state.language,
        mediaType,
        log: app.log,
        client,
        owner: caller.role === 'public' ? client : caller.workspaceId,
        hasLeft: () => ctx.res.destroyed,
        ...makeEndings(ctx.res, {
          stopping,
          watchKey: (onEnd) => app.accounts.watchKey(caller, onEnd),
        }),
        keepOpen: () => {
          openRequests.add(ctx.res, caller, client);
        },
        toQueue: () => {
          // From here on the request waits, and the workers do the work.
          leave();
          return admission.admitQueued(caller.workspaceId);
        },
        countMore: charge.add,
        giveBack: charge.giveBack,
        call: makeCall({ ctx, route, caller, parts, context: () => context }),
      };
      return route.handle(input, context);
    }).catch(async (error: unknown) => {
      await giveBackIfMalformed(charge, error);
      throw error;
    });
    try {
      checkAnswer(route.id, route.answers, response, checkAnswers === 'throw');
    } catch (error) {
      if (checkAnswers === 'throw') throw error;
      app.log.error({ err: error, request_id: ctx.state.requestId }, 'response does not match its schema');
    }
    await writeAnswer(ctx, route.answers, response);
  });
}

/** Uncounts a call that is rejected because the backlog is full. */
async function admitOrGiveBack(admission: Admission, charge: Charge, workspaceId: string): Promise<void> {
  try {
    await admission.admitQueued(workspaceId);
  } catch (error) {
    await charge.giveBack();
    throw error;
  }
}

/** Converts `/a/{id}` to the router's syntax `/a/:id`. */
const toRouterPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
