import type { Answers } from '../answer.ts';
import { makeProblem } from '../problems.ts';
import type { RequestContext } from '../state.ts';

/** The media types in which a route can succeed, the declared order first. */
export function offersOf(answers: Answers): string[] {
  const offers = Object.entries(answers)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, spec]) => Object.keys(spec.content));
  return [...new Set(offers)];
}

/**
 * The offered media type that the Accept header likes best (RFC 9110, section 12.5.1); the first when it says nothing.
 *
 * @throws Problem `not_acceptable`.
 */
export function negotiate(ctx: RequestContext, offers: readonly string[]): string {
  const first = offers[0] ?? '*/*';
  const accept = ctx.req.headers.accept;
  if (accept === undefined || accept === '*/*' || offers.length === 0 || offers.includes('*/*')) return first;
  const chosen = ctx.accepts([...offers]);
  if (typeof chosen === 'string') return chosen;
  // Who takes problems alone still gets to see one.
  throw makeProblem('not_acceptable', { available: offers.join(', ') });
}
