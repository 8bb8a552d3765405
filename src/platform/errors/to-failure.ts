import type { Text } from '@e-invoice/validator/issues';
import { own } from '../../lib/own-property.ts';
import type { ProblemKind } from './problem-kind.ts';
import { PROBLEMS, type ProblemCode } from './problems.data.ts';

/** Error of one file in a batch, for a problem that would otherwise be the whole response: description and remedy. */
export function toFailure(code: ProblemCode): { readonly code: string; readonly detail: Text } {
  const { detail, remedy } = PROBLEMS[code];
  return { code, detail: { sk: `${detail.sk} ${remedy.sk}`, en: `${detail.en} ${remedy.en}` } };
}

/**
 * Adds the remedy of the code to the error of a batch file, as in the response for a single file, unless the detail
 * already contains it.
 */
export function withRemedy<F extends { readonly code: string }>(failure: F): F & { readonly remedy?: Text } {
  const kind = own<ProblemKind>(PROBLEMS, failure.code);
  return kind === undefined ? failure : { ...failure, remedy: kind.remedy };
}
