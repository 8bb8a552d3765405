import type { Layer, Text } from '../issues/index.ts';
import { assembleRuleset, byNewest } from './choose-ruleset.ts';
import type { RulePack } from './rule-pack.ts';
import { definitionsFor, layersOf, type Ruleset } from './ruleset.ts';

/** One installed ruleset for `GET /api/rulesets`. */
export type InstalledRuleset = {
  readonly id: string;
  readonly version: string;
  readonly title: Text;
  readonly conforms_to: string;
  /** `YYYY-MM-DD`, both inclusive; null: no end is known. */
  readonly in_force_from: string;
  readonly in_force_to: string | null;
  readonly layers: readonly Layer[];
  readonly rule_count: number;
  readonly packs: readonly {
    readonly id: string;
    readonly version: string;
    readonly rule_count: number;
    /** As evidence names it. */
    readonly digest: string;
  }[];
};

/** Every ruleset whose packs are all installed, one entry per release of its leading pack, newest first. */
export function listRulesets(packs: readonly RulePack[]): InstalledRuleset[] {
  return definitionsFor(packs).flatMap((definition) =>
    byNewest(packs, definition.packs.at(-1)!).flatMap((lead) => {
      const { in_force_from: day, version } = lead.info;
      const ruleset = assembleRuleset(packs, definition, { version, day, isNearestEnough: true });
      return ruleset === null ? [] : [describe(ruleset, lead)];
    }),
  );
}

function describe(ruleset: Ruleset, { info }: RulePack): InstalledRuleset {
  const packs = ruleset.packs.map(({ info: { id, version }, ruleIds, digest }) => ({
    id,
    version,
    rule_count: ruleIds.length,
    digest,
  }));
  return {
    id: ruleset.id,
    version: ruleset.version,
    title: info.title,
    conforms_to: info.conforms_to,
    in_force_from: info.in_force_from,
    in_force_to: info.in_force_to,
    layers: layersOf(ruleset),
    rule_count: packs.reduce((sum, { rule_count }) => sum + rule_count, 0),
    packs,
  };
}
