import { chooseMediaType } from '../../lib/accept.ts';
import type { Answers } from '../answers/answer.ts';
import { makeProblem } from '../problems/problems.ts';
import type { RequestContext } from '../routing/state.ts';

/** The media types in which a route can succeed, the declared order first. */
export function offersOf(answers: Answers): string[] {
  const offers = Object.entries(answers)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, spec]) => Object.keys(spec.content));
  return [...new Set(offers)];
}

/**
 * The media type of the response to a request, by its Accept header (RFC 9110, section 12.5.1); the first offer without
 * one.
 *
 * @throws Problem `not_acceptable`.
 */
export function negotiate(ctx: RequestContext, offers: readonly string[]): string {
  const chosen = preferredOf(ctx, offers);
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
