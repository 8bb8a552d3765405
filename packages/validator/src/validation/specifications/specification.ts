import type { Text } from '../../issues/index.ts';

/**
 * How a specification stands to EN 16931: it is the norm itself, narrows it (CIUS), extends it, or is no specification
 * on it at all.
 */
export type Family = 'core' | 'cius' | 'extension' | 'foreign';

/** What a document may claim to follow (BT-24). */
export type Specification = {
  /** Exact values of BT-24; one that ends with `*` stands for all that begin so. */
  readonly identifiers: readonly string[];
  readonly family: Family;
  readonly name: Text;
  /** The built-in rule set that has all of its rules; unset: there is none. */
  readonly ruleset?: string;
};
