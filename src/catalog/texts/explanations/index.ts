/** What is said of every rule beyond message and fix. One explicit list of the families that are written. */
import type { Explanation, Explanations } from '../explanation.ts';
import { type SaidRuleId, texts } from '../index.ts';
import { explainFromText } from './explain-from-text.ts';

const written = {} as const satisfies Explanations;

/** Rules that are explained from their sentences and business terms. A family leaves this list when it is written. */
type ExplainedFromText = SaidRuleId;

type NoneOf<Id extends never> = Id;

/** Every rule is explained. The compiler names the id that is not. */
export type RuleWithoutExplanation = NoneOf<Exclude<SaidRuleId, keyof typeof written | ExplainedFromText>>;

const byId: ReadonlyMap<string, Explanation> = new Map(Object.entries(written));

/** The explanation of a rule with sentences of its own, or undefined where there is no such rule. */
export function findExplanation(ruleId: string): Explanation | undefined {
  const found = byId.get(ruleId);
  if (found !== undefined) return found;
  const text = texts.get(ruleId);
  return text === undefined ? undefined : explainFromText(text);
}
