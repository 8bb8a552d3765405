/**
 * The rule catalog: explanations of every rule in Slovak and English. It depends only on rule ids and pack metadata,
 * not on rule evaluation or on documents.
 */
export type { Catalog } from './catalog.ts';
export { type CatalogEntry, ruleUrlOf } from './catalog-entry.ts';
export { makeCatalog, makingCatalog } from './make-catalog.ts';
export type { ExplainedRule, OtherTexts } from './make-entry.ts';
export {
  type Remediation,
  type RemediationAlternative,
  type RemediationQuestion,
  suggestRemediation,
} from './remediation/index.ts';
export { describeRestriction, type RestrictionFacts } from './restrictions/index.ts';
export type { RuleFacts, RuleSource, Syntax } from './rule-facts.ts';
export { findRuleText, getRuleText } from './rule-text.ts';
export { type SearchOptions, searchRules } from './search/index.ts';
export { type BusinessTerm, findTerm, listTerms, termsAt } from './terms/index.ts';
export type { RuleText } from './texts/entry.ts';
export { toFix } from './texts/programs/index.ts';
export { FREQUENT, TOPICS, type Topic } from './topics.data.ts';
