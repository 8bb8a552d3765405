import type { Text } from '../../issues/index.ts';

/** Relation of a specification to EN 16931: the standard itself, narrower (CIUS), an extension, or unrelated. */
export type Family = 'core' | 'cius' | 'extension' | 'foreign';

/** A specification that a document may claim (BT-24). */
export type Specification = {
  /** Exact values of BT-24; a trailing `*` matches any ending. */
  readonly identifiers: readonly string[];
  readonly family: Family;
  readonly name: Text;
  /** The built-in ruleset that contains all of its rules; unset when there is no such ruleset. */
  readonly ruleset?: string;
};
