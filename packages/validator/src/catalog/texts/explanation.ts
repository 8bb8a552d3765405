import type { Text } from '../../issues/index.ts';

/** A text in Slovak and in English, as in data files. */
export type Both = readonly [sk: string, en: string];

/**
 * A wrong and a right fragment of an invoice. Both are the content of the element at `at` (a path below the document
 * element, empty for the document element itself) and differ only in the mistake.
 */
export type Example = {
  readonly at: string;
  readonly wrong: string;
  readonly right: string;
};

/** Explanation of a rule in a data file, in addition to message and fix. */
export type Explanation = {
  /** Short description of the mistake, without a full stop. */
  readonly title: Both;
  /** Purpose of the rule. */
  readonly why: Both;
  /** Usual cause in practice. */
  readonly cause: Both;
  readonly example?: Example;
};

/** A data file: one explanation for each rule id. */
export type Explanations = Readonly<Record<string, Explanation>>;

export const toText = ([sk, en]: Both): Text => ({ sk, en });
