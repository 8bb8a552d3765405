/**
 * Rule releases of the service, which its processes use in addition to their installed packs: files, one row per
 * change of state, and statistics of shadow validation. It must never store document content, and stored releases and
 * changes are never modified or deleted, because evidence refers to them.
 */
export { type Because, makeRulePacks, type RulePackFile, type RulePacks } from './make-rule-packs.ts';
export { RulePackRefused, type RulePackStanding, type RulePackUse } from './states.ts';
