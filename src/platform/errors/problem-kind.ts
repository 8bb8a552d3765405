import type { Text } from '@e-invoice/validator/issues';

/** A kind of error: content of the response, and advice on its documentation page. */
export type ProblemKind = {
  readonly status: number;
  readonly title: Text;
  /** Sentence about the occurrence; `{name}` is replaced by values of the problem. */
  readonly detail: Text;
  readonly remedy: Text;
};
