import { chooseMediaType } from '../../lib/accept.ts';
import { makeProblem } from '../problems/problems.ts';
import type { Answers } from '../responses/response.ts';
import type { RequestContext } from '../routing/state.ts';

const JSON_TYPE = 'application/json';

/** Media types of a route's successful responses, in the declared order. */
export function offersOf(answers: Answers): string[] {
  const offers = Object.entries(answers)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, spec]) => Object.keys(spec.content));
  return [...new Set(offers)];
}

/** Media types of HTML forms, which programs do not need to send. */
const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

/** True when the request carries an HTML form. */
export const hasForm = (ctx: RequestContext): boolean => FORM.test(ctx.req.headers['content-type'] ?? '');

/**
 * Chooses the media type of the response by the Accept header (RFC 9110, section 12.5.1); the first offer without
 * one.
 *
 * If a route offers HTML and JSON, a request without a form gets HTML only when its Accept header accepts no JSON:
 * the default Accept header of several HTTP libraries prefers HTML.
 *
 * @throws Problem `not_acceptable`.
 */
export function negotiate(ctx: RequestContext, offers: readonly string[]): string {
  const chosen = preferredOf(ctx, offers);
  if (chosen === 'text/html' && offers.includes(JSON_TYPE) && !hasForm(ctx)) {
    return preferredOf(ctx, [JSON_TYPE]) ?? chosen;
  }
  if (chosen !== null) return chosen;
  // The problem is sent in its own media type anyway: an error without a body helps less.
  throw makeProblem('not_acceptable', { available: offers.join(', ') });
}

/** Like `negotiate`, but returns null when the header accepts no offer. */
export function preferredOf(ctx: RequestContext, offers: readonly string[]): string | null {
  const { accept } = ctx.req.headers;
  const first = offers[0] ?? '*/*';
  if (accept === undefined || accept === '*/*' || offers.length === 0 || offers.includes('*/*')) return first;
  return chooseMediaType(accept, offers);
}
