import type { Profile } from './read-profile.ts';
import type { RulePack } from './rule-pack.ts';
import { definitionsFor, preferredRuleset, RULESETS, type Ruleset, type RulesetDefinition } from './ruleset.ts';

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
  /** `YYYY-MM-DD`: only releases in force on that day will do. */
  readonly asOf?: string | undefined;
  /** `YYYY-MM-DD`: without `asOf`, the releases in force today, or next to it. */
  readonly today: string;
};

/** Which release of a ruleset's leading pack is meant. */
export type Release = {
  readonly version?: string | undefined;
  readonly day: string;
  /** Whether a release that is not in force on the day will do when none is. */
  readonly isNearestEnough: boolean;
};

/**
 * What is applied to a file: the wished ruleset, else the one its profile asks for (contract, section 2), as far as
 * its packs are installed.
 *
 * @throws RulesetUnknown when a wished ruleset is not installed in that version, or not in force on that day.
 */
export function chooseRuleset(packs: readonly RulePack[], wish: RulesetWish, profile: Profile): Ruleset {
  const release: Release = { day: wish.asOf ?? wish.today, isNearestEnough: wish.asOf === undefined };
  if (wish.ruleset !== undefined) return findWished(packs, wish.ruleset, release);
  const preferred = preferredRuleset(profile);
  for (let id: string | null = preferred; id !== null; ) {
    const definition: RulesetDefinition = RULESETS.find((known) => known.id === id)!;
    const ruleset = assembleRuleset(packs, definition, release);
    if (ruleset !== null) return ruleset;
    id = definition.narrower;
  }
  throw new RulesetUnknown(preferred, installedRulesets(packs));
}

/** Ids with versions of everything that can be asked for. */
export function installedRulesets(packs: readonly RulePack[]): string[] {
  return definitionsFor(packs).flatMap(({ id, packs: needed }) => {
    if (!needed.every((name) => packs.some(({ info }) => info.id === name))) return [];
    return byNewest(packs, needed.at(-1)!).map(({ info }) => `${id}@${info.version}`);
  });
}

function findWished(packs: readonly RulePack[], asked: string, release: Release): Ruleset {
  const [id = '', version] = asked.split('@', 2);
  const definition = definitionsFor(packs).find((known) => known.id === id);
  const ruleset = definition && assembleRuleset(packs, definition, { ...release, version });
  if (!ruleset) throw new RulesetUnknown(asked, installedRulesets(packs));
  return ruleset;
}

/**
 * The packs of a ruleset: its lead in the asked version, or the release for the day, with the companions of the
 * lead's own time. Null when a pack is not installed.
 */
export function assembleRuleset(
  packs: readonly RulePack[],
  { id, packs: needed }: RulesetDefinition,
  { version, day, isNearestEnough }: Release,
): Ruleset | null {
  const leads = byNewest(packs, needed.at(-1)!);
  const lead =
    version === undefined
      ? (inForce(leads, day) ?? (isNearestEnough ? nearest(leads, day) : undefined))
      : leads.find(({ info }) => info.version === version);
  if (!lead) return null;
  const time = clampDay(day, lead);
  const companions: RulePack[] = [];
  for (const name of needed.slice(0, -1)) {
    const releases = byNewest(packs, name);
    const companion = inForce(releases, time) ?? nearest(releases, time);
    if (companion === undefined) return null;
    companions.push(companion);
  }
  return { id, version: lead.info.version, packs: [...companions, lead] };
}

/** Of releases with the newest first: the newest that is in force on the day. */
const inForce = (releases: readonly RulePack[], day: string): RulePack | undefined =>
  releases.find(({ info }) => info.in_force_from <= day && (info.in_force_to === null || day <= info.in_force_to));

/** The next release after the day, else the last one. */
const nearest = (releases: readonly RulePack[], day: string): RulePack | undefined =>
  releases.findLast(({ info }) => info.in_force_from > day) ?? releases[0];

export const byNewest = (packs: readonly RulePack[], id: string): RulePack[] =>
  packs.filter(({ info }) => info.id === id).sort((a, b) => b.info.in_force_from.localeCompare(a.info.in_force_from));

function clampDay(day: string, { info }: RulePack): string {
  if (day < info.in_force_from) return info.in_force_from;
  return info.in_force_to !== null && day > info.in_force_to ? info.in_force_to : day;
}
