import { LAYERS, type Layer } from '../issues/index.ts';
import type { RulePack } from './rule-pack.ts';

/** Packs applied together to one file. */
export type RulesetDefinition = {
  readonly id: string;
  /** Packs that it stands on, applied before it; null: those that the release of the lead names. */
  readonly on: readonly string[] | null;
  /** The pack whose releases are those of the rule set. */
  readonly lead: string;
  /** A pack applied on top, with releases of its own; in the version it stands behind the lead's, after a `+`. */
  readonly addOn: string | null;
};

/** The built-in rule sets. */
export const RULESETS: readonly RulesetDefinition[] = [
  { id: 'en16931', on: [], lead: 'en16931-ubl', addOn: null },
  { id: 'peppol-bis-3', on: ['en16931-ubl'], lead: 'peppol-bis-3', addOn: null },
  { id: 'peppol-bis-3+sk', on: ['en16931-ubl'], lead: 'peppol-bis-3', addOn: 'sk' },
  { id: 'peppol-selfbilling-3', on: ['en16931-ubl'], lead: 'peppol-selfbilling-3', addOn: null },
  { id: 'peppol-selfbilling-3+sk', on: ['en16931-ubl'], lead: 'peppol-selfbilling-3', addOn: 'sk' },
];

/**
 * Everything that can be asked for: the rulesets above, and each other installed pack as a ruleset of its own, with the
 * packs that it says it stands on.
 */
export function definitionsFor(packs: readonly RulePack[]): RulesetDefinition[] {
  const known = new Set(RULESETS.flatMap(({ id, lead, addOn }) => [id, lead, addOn]));
  const own = new Set(packs.map(({ info }) => info.id).filter((id) => !known.has(id)));
  return [...RULESETS, ...[...own].map((id) => ({ id, on: null, lead: id, addOn: null }))];
}

/** Exactly what is applied to one file. */
export type Ruleset = {
  readonly id: string;
  readonly version: string;
  readonly packs: readonly RulePack[];
};

/** What is left where no rules are meant for a document: the structure of UBL alone. */
export const STRUCTURE_ALONE: Ruleset = { id: 'ubl', version: '2.1', packs: [] };

/** The layers that a ruleset reports in, in the order of the contract: the structure of UBL, and what its packs name. */
export function layersOf({ packs }: Ruleset): Layer[] {
  return LAYERS.filter((layer) => layer === 'UBL' || packs.some(({ layers }) => layers.includes(layer)));
}
