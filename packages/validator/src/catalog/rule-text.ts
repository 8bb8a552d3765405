import type { RuleText } from './texts/entry.ts';
import { type StatedRuleId, texts } from './texts/index.ts';

/** Texts of a rule; undefined for rules of custom packs, which contain their own sentences. */
export function findRuleText(ruleId: string): RuleText | undefined {
  return texts.get(ruleId);
}

/** Texts of a rule of the service itself. Ids without texts do not compile. */
export function getRuleText(ruleId: StatedRuleId): RuleText {
  return texts.get(ruleId)!;
}
