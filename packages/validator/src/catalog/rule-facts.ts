import type { Layer, Level, Text } from '../issues/index.ts';
import type { RestrictionFacts } from './restrictions/index.ts';

export type Syntax = 'ubl' | 'cii';

/** Facts about a rule, read from the installed packs. */
export type RuleFacts = {
  readonly rule_id: string;
  readonly layer: Layer;
  /** The highest level that the rule reports. */
  readonly level: Level;
  /** XPath of the rule's context; null if the rule is not written in Schematron. */
  readonly context: string | null;
  readonly source: RuleSource;
  /** The syntaxes of the documents that the rule applies to. */
  readonly syntaxes: readonly Syntax[];
  /** A restriction of a syntax; null for any other rule. */
  readonly restriction: RestrictionFacts | null;
};

export type RuleSource = {
  readonly title: Text;
  /** All installed packs with the rule, such as `en16931-ubl@1.3.16`; empty for checks of the service itself. */
  readonly packs: readonly string[];
};
