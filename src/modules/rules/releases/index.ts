/**
 * Which releases of rules the processes of a database judge by, beside those that each brings along: what they are made
 * of, one row for each change of their use, and what shadows would have said otherwise. It must never keep anything of a
 * document, and never change or take away what is kept: evidence names it.
 */
export { type Because, makeRulePacks, type RulePackFile, type RulePacks } from './make-rule-packs.ts';
export { RulePackRefused, type RulePackStanding, type RulePackUse } from './states.ts';
