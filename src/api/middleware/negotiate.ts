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

/** No client that means it sends a quarter of it. In characters. */
const LONGEST_ACCEPT = 4_000;

/**
 * The offered media type that the Accept header likes best (RFC 9110, section 12.5.1); the first when it says nothing.
 *
 * @throws Problem `not_acceptable`.
 */
export function negotiate(ctx: RequestContext, offers: readonly string[]): string {
  const chosen = preferredOf(ctx, offers);
  if (chosen !== null) return chosen;
  // Who takes problems alone still gets to see one.
  throw makeProblem('not_acceptable', { available: offers.join(', ') });
}

/** The same; null where the header takes none of the offers. */
export function preferredOf(ctx: RequestContext, offers: readonly string[]): string | null {
  const first = offers[0] ?? '*/*';
  const accept = ctx.req.headers.accept;
  // Reading it takes the square of its length; a server may disregard what it does not understand.
  const isTooLong = accept !== undefined && accept.length > LONGEST_ACCEPT;
  if (accept === undefined || isTooLong || accept === '*/*' || offers.length === 0 || offers.includes('*/*'))
    return first;
  const chosen = ctx.accepts([...offers]);
  return typeof chosen === 'string' ? chosen : null;
}
