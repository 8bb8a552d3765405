import type { Coverage } from '../issues/index.ts';
import { assembleRuleset, byNewest, clampDay, nameIn, type Release } from './assemble-ruleset.ts';
import { REACHES_ALL, type Reaches } from './reach.ts';
import { RulesetUnknown } from './refusals.ts';
import type { RulePack } from './rule-pack.ts';
import { definitionsFor, RULESETS, type Ruleset, type RulesetDefinition, STRUCTURE_ALONE } from './ruleset.ts';
import {
  bestMatch,
  type ClaimedSpecification,
  type Family,
  findSpecification,
  NO_CLAIM,
} from './specifications/index.ts';

export type RulesetWish = {
  /** An id, or an id with a version (`peppol-bis-3@2025.5`). */
  readonly ruleset?: string | undefined;
  /** `YYYY-MM-DD`: only releases in force on that day will do. */
  readonly asOf?: string | undefined;
  /** `YYYY-MM-DD`: without `asOf`, the releases in force today, or next to it. */
  readonly today: string;
};

/** What a document says that decides which rules apply. */
export type Claim = {
  readonly specification: ClaimedSpecification;
  readonly sellerCountry: string | null;
};

/** Of a file that does not say. */
export const CLAIMS_NOTHING: Claim = { specification: NO_CLAIM, sellerCountry: null };

/** What is applied, and how much of the document's own specification that is. */
export type Choice = { readonly ruleset: Ruleset; readonly coverage: Coverage };

/**
 * What is applied to a file (contract, section 2): the wished ruleset; else the one that is meant for the specification
 * that the document names; else EN 16931 where that is built on it; else the structure alone. A pack whose rules cannot
 * apply to the document is not chosen, and the rules of a specification that is built on EN 16931 come with those.
 *
 * @param reaches what the rules of packs have to do with the document
 * @throws RulesetUnknown when a wished ruleset is not installed in that version, or the document's own one has no
 *   release that is in force on the day that was asked for; PackNotReady
 */
export function chooseRuleset(
  packs: readonly RulePack[],
  wish: RulesetWish,
  claim: Claim,
  reaches: Reaches = REACHES_ALL,
): Choice {
  const release: Release = { day: wish.asOf ?? wish.today, isNearestEnough: wish.asOf === undefined };
  const options: Options = { packs, wish, claim, release, reaches };
  const own = findMeant(options);
  if (wish.ruleset !== undefined) {
    const ruleset = withBase(findWished(wish.ruleset, options), options);
    if (isBeyond(ruleset, reaches)) return { ruleset, coverage: 'none' };
    return { ruleset, coverage: own?.isCertain === true && holds(ruleset, own) ? 'full' : 'asked' };
  }
  if (own !== null) {
    const rulesets = own.rulesets.flatMap(({ among, definition }) => {
      const ruleset = assembleFor(among, definition, release, reaches);
      return ruleset === null ? [] : [ruleset];
    });
    const [first] = rulesets;
    if (first === undefined) throw notOnThatDay(own.rulesets[0]!.among, own.rulesets[0]!.definition, wish);
    const all = new Set(rulesets.flatMap((ruleset) => ruleset.packs));
    const ruleset = withBase({ ...first, packs: [...all] }, options);
    if (own.isCertain) return { ruleset, coverage: 'full' };
    return { ruleset, coverage: claim.specification.family === 'foreign' ? 'none' : 'base' };
  }
  if (claim.specification.family === 'foreign') return { ruleset: STRUCTURE_ALONE, coverage: 'none' };
  return { ruleset: coreFor(options), coverage: 'base' };
}

/** Whether the rules of an installed pack that leads a ruleset have nothing to do with the document. */
export const isBeyond = ({ id, packs }: Ruleset, reaches: Reaches): boolean =>
  packs.some((pack) => pack.info.id === id && reaches.of(pack) === 'none');

type Options = {
  readonly packs: readonly RulePack[];
  readonly wish: RulesetWish;
  readonly claim: Claim;
  readonly release: Release;
  readonly reaches: Reaches;
};

/** EN 16931 in the release for the day. @throws RulesetUnknown */
function coreFor({ packs, release, reaches, wish }: Options): Ruleset {
  const ruleset = assembleFor(packs, CORE, release, reaches);
  if (ruleset === null) throw notOnThatDay(packs, CORE, wish);
  return ruleset;
}

const CORE: RulesetDefinition = RULESETS[0]!;

/**
 * A ruleset with the rules of EN 16931 before its own, where the specification that it is for is built on EN 16931 and
 * it does not have them: whether it has them is a question of its rule ids, not of what is said of it.
 *
 * @throws RulesetUnknown when EN 16931 has no release in force on the day
 */
function withBase(ruleset: Ruleset, options: Options): Ruleset {
  const { packs, reaches, claim, release } = options;
  if (ruleset.packs.some(({ info }) => info.id === CORE.lead)) return ruleset;
  const family = familyOf(ruleset, claim);
  if (family === 'foreign') return ruleset;
  const lead = ruleset.packs.at(-1)!;
  const base = coreFor({ ...options, release: { ...release, day: clampDay(release.day, lead) } });
  const [core] = base.packs;
  if (core === undefined || !packs.includes(core) || hasRulesOf(core, ruleset, family, reaches)) return ruleset;
  return { ...ruleset, packs: [...base.packs, ...ruleset.packs] };
}

/** How what the packs of a ruleset are meant for stands to EN 16931: that of the document's own specification first. */
function familyOf({ packs }: Ruleset, { specification }: Claim): Family {
  const patterns = packs.flatMap(({ info }) => info.for_customization);
  const { identifier, family } = specification;
  if (identifier !== null && family !== 'foreign' && bestMatch(identifier, patterns) >= 0) return family;
  const families = patterns.map((pattern) => findSpecification(pattern).family);
  return families.find((one) => one !== 'foreign') ?? 'foreign';
}

/**
 * Whether a ruleset has the fatal business rules of EN 16931 itself, among the rules that can match the document. What
 * narrows the standard (CIUS) has all of them. An extension may have replaced some: it has three quarters.
 */
function hasRulesOf(core: RulePack, { packs }: Ruleset, family: Family, reaches: Reaches): boolean {
  const own = new Set(packs.flatMap((pack) => [...reaches.ruleIds(pack)].map(newIdOf)));
  const needed = [...reaches.ruleIds(core)].filter((id) => BUSINESS_RULE.test(id));
  const missing = needed.filter((id) => !own.has(id));
  return missing.length <= (family === 'extension' ? needed.length / 4 : 0);
}

const BUSINESS_RULE = /^BR-/;

/** Rules on the taxes of the Canary Islands and of Ceuta and Melilla had the names of these taxes (IGIC, IPSI) at first. */
const newIdOf = (id: string): string => id.replace(/^BR-IG-/, 'BR-AF-').replace(/^BR-IP-/, 'BR-AG-');

/** Ids with versions of everything that can be asked for. */
export function installedRulesets(packs: readonly RulePack[]): string[] {
  return definitionsFor(packs).flatMap((definition) =>
    releasesOf(packs, definition).map(({ ruleset }) => `${ruleset.id}@${ruleset.version}`),
  );
}

/** The releases of a ruleset that can be assembled, the newest first, each with its leading pack. */
export function releasesOf(packs: readonly RulePack[], definition: RulesetDefinition) {
  return byNewest(packs, definition.lead).flatMap((lead) => {
    const { version, mandatory_from: day } = lead.info;
    const ruleset = assembleRuleset(packs, definition, { version, day, isNearestEnough: true });
    return ruleset === null ? [] : [{ ruleset, lead }];
  });
}

/** Whether a ruleset has any release whose packs are all there. */
const isInstalled = (packs: readonly RulePack[], definition: RulesetDefinition): boolean =>
  byNewest(packs, definition.lead).some(
    ({ info: { version, mandatory_from: day } }) =>
      assembleRuleset(packs, definition, { version, day, isNearestEnough: true }) !== null,
  );

function findWished(asked: string, { packs, wish, release, reaches }: Options): Ruleset {
  const at = asked.indexOf('@');
  const [id, version] = at === -1 ? [asked] : [asked.slice(0, at), asked.slice(at + 1)];
  const definition = definitionsFor(packs).find((known) => known.id === id);
  const wanted = { ...release, version };
  // What was named is applied, or it is said that it cannot be: another release would be another answer.
  const ruleset =
    definition &&
    ((version === undefined ? assembleFor(packs, definition, wanted, reaches) : null) ??
      assembleRuleset(packs, definition, wanted));
  if (ruleset) return ruleset;
  if (definition !== undefined && version === undefined && isInstalled(packs, definition)) {
    throw notOnThatDay(packs, definition, wish);
  }
  throw new RulesetUnknown(asked, installedRulesets(packs));
}

/** Says which releases there are, each with its days (`from/to`, ISO 8601; `..`: no end is known). */
function notOnThatDay(
  packs: readonly RulePack[],
  definition: RulesetDefinition,
  { asOf }: RulesetWish,
): RulesetUnknown {
  const releases = releasesOf(packs, definition).map(({ ruleset, lead: { info } }) => {
    // What it is made of must be in force as well.
    const from = ruleset.packs
      .map((pack) => pack.info.mandatory_from)
      .sort()
      .at(-1)!;
    return `${ruleset.id}@${ruleset.version} (${from}/${info.in_force_to ?? '..'})`;
  });
  return new RulesetUnknown(asOf === undefined ? definition.id : `${definition.id} (${asOf})`, releases);
}

/** Rulesets that are meant for a document, each with the packs that its releases are chosen among. */
type Meant = {
  readonly rulesets: readonly { readonly definition: RulesetDefinition; readonly among: readonly RulePack[] }[];
  /** Whether the rules of one of them certainly apply to the document. */
  readonly isCertain: boolean;
};

/** What is there for the claimed specification: what is built in, else what an operator installed for it. */
function findMeant(options: Options): Meant | null {
  const { packs, claim } = options;
  const { specification, sellerCountry } = claim;
  const { ruleset } = specification;
  if (ruleset === null) return findInstalledFor(options);
  const ids = sellerCountry === 'SK' ? [`${ruleset}+sk`, ruleset] : [ruleset];
  for (const id of ids) {
    const definition = RULESETS.find((known) => known.id === id);
    if (definition && isInstalled(packs, definition))
      return { rulesets: [{ definition, among: packs }], isCertain: true };
  }
  return null;
}

/**
 * The packs whose `for_customization` fits best, of those that can match the document: the halves of a release, for
 * documents of different kinds, have one specification. Packs that certainly match go before others; of packs that are
 * equal in both all are applied, the first by id gives the name.
 */
function findInstalledFor({ packs, claim, reaches }: Options): Meant | null {
  const { identifier } = claim.specification;
  if (identifier === null) return null;
  const fits = packs
    .map((pack) => ({ pack, exactness: bestMatch(identifier, pack.info.for_customization) }))
    .filter(({ exactness }) => exactness >= 0)
    .map((fit) => ({ ...fit, reach: reaches.of(fit.pack) }))
    .filter(({ reach }) => reach !== 'none');
  const isCertain = fits.some(({ reach }) => reach === 'certain');
  const able = isCertain ? fits.filter(({ reach }) => reach === 'certain') : fits;
  for (const exactness of [...new Set(able.map((fit) => fit.exactness))].sort((a, b) => b - a)) {
    const ids = new Set(able.filter((fit) => fit.exactness === exactness).map(({ pack }) => pack.info.id));
    const rulesets = [...ids].sort().flatMap((id) => {
      const definition = definitionsFor(packs).find(({ lead, addOn }) => lead === id && addOn === null);
      // Another release of the same pack may be meant for other documents.
      const meant = new Set(able.filter(({ pack }) => pack.info.id === id).map(({ pack }) => pack));
      const among = packs.filter((pack) => pack.info.id !== id || meant.has(pack));
      return definition && isInstalled(among, definition) ? [{ definition, among }] : [];
    });
    if (rulesets.length > 0) return { rulesets, isCertain };
  }
  return null;
}

/** Whether all packs of the document's own rulesets are in another one; the advisory add-on is not part of any specification. */
function holds(ruleset: Ruleset, { rulesets }: Meant): boolean {
  const has = (id: string): boolean => ruleset.packs.some(({ info }) => info.id === id);
  return rulesets.every(({ definition, among }) => {
    const lead = byNewest(among, definition.lead)[0]!;
    return has(definition.lead) && (definition.on ?? lead.info.on.map(nameIn)).every(has);
  });
}

/**
 * A ruleset of releases that can match the document: where the newest release of a pack cannot, an earlier one may.
 * Null when there is none of the lead; a companion that cannot match stays, and does no harm.
 */
function assembleFor(
  packs: readonly RulePack[],
  definition: RulesetDefinition,
  release: Release,
  reaches: Reaches,
): Ruleset | null {
  const ruleset = assembleRuleset(packs, definition, release);
  const beyond = ruleset?.packs.find((pack) => reaches.of(pack) === 'none');
  if (ruleset === null || beyond === undefined) return ruleset;
  const others = packs.filter((pack) => pack !== beyond);
  const instead = assembleFor(others, definition, release, reaches);
  return instead ?? (beyond.info.id === definition.lead ? null : ruleset);
}
