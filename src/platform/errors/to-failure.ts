import type { Text } from '@e-invoice/validator/issues';
import { own } from '../../lib/own-property.ts';
import type { ProblemKind } from './problem-kind.ts';
import { PROBLEMS, type ProblemCode } from './problems.data.ts';

/** What one file among others is told, where the problem would be the whole answer: what is wrong, and what to do. */
export function toFailure(code: ProblemCode): { readonly code: string; readonly detail: Text } {
  const { detail, remedy } = PROBLEMS[code];
  return { code, detail: { sk: `${detail.sk} ${remedy.sk}`, en: `${detail.en} ${remedy.en}` } };
}

/** What is told of a file of a batch, with what to do beside it, as a file by itself is told; a detail may say that too. */
export function withRemedy<F extends { readonly code: string }>(failure: F): F & { readonly remedy?: Text } {
  const kind = own<ProblemKind>(PROBLEMS, failure.code);
  return kind === undefined ? failure : { ...failure, remedy: kind.remedy };
}
