import type { Language } from '@e-invoice/validator/issues';
import { Refusal } from '../../platform/errors/index.ts';
import { Problem, toProblemBody } from './problems.ts';

/** Converts a refusal to a problem, with additional members and headers for programs. */
export function toRefusalProblem(refused: Refusal): Problem {
  if (refused instanceof Problem) return refused;
  const { code, values, detail } = refused;
  const cause = { cause: refused, detail };
  switch (code) {
    // Limits and positions are also members of the problem.
    case 'body_too_complex':
    case 'malformed_json':
      return new Problem(code, values, { ...cause, members: values });
    case 'sealer_unavailable':
    case 'artifact_store_unavailable':
      return new Problem(code, values, { ...cause, headers: { 'Retry-After': String(values.seconds) } });
    // Counted during the operation, unlike the calls of a route, which are counted before it.
    case 'sandbox_keys_used_up':
    case 'key_requests_used_up':
      return new Problem(code, values, { ...cause, headers: ofTheDay(values) });
    default:
      return new Problem(code, values, cause);
  }
}

/** RateLimit headers of a daily limit that is used up (draft-ietf-httpapi-ratelimit-headers-10). */
const ofTheDay = ({ limit, seconds }: Refusal['values']) => ({
  'Retry-After': String(seconds),
  'RateLimit-Policy': `"daily";q=${limit};w=86400`,
  RateLimit: `"daily";r=0;t=${seconds}`,
});

/** Converts a refusal for one file: a problem without the request. Null for a temporary error. */
export function toProblemResponse(error: unknown, language: Language) {
  if (!(error instanceof Refusal)) return null;
  const problem = toRefusalProblem(error);
  if (problem.status >= 500) return null;
  const { request_id: _, ...problemBody } = toProblemBody(problem, language, '');
  return problemBody;
}
