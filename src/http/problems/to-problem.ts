import { LayerNotInRuleset, RulesetUnknown } from '@e-invoice/validator/validation';
import { own } from '../../lib/own-property.ts';
import { CursorMalformed } from '../../lib/page-cursor.ts';
import { PROBLEMS, type ProblemCode, Refusal } from '../../platform/errors/index.ts';
import { isTransientError } from '../../platform/index.ts';
import { makeProblem, Problem } from './problems.ts';
import { toRefusalProblem } from './to-problem-response.ts';

/** Converts an error to a problem. Expected errors are refusals with a code, or one of the classes below. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Refusal) return toRefusalProblem(error);
  const cause = { cause: error };
  if (error instanceof RulesetUnknown) {
    return makeProblem('ruleset_unknown', { asked: error.requested, installed: error.installed.join(', ') }, cause);
  }
  if (error instanceof LayerNotInRuleset) {
    const { requested, ruleset, layers } = error;
    return makeProblem(
      'layer_not_in_ruleset',
      { asked: requested.join(', '), ruleset, layers: layers.join(', ') },
      cause,
    );
  }
  if (hasProblem(error)) return new Problem(error.code, error.values, cause);
  if (error instanceof CursorMalformed) return makeProblem('cursor_malformed', { cursor: error.cursor }, cause);
  if (isTransientError(error)) return makeProblem('unavailable', {}, { ...cause, headers: { 'Retry-After': '5' } });
  return makeProblem('internal', {}, cause);
}

/** An error of a module that names its problem code and the values of its texts without depending on the texts. */
type CodedError = Error & { readonly code: ProblemCode; readonly values: Readonly<Record<string, string | number>> };

const hasProblem = (error: unknown): error is CodedError =>
  error instanceof Error &&
  'values' in error &&
  'code' in error &&
  typeof error.code === 'string' &&
  own(PROBLEMS, error.code) !== undefined;
