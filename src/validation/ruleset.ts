import { LAYERS, type Layer } from '../issues/index.ts';
import type { Profile } from './read-profile.ts';
import type { RulePack } from './rule-pack.ts';

/** Packs applied together to one file. The last pack leads: its version is the ruleset's version. */
export type RulesetDefinition = {
  readonly id: string;
  readonly packs: readonly string[];
  /** What is applied instead when a pack is not installed; null: nothing. */
  readonly narrower: string | null;
};

/** The rulesets that the profile of a document chooses among. */
export const RULESETS: readonly RulesetDefinition[] = [
  { id: 'en16931', packs: ['en16931-ubl'], narrower: null },
  { id: 'peppol-bis-3', packs: ['en16931-ubl', 'peppol-bis-3'], narrower: 'en16931' },
  { id: 'peppol-bis-3+sk', packs: ['en16931-ubl', 'peppol-bis-3', 'sk'], narrower: 'peppol-bis-3' },
  { id: 'peppol-selfbilling-3', packs: ['en16931-ubl', 'peppol-selfbilling-3'], narrower: 'en16931' },
  {
    id: 'peppol-selfbilling-3+sk',
    packs: ['en16931-ubl', 'peppol-selfbilling-3', 'sk'],
    narrower: 'peppol-selfbilling-3',
  },
];

/** The ruleset for a profile (contract, section 2). */
export function preferredRuleset({ isPeppol, isSelfBilling, sellerCountry }: Profile): string {
  if (!isPeppol) return 'en16931';
  return `${isSelfBilling ? 'peppol-selfbilling-3' : 'peppol-bis-3'}${sellerCountry === 'SK' ? '+sk' : ''}`;
}

/**
 * Everything that can be asked for: the rulesets above, and each other installed pack as a ruleset of its own, with the
 * packs that it says it stands on.
 */
export function definitionsFor(packs: readonly RulePack[]): RulesetDefinition[] {
  const known = new Set(RULESETS.flatMap((ruleset) => [ruleset.id, ...ruleset.packs]));
  const own = new Map(packs.filter(({ info }) => !known.has(info.id)).map(({ info }) => [info.id, info]));
  return [...RULESETS, ...[...own.values()].map(({ id, on }) => ({ id, packs: [...on, id], narrower: null }))];
}

/** Exactly what is applied to one file. */
export type Ruleset = {
  readonly id: string;
  readonly version: string;
  readonly packs: readonly RulePack[];
};

/** The layers that a ruleset reports in, in the order of the contract: the structure of UBL, and what its packs name. */
export function layersOf({ packs }: Ruleset): Layer[] {
  return LAYERS.filter((layer) => layer === 'UBL' || packs.some(({ layers }) => layers.includes(layer)));
}
