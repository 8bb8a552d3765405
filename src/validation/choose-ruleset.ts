import type { Profile } from './read-profile.ts';
import type { RulePack } from './rule-pack.ts';
import { RULESETS, type Ruleset, type RulesetDefinition } from './ruleset.ts';

/** The caller asked for a ruleset that is not installed, or not in force on the day. */
export class RulesetUnknown extends Error {
  readonly code = 'ruleset_unknown';
  readonly asked: string;
  readonly installed: readonly string[];

  constructor(asked: string, installed: readonly string[]) {
    super(`The ruleset ${asked} is not installed`);
    this.name = 'RulesetUnknown';
    this.asked = asked;
    this.installed = installed;
  }
}

export type RulesetWish = {
  /** An id, or an id with a version (`peppol-bis-3@2025.5`). */
  readonly ruleset?: string | undefined;
  /** `YYYY-MM-DD`: the releases in force on that day. */
  readonly asOf: string;
};

/**
 * What is applied to a file: the wished ruleset, else the one its profile asks for (contract, section 2), as far as
 * its packs are installed.
 *
 * @throws RulesetUnknown when a wished ruleset is not installed in that version, or not in force on that day.
 */
export function chooseRuleset(packs: readonly RulePack[], wish: RulesetWish, profile: Profile): Ruleset {
  if (wish.ruleset !== undefined) return findWished(packs, wish.ruleset, wish.asOf);
  const preferred = profile.isPeppol
    ? profile.sellerCountry === 'SK'
      ? 'peppol-bis-3+sk'
      : 'peppol-bis-3'
    : 'en16931';
  const widest = RULESETS.findIndex(({ id }) => id === preferred);
  for (let index = widest; index >= 0; index -= 1) {
    const ruleset = assembleRuleset(packs, RULESETS[index]!, wish.asOf);
    if (ruleset !== null) return ruleset;
  }
  throw new RulesetUnknown(preferred, installedRulesets(packs));
}

/** Ids with versions of everything that can be asked for. */
export function installedRulesets(packs: readonly RulePack[]): string[] {
  return RULESETS.flatMap(({ id, packs: needed }) => {
    if (!needed.every((name) => packs.some(({ info }) => info.id === name))) return [];
    const lead = needed.at(-1);
    return packs.filter(({ info }) => info.id === lead).map(({ info }) => `${id}@${info.version}`);
  });
}

function findWished(packs: readonly RulePack[], asked: string, asOf: string): Ruleset {
  const [id = '', version] = asked.split('@', 2);
  const definition = RULESETS.find((known) => known.id === id);
  const ruleset = definition && assembleRuleset(packs, definition, asOf, version);
  if (!ruleset) throw new RulesetUnknown(asked, installedRulesets(packs));
  return ruleset;
}

/**
 * The packs of a ruleset: its lead in the asked version, or the release in force on the day, with the companions of
 * the lead's own time. Null when a pack is not installed.
 */
export function assembleRuleset(
  packs: readonly RulePack[],
  { id, packs: needed }: RulesetDefinition,
  asOf: string,
  version?: string,
): Ruleset | null {
  const leadId = needed.at(-1)!;
  const lead =
    version === undefined
      ? inForce(packs, leadId, asOf)
      : packs.find(({ info }) => info.id === leadId && info.version === version);
  if (!lead) return null;
  const day = clampDay(asOf, lead);
  const companions = needed.slice(0, -1).map((name) => inForce(packs, name, day) ?? newest(packs, name));
  if (companions.some((pack) => pack === undefined)) return null;
  return { id, version: lead.info.version, packs: [...(companions as RulePack[]), lead] };
}

/** The newest release of a pack that is in force on the day. */
function inForce(packs: readonly RulePack[], id: string, day: string): RulePack | undefined {
  return byNewest(packs, id).find(
    ({ info }) => info.in_force_from <= day && (info.in_force_to === null || day <= info.in_force_to),
  );
}

const newest = (packs: readonly RulePack[], id: string): RulePack | undefined => byNewest(packs, id)[0];

const byNewest = (packs: readonly RulePack[], id: string): RulePack[] =>
  packs.filter(({ info }) => info.id === id).sort((a, b) => b.info.in_force_from.localeCompare(a.info.in_force_from));

function clampDay(day: string, { info }: RulePack): string {
  if (day < info.in_force_from) return info.in_force_from;
  return info.in_force_to !== null && day > info.in_force_to ? info.in_force_to : day;
}
