import type { RuleText } from '../rule-text.ts';

/** One rule's line in a text table: id, business terms, message SK, message EN, fix SK, fix EN. */
export type Entry = readonly [
  ruleId: string,
  terms: string,
  messageSk: string,
  messageEn: string,
  fixSk: string,
  fixEn: string,
];

export function toRuleText([, terms, messageSk, messageEn, fixSk, fixEn]: Entry): RuleText {
  return {
    message: { sk: messageSk, en: messageEn },
    fix: { sk: fixSk, en: fixEn },
    business_terms: terms === '' ? [] : terms.split(' '),
  };
}
