import { inEachLanguage, type LocalizedText } from '../../../locales/index.ts';
import { own } from '../../lib/own-property.ts';
import { PROBLEMS, type ProblemCode, type ProblemKind } from './problems.ts';

/** Error of one file in a batch, for a problem that would otherwise be the whole response: description and remedy. */
export function toFailure(code: ProblemCode): { readonly code: string; readonly detail: LocalizedText } {
  const { detail, remedy } = PROBLEMS[code];
  return { code, detail: inEachLanguage((language) => `${detail[language]} ${remedy[language]}`) };
}

/**
 * Adds the remedy of the code to the error of a batch file, as in the response for a single file, unless the detail
 * already contains it.
 */
export function withRemedy<F extends { readonly code: string }>(failure: F): F & { readonly remedy?: LocalizedText } {
  const kind = own<ProblemKind>(PROBLEMS, failure.code);
  return kind === undefined ? failure : { ...failure, remedy: kind.remedy };
}
