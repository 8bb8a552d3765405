import type { Language } from '@e-invoice/validator/issues';
import { Refusal } from '../../platform/errors/index.ts';
import { Problem, toProblemBody } from './problems.ts';

/** The problem that a refusal of a record is, with what it tells programs besides. */
export function toRefusalProblem(refused: Refusal): Problem {
  if (refused instanceof Problem) return refused;
  const { code, values, detail } = refused;
  const cause = { cause: refused, detail };
  switch (code) {
    // Limits and positions are members of the problem as well.
    case 'body_too_complex':
    case 'malformed_json':
      return new Problem(code, values, { ...cause, members: values });
    case 'sealer_unavailable':
    case 'artifact_store_unavailable':
      return new Problem(code, values, { ...cause, headers: { 'Retry-After': String(values.seconds) } });
    // Counted within what was asked for, and not before it as the calls of a route are.
    case 'sandbox_keys_used_up':
    case 'key_requests_used_up':
      return new Problem(code, values, { ...cause, headers: ofTheDay(values) });
    default:
      return new Problem(code, values, cause);
  }
}

/** A limit of the UTC day that is used up (draft-ietf-httpapi-ratelimit-headers-10). */
const ofTheDay = ({ limit, seconds }: Refusal['values']) => ({
  'Retry-After': String(seconds),
  'RateLimit-Policy': `"daily";q=${limit};w=86400`,
  RateLimit: `"daily";r=0;t=${seconds}`,
});

/** A refusal as a file tells it: what a problem is, without the request. Null for a fault that may pass. */
export function toProblemResponse(error: unknown, language: Language) {
  if (!(error instanceof Refusal)) return null;
  const problem = toRefusalProblem(error);
  if (problem.status >= 500) return null;
  const { request_id: _, ...told } = toProblemBody(problem, language, '');
  return told;
}
