import type { Layer, Level, Text } from '../issues/index.ts';
import type { RestrictionFacts } from './restrictions/index.ts';

/** What is known of a rule without any text of ours: read off the installed packs. */
export type RuleFacts = {
  readonly rule_id: string;
  readonly layer: Layer;
  /** The heaviest that it can report. */
  readonly level: Level;
  /** The XPath of what the rule is asked of; null where the rule is not written in Schematron. */
  readonly context: string | null;
  /** Where the rule comes from. */
  readonly source: RuleSource;
  /** A restriction of the UBL syntax; null for any other rule. */
  readonly restriction: RestrictionFacts | null;
};

export type RuleSource = {
  readonly title: Text;
  /** `en16931-ubl@1.3.16`, every installed pack that has the rule; empty for what the service itself checks. */
  readonly packs: readonly string[];
};
