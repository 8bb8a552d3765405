import type { Text } from '@e-invoice/validator/issues';

/** One kind of error: what stands in the answer, and what its page tells the reader to do. */
export type ProblemKind = {
  readonly status: number;
  readonly title: Text;
  /** One sentence about this occurrence; `{name}` is filled in from the values of the problem. */
  readonly detail: Text;
  readonly remedy: Text;
};
