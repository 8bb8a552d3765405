import { fillText, type LocalizedText } from '../../../locales/index.ts';
import { STATUSES } from './statuses.data.ts';

export type ProblemCode = keyof typeof STATUSES;

/** A kind of error: content of the response, and advice on its documentation page. */
export type ProblemKind = {
  readonly status: number;
  readonly title: LocalizedText;
  /** Sentence about the occurrence; ICU MessageFormat, with values of the problem as arguments. */
  readonly detail: LocalizedText;
  readonly remedy: LocalizedText;
};

const toKind = (code: ProblemCode): ProblemKind => ({
  status: STATUSES[code],
  title: fillText(`problem.${code}.title`, {}),
  detail: fillText(`problem.${code}.detail`, {}),
  remedy: fillText(`problem.${code}.remedy`, {}),
});

export const PROBLEM_CODES = Object.keys(STATUSES) as ProblemCode[];

/** All error codes of the service with their texts. */
export const PROBLEMS = Object.fromEntries(PROBLEM_CODES.map((code) => [code, toKind(code)])) as Record<
  ProblemCode,
  ProblemKind
>;
