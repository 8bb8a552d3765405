import { LAYERS, type Layer } from '../issues/index.ts';
import type { RulePack } from './rule-pack.ts';

/** Packs applied together to one file. The last pack leads: its version is the ruleset's version. */
export type RulesetDefinition = {
  readonly id: string;
  readonly packs: readonly string[];
};

/** The rulesets of the contract (section 2), from the narrowest to the widest. */
export const RULESETS: readonly RulesetDefinition[] = [
  { id: 'en16931', packs: ['en16931-ubl'] },
  { id: 'peppol-bis-3', packs: ['en16931-ubl', 'peppol-bis-3'] },
  { id: 'peppol-bis-3+sk', packs: ['en16931-ubl', 'peppol-bis-3', 'sk'] },
];

/** Exactly what is applied to one file. */
export type Ruleset = {
  readonly id: string;
  readonly version: string;
  readonly packs: readonly RulePack[];
};

/** The layers that a ruleset reports in, in the order of the contract: the structure of UBL, and what its packs name. */
export function layersOf({ packs }: Ruleset): Layer[] {
  const named = new Set<Layer>([
    'UBL',
    ...packs.flatMap(({ info }) => [info.layer, ...info.layers.map(([, layer]) => layer)]),
  ]);
  return LAYERS.filter((layer) => named.has(layer));
}
