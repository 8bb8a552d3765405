import type { RulePack } from './rule-pack.ts';
import type { Ruleset, RulesetDefinition } from './ruleset.ts';

/** Selects a release of a ruleset. */
export type Release = {
  /** As `versionOf` writes it, or the version of the lead pack only. */
  readonly version?: string | undefined;
  readonly day: string;
  /** Accept the nearest release when no release is in force on the day. */
  readonly isNearestEnough: boolean;
};

/**
 * Assembles the packs of a ruleset: the lead pack in the requested version, or in the release for the day, with the
 * companions that it names or that are in force at the same time.
 *
 * @returns null when a pack is not installed, or not in force on a day that the request names
 */
export function assembleRuleset(
  packs: readonly RulePack[],
  definition: RulesetDefinition,
  { version, day, isNearestEnough }: Release,
): Ruleset | null {
  const pick = (releases: readonly RulePack[], time: string): RulePack | undefined =>
    inForce(releases, time) ?? (isNearestEnough || version !== undefined ? nearest(releases, time) : undefined);
  const leads = byNewest(packs, definition.lead);
  const lead =
    version === undefined
      ? pick(leads, day)
      : (leads.find(({ info }) => version === info.version) ??
        leads.find(({ info }) => version.startsWith(`${info.version}+`)));
  if (!lead) return null;

  const time = clampDay(day, lead);
  const below: RulePack[] = [];
  /** Adds the companions of a pack, each after its own companions. */
  const addBelow = (pack: RulePack, names: readonly string[]): boolean =>
    names.every((name) => {
      const named = pack.info.on.find((companion) => companion.startsWith(`${name}@`));
      const companion =
        named === undefined
          ? pick(byNewest(packs, name), time)
          : packs.find(({ info }) => named === `${info.id}@${info.version}`);
      if (companion === undefined) return false;
      if (companion === lead || below.some(({ info }) => info.id === companion.info.id)) return true;
      if (!addBelow(companion, companion.info.on.map(nameIn))) return false;
      below.push(companion);
      return true;
    });
  if (!addBelow(lead, definition.on ?? lead.info.on.map(nameIn))) return null;
  if (definition.addOn === null) {
    const exact = version === undefined || version === lead.info.version;
    return exact ? { id: definition.id, version: lead.info.version, packs: [...below, lead] } : null;
  }
  const addOns = byNewest(packs, definition.addOn);
  const requested = version?.slice(lead.info.version.length + 1) ?? '';
  const addOn = requested === '' ? pick(addOns, time) : addOns.find(({ info }) => info.version === requested);
  if (addOn === undefined) return null;
  const both = `${lead.info.version}+${addOn.info.version}`;
  return { id: definition.id, version: both, packs: [...below, lead, addOn] };
}

/** The id in `id` or `id@version`. */
export const nameIn = (companion: string): string => companion.split('@', 1)[0]!;

/** The newest release that is in force on the day. `releases` are sorted newest first. */
const inForce = (releases: readonly RulePack[], day: string): RulePack | undefined =>
  releases.find(({ info }) => info.mandatory_from <= day && (info.in_force_to === null || day <= info.in_force_to));

/** The next release after the day, else the last one. */
const nearest = (releases: readonly RulePack[], day: string): RulePack | undefined =>
  releases.findLast(({ info }) => info.mandatory_from > day) ?? releases[0];

/** Keyed by the pack array of a validator, which does not change between files. */
const sorted = new WeakMap<readonly RulePack[], Map<string, readonly RulePack[]>>();

/** The installed releases of a pack, newest first, without companion-only packs. */
export function byNewest(packs: readonly RulePack[], id: string): readonly RulePack[] {
  let byId = sorted.get(packs);
  if (byId === undefined) {
    byId = new Map();
    sorted.set(packs, byId);
  }
  let releases = byId.get(id);
  if (releases === undefined) {
    releases = packs
      .filter(({ info }) => info.id === id && !info.companion_only)
      .sort((a, b) => b.info.mandatory_from.localeCompare(a.info.mandatory_from));
    byId.set(id, releases);
  }
  return releases;
}

/** The day, moved into the period in which the pack is in force. */
export function clampDay(day: string, { info }: RulePack): string {
  if (day < info.mandatory_from) return info.mandatory_from;
  return info.in_force_to !== null && day > info.in_force_to ? info.in_force_to : day;
}
