export { readRuleQuery, renderRuleIndex, renderRuleMissing } from './rule-index.ts';
export { renderRulePage, rulePathOf } from './rule-page.ts';
