import type { Text } from '@e-invoice/validator/issues';
import { PROBLEMS, type ProblemCode } from './problems.data.ts';

/** What one file among others is told, where the problem would be the whole answer: what is wrong, and what to do. */
export function toFailure(code: ProblemCode): { readonly code: string; readonly detail: Text } {
  const { detail, remedy } = PROBLEMS[code];
  return { code, detail: { sk: `${detail.sk} ${remedy.sk}`, en: `${detail.en} ${remedy.en}` } };
}
