/**
 * Rule packs on disk: built-in ones (`schematron/`) and releases installed by the operator (`DATA_DIR/rules`). Loads,
 * installs, lists and removes them.
 *
 * It must never activate a pack that does not compile or fails its canaries, write outside the operator's folder, or
 * trust names from an archive.
 */

export { type ArchivedRules, collectRules } from './archived-rules.ts';
export { makeCiiParts } from './cii-parts.ts';
export { describeBinding } from './describe-binding.ts';
export {
  describeEngine,
  ENGINE_LIBRARIES,
  ENGINE_SOURCES,
  type Engine,
  isEngineKnown,
  noteEngine,
} from './describe-engine.ts';
export { exportRules } from './export-rules.ts';
export { type InstallRequest, installPack } from './install-pack.ts';
export { listCiiPacks } from './list-cii-packs.ts';
export { type LoadOptions, loadPack } from './load-pack.ts';
export {
  forgetOtherPacks,
  type LoadedPack,
  type LoadedPacks,
  loadPacks,
  type PackRoots,
  type RefusedPack,
} from './load-packs.ts';
export { loadRulePacks, refuseBuiltIn } from './load-rule-packs.ts';
export { loadCiiStructure, loadCodeLists, loadUblStructure, readCiiTables } from './load-tables.ts';
export {
  listNetworkPacks,
  makeNetworkRules,
  type NetworkFinding,
  type NetworkPackId,
  type NetworkRules,
} from './network/network-rules.ts';
export { NETWORK_RULE_TEXTS } from './network/texts.ts';
export { openValidator, type ValidatorConfig } from './open-validator.ts';
export { PackRefused } from './pack-refused.ts';
export { type Examples, type PackedRelease, packRelease, repeatExamples } from './pack-release.ts';
export { makePackPreparer, type PackPreparer } from './prepare-packs.ts';
export { readRestrictionTable } from './read-restriction-table.ts';
export { readZip, type ZipLimits } from './read-zip.ts';
export { removePack } from './remove-pack.ts';
export {
  type Applied,
  applicable,
  describeServed,
  fromDay,
  hasServed,
  keepServed,
  placeOfServed,
  type ServedPack,
} from './served-packs.ts';
