import type { RuleText } from './texts/entry.ts';
import { type StatedRuleId, texts } from './texts/index.ts';

/** The texts of a rule, or undefined when no pack of ours holds it (an operator's own pack brings its own sentences). */
export function findRuleText(ruleId: string): RuleText | undefined {
  return texts.get(ruleId);
}

/** The texts of a rule that the service itself brings; an id without texts does not pass the type check. */
export function getRuleText(ruleId: StatedRuleId): RuleText {
  return texts.get(ruleId)!;
}
