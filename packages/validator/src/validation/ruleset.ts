import { LAYERS, type Layer } from '../issues/index.ts';
import type { RulePack, Syntax } from './rule-pack.ts';

/** Packs that are applied together to one file. */
export type RulesetDefinition = {
  readonly id: string;
  /** Companion packs, applied before the lead; null for those that the release of the lead names. */
  readonly on: readonly string[] | null;
  /** The pack whose releases are the releases of the ruleset. */
  readonly lead: string;
  /** A pack applied after the lead, with its own releases; its version follows that of the lead after a `+`. */
  readonly addOn: string | null;
};

/** The built-in rulesets for UBL. */
export const RULESETS: readonly [RulesetDefinition, ...RulesetDefinition[]] = [
  { id: 'en16931', on: [], lead: 'en16931-ubl', addOn: null },
  { id: 'peppol-bis-3', on: ['en16931-ubl'], lead: 'peppol-bis-3', addOn: null },
  { id: 'peppol-bis-3+sk', on: ['en16931-ubl'], lead: 'peppol-bis-3', addOn: 'sk' },
  { id: 'peppol-selfbilling-3', on: ['en16931-ubl'], lead: 'peppol-selfbilling-3', addOn: null },
  { id: 'peppol-selfbilling-3+sk', on: ['en16931-ubl'], lead: 'peppol-selfbilling-3', addOn: 'sk' },
];

/** The rulesets for documents in one syntax of EN 16931. */
export type SyntaxRulesets = {
  readonly syntax: Syntax;
  /** The layer of the document's structure. */
  readonly structure: 'UBL' | 'CII';
  /** EN 16931 alone comes first. */
  readonly builtIn: readonly [RulesetDefinition, ...RulesetDefinition[]];
  /** The structure only, for documents without applicable rules. */
  readonly structureOnly: Ruleset;
};

/**
 * Every ruleset that a request can name: the built-in ones, and each other installed pack as a ruleset of its own
 * with the companions that it names.
 */
export function definitionsFor(
  packs: readonly RulePack[],
  { syntax, builtIn }: SyntaxRulesets = UBL_RULESETS,
): RulesetDefinition[] {
  const known = new Set(builtIn.flatMap(({ id, lead, addOn }) => [id, lead, addOn]));
  const own = new Set(packs.flatMap(({ info }) => (info.syntax === syntax && !known.has(info.id) ? [info.id] : [])));
  return [...builtIn, ...[...own].map((id) => ({ id, on: null, lead: id, addOn: null }))];
}

/** A ruleset in one release, as applied to one file. */
export type Ruleset = {
  readonly id: string;
  readonly version: string;
  readonly packs: readonly RulePack[];
  /** The layer of the document's structure; unset: `UBL`. */
  readonly structure?: 'UBL' | 'CII';
};

/** The UBL structure only, for documents without applicable rules. */
export const STRUCTURE_ONLY: Ruleset = { id: 'ubl', version: '2.1', packs: [] };

export const UBL_RULESETS: SyntaxRulesets = {
  syntax: 'ubl',
  structure: 'UBL',
  builtIn: RULESETS,
  structureOnly: STRUCTURE_ONLY,
};

export const CII_RULESETS: SyntaxRulesets = {
  syntax: 'cii',
  structure: 'CII',
  builtIn: [{ id: 'en16931-cii', on: [], lead: 'en16931-cii', addOn: null }],
  structureOnly: { id: 'cii', version: 'D16B', packs: [], structure: 'CII' },
};

/**
 * The layers that a ruleset reports in, in the order of the contract: the structure of the document and the layers of
 * its packs.
 */
export function layersOf({ packs, structure = 'UBL' }: Ruleset): Layer[] {
  return LAYERS.filter((layer) => layer === structure || packs.some(({ layers }) => layers.includes(layer)));
}
