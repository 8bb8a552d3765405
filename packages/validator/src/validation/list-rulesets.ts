import type { Layer, Text } from '../issues/index.ts';
import { releasesOf } from './choose-ruleset.ts';
import type { RulePack } from './rule-pack.ts';
import { definitionsFor, layersOf, type Ruleset, type SyntaxRulesets, UBL_RULESETS } from './ruleset.ts';

/** One installed ruleset of `GET /api/rulesets`. */
export type InstalledRuleset = {
  readonly id: string;
  readonly version: string;
  readonly title: Text;
  readonly conforms_to: string;
  /** `YYYY-MM-DD`; null when unknown. */
  readonly published: string | null;
  /** `YYYY-MM-DD`, both inclusive; `in_force_to` is null when no end is known. */
  readonly mandatory_from: string;
  /** Same value as `mandatory_from`, under its earlier name. */
  readonly in_force_from: string;
  readonly in_force_to: string | null;
  /** Values of BT-24 that an operator installed the ruleset for; `*` matches any characters. */
  readonly for_customization: readonly string[];
  readonly layers: readonly Layer[];
  readonly rule_count: number;
  readonly packs: readonly {
    readonly id: string;
    readonly version: string;
    readonly rule_count: number;
    /** As in the evidence. */
    readonly digest: string;
  }[];
};

/** Every ruleset whose packs are all installed, one entry per release of its lead pack, newest first. */
export function listRulesets(packs: readonly RulePack[], syntax: SyntaxRulesets = UBL_RULESETS): InstalledRuleset[] {
  return definitionsFor(packs, syntax).flatMap((definition) =>
    releasesOf(packs, definition).map(({ ruleset, lead }) =>
      describe({ ...ruleset, structure: syntax.structure }, lead),
    ),
  );
}

function describe(ruleset: Ruleset, { info }: RulePack): InstalledRuleset {
  const packs = ruleset.packs.map(({ info: { id, version }, ruleIds, digest }) => ({
    id,
    version,
    rule_count: ruleIds.length,
    digest,
  }));
  // All packs of the ruleset must be in force.
  const mandatory_from =
    ruleset.packs
      .map((pack) => pack.info.mandatory_from)
      .sort()
      .at(-1) ?? info.mandatory_from;
  return {
    id: ruleset.id,
    version: ruleset.version,
    title: info.title,
    conforms_to: info.conforms_to,
    published: info.published,
    mandatory_from,
    in_force_from: mandatory_from,
    in_force_to: info.in_force_to,
    for_customization: info.for_customization,
    layers: layersOf(ruleset),
    rule_count: packs.reduce((sum, { rule_count }) => sum + rule_count, 0),
    packs,
  };
}
