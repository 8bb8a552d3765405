import { preferredOf } from '../middleware/negotiate.ts';
import { PAGE_HEADERS, renderMissing } from '../pages/index.ts';
import { makeProblem } from '../problems/problems.ts';
import type { RequestContext } from '../routing/state.ts';

/** JSON first: a client without a preference is assumed to be a program. */
const OFFERS = ['application/problem+json', 'application/json', 'text/html'];

/**
 * Responds to an unknown path: with a page for browsers, in the language of the path or of Accept-Language.
 *
 * @throws Problem `not_found` for all other clients
 */
export function answerMissing(ctx: RequestContext): void {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (!isRead || preferredOf(ctx, OFFERS) !== 'text/html') throw makeProblem('not_found', { path: ctx.path });
  const requested = ctx.query.lang;
  const language =
    requested === 'sk' || requested === 'en' ? requested : ctx.path.startsWith('/en/') ? 'en' : ctx.state.language;
  ctx.status = 404;
  ctx.set({ ...PAGE_HEADERS, 'Cache-Control': 'no-store', 'Content-Language': language });
  ctx.vary('Accept');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = renderMissing(ctx.path, language);
}
