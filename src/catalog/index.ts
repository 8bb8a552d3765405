/**
 * What people are told of every rule, in Slovak and English. It knows rules by their ids alone: never how a rule is
 * judged, never a document's content.
 */
export { findRuleText, getRuleText, type RuleText } from './rule-text.ts';
