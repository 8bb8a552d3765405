import type { Text } from '../../issues/index.ts';

/** The same text in Slovak and in English, as data files write it. */
export type Both = readonly [sk: string, en: string];

/**
 * A wrong and a right piece of an invoice. Both are the content of the element that `at` names (a path below the
 * document element, empty for the document element itself): what stands in one and not in the other is the lesson.
 */
export type Example = {
  readonly at: string;
  readonly wrong: string;
  readonly right: string;
};

/** What a data file says of a rule beyond message and fix. */
export type Explanation = {
  /** The mistake in a few words, without a full stop. */
  readonly title: Both;
  /** Why the rule is there: what it protects. */
  readonly why: Both;
  /** What usually goes wrong in practice. */
  readonly cause: Both;
  readonly example?: Example;
};

/** A data file: one explanation for each rule id. */
export type Explanations = Readonly<Record<string, Explanation>>;

export const toText = ([sk, en]: Both): Text => ({ sk, en });
