import { chooseMediaType } from '../../lib/accept.ts';
import { makeProblem } from '../problems/problems.ts';
import type { Answers } from '../responses/response.ts';
import type { RequestContext } from '../routing/state.ts';

const JSON_TYPE = 'application/json';

/** The media types in which a route can succeed, the declared order first. */
export function offersOf(answers: Answers): string[] {
  const offers = Object.entries(answers)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, spec]) => Object.keys(spec.content));
  return [...new Set(offers)];
}

/** What forms of pages send, which no program needs to. */
const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

/** Whether the request carries a form, as browsers send it. */
export const hasForm = (ctx: RequestContext): boolean => FORM.test(ctx.req.headers['content-type'] ?? '');

/**
 * The media type of the response to a request, by its Accept header (RFC 9110, section 12.5.1); the first offer without
 * one.
 *
 * Where a route offers a page and JSON, a request that carries no form gets the page only when its Accept header accepts
 * no JSON: the default Accept header of several HTTP libraries prefers HTML.
 *
 * @throws Problem `not_acceptable`.
 */
export function negotiate(ctx: RequestContext, offers: readonly string[]): string {
  const chosen = preferredOf(ctx, offers);
  if (chosen === 'text/html' && offers.includes(JSON_TYPE) && !hasForm(ctx)) {
    return preferredOf(ctx, [JSON_TYPE]) ?? chosen;
  }
  if (chosen !== null) return chosen;
  // The problem itself is sent in its own media type even so: an error without a body helps less.
  throw makeProblem('not_acceptable', { available: offers.join(', ') });
}

/** The same; null where the header accepts none of the offers. */
export function preferredOf(ctx: RequestContext, offers: readonly string[]): string | null {
  const { accept } = ctx.req.headers;
  const first = offers[0] ?? '*/*';
  if (accept === undefined || accept === '*/*' || offers.length === 0 || offers.includes('*/*')) return first;
  return chooseMediaType(accept, offers);
}
