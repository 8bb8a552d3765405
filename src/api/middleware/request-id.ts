import { chooseLanguage } from '../answers/language.ts';
import type { AppParts } from '../app-parts.ts';
import type { Middleware } from '../routing/state.ts';

const WELL_FORMED = /^[\w.:-]{1,128}$/;

/** Gives every request its id (the caller's, when that is well-formed) and its language, and sends the id back. */
export function requestId(newId: AppParts['newId']): Middleware {
  return (ctx, next) => {
    const given = ctx.req.headers['x-request-id'];
    ctx.state.requestId = typeof given === 'string' && WELL_FORMED.test(given) ? given : newId('req');
    ctx.state.language = chooseLanguage(ctx.req.headers['accept-language']);
    ctx.state.route = null;
    ctx.state.actor = null;
    ctx.res.setHeader('X-Request-Id', ctx.state.requestId);
    return next();
  };
}
