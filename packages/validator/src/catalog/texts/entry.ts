import type { Fix, Text } from '../../issues/index.ts';
import { toFix } from './programs/index.ts';

/** Texts for a violated rule. */
export type RuleText = {
  /** The mistake in one sentence that an accountant understands. */
  readonly message: Text;
  /** How to fix it. */
  readonly fix: Fix;
  /** Business terms and groups of EN 16931 that the rule refers to, e.g. `BT-106`. */
  readonly business_terms: readonly string[];
};

/** One rule's line in a text table: id, business terms, message SK, message EN, fix SK, fix EN. */
export type Entry = readonly [
  ruleId: string,
  terms: string,
  messageSk: string,
  messageEn: string,
  fixSk: string,
  fixEn: string,
];

export function toRuleText([ruleId, terms, messageSk, messageEn, fixSk, fixEn]: Entry): RuleText {
  return {
    message: { sk: messageSk, en: messageEn },
    fix: toFix(ruleId, { sk: fixSk, en: fixEn }),
    business_terms: terms === '' ? [] : terms.split(' '),
  };
}
