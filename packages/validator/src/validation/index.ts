/**
 * Validates bytes: which layers apply, in which order, and how findings become issues. Must not use a database, a
 * queue, a clock or a network; time and rule packs are parameters.
 */

export type { Sha256 } from '../sha256.ts';
export { type Canaries, checkCanaries } from './check-canaries.ts';
export { installedRulesets } from './choose-ruleset.ts';
export type { CiiParts } from './cii.ts';
export { deferPack, type PackSource } from './defer-pack.ts';
export { requestedLayers } from './describe-ruleset.ts';
export { CII_VOCABULARY, loadStructure, type Structure, shortenStructure } from './layers/structure/index.ts';
export { listRules } from './list-rules.ts';
export { type InstalledRuleset, listRulesets } from './list-rulesets.ts';
export type { Pack, PackManifest } from './pack.ts';
export { PackNotReady, whenReady } from './pack-not-ready.ts';
export { documentsOf } from './reach.ts';
export { isRulesRefusal, LayerNotInRuleset, RulesetUnknown, type RulesRefusal } from './refusals.ts';
export { splicesOf } from './root-causes/patch/remembered.ts';
export { packIndex, ruleIndex } from './rule-index.ts';
export { makeRulePack, type PackInfo, type RulePack } from './rule-pack.ts';
export { CII_RULESETS } from './ruleset.ts';
export { type CodeLists, codeRules, packCodes, readCodeList, unpackCodes } from './suggestions/index.ts';
export { makeValidator, type ValidationRequest, type Validator, type ValidatorParts } from './validate.ts';
export { type PackOutcome, validateByPack } from './validate-by-pack.ts';
export { type EnvelopeVerdict, validateEnvelope } from './validate-envelope.ts';
