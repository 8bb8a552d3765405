import type { Text } from '../issues/index.ts';
import { type SaidRuleId, texts } from './texts/index.ts';

/** What people are told when a rule is broken. */
export type RuleText = {
  /** What is wrong, in one sentence that an accountant understands. */
  readonly message: Text;
  /** What to change. */
  readonly fix: Text;
  /** Business terms and groups of EN 16931 that the rule speaks of, e.g. `BT-106`. */
  readonly business_terms: readonly string[];
};

/** The texts of a rule, or undefined when no pack of ours holds it (an operator's own pack brings its own sentences). */
export function findRuleText(ruleId: string): RuleText | undefined {
  return texts.get(ruleId);
}

/** The texts of a rule that the service itself brings; an id without texts does not pass the type check. */
export function getRuleText(ruleId: SaidRuleId): RuleText {
  return texts.get(ruleId)!;
}
