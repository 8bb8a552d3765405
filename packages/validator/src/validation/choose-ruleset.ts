import type { Coverage } from '../issues/index.ts';
import { assembleRuleset, byNewest, nameIn, type Release } from './assemble-ruleset.ts';
import { RulesetUnknown } from './refusals.ts';
import type { RulePack } from './rule-pack.ts';
import { definitionsFor, RULESETS, type Ruleset, type RulesetDefinition, STRUCTURE_ALONE } from './ruleset.ts';
import { bestMatch, type ClaimedSpecification, NO_CLAIM } from './specifications/index.ts';

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
 * that the document names; else EN 16931 where that is built on it; else the structure alone.
 *
 * @throws RulesetUnknown when a wished ruleset is not installed in that version, or the document's own one has no
 *   release that is in force on the day that was asked for
 */
export function chooseRuleset(packs: readonly RulePack[], wish: RulesetWish, claim: Claim): Choice {
  const release: Release = { day: wish.asOf ?? wish.today, isNearestEnough: wish.asOf === undefined };
  const own = findMeant(packs, claim);
  if (wish.ruleset !== undefined) {
    const ruleset = findWished(packs, wish.ruleset, wish, release);
    return { ruleset, coverage: own !== null && holds(ruleset, own) ? 'full' : 'asked' };
  }
  if (own !== null) {
    const ruleset = assembleRuleset(own.among, own.definition, release);
    if (ruleset === null) throw notOnThatDay(own.among, own.definition, wish);
    return { ruleset, coverage: 'full' };
  }
  if (claim.specification.family === 'foreign') return { ruleset: STRUCTURE_ALONE, coverage: 'none' };
  const [core] = RULESETS;
  const ruleset = assembleRuleset(packs, core!, release);
  if (ruleset === null) throw notOnThatDay(packs, core!, wish);
  return { ruleset, coverage: 'base' };
}

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

function findWished(packs: readonly RulePack[], asked: string, wish: RulesetWish, release: Release): Ruleset {
  const at = asked.indexOf('@');
  const [id, version] = at === -1 ? [asked] : [asked.slice(0, at), asked.slice(at + 1)];
  const definition = definitionsFor(packs).find((known) => known.id === id);
  const ruleset = definition && assembleRuleset(packs, definition, { ...release, version });
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

/** A ruleset that is meant for a document, and the packs that its releases are chosen among. */
type Meant = { readonly definition: RulesetDefinition; readonly among: readonly RulePack[] };

/** What is there for the claimed specification: what is built in, else what an operator installed for it. */
function findMeant(packs: readonly RulePack[], { specification, sellerCountry }: Claim): Meant | null {
  const { ruleset } = specification;
  if (ruleset === null) return findInstalledFor(packs, specification.identifier);
  const ids = sellerCountry === 'SK' ? [`${ruleset}+sk`, ruleset] : [ruleset];
  for (const id of ids) {
    const definition = RULESETS.find((known) => known.id === id);
    if (definition && isInstalled(packs, definition)) return { definition, among: packs };
  }
  return null;
}

/** The pack whose `for_customization` fits best; of equals the first by id. */
function findInstalledFor(packs: readonly RulePack[], identifier: string | null): Meant | null {
  if (identifier === null) return null;
  const fits = packs
    .map((pack) => ({ pack, exactness: bestMatch(identifier, pack.info.for_customization) }))
    .filter(({ exactness }) => exactness >= 0)
    .sort((a, b) => b.exactness - a.exactness || (a.pack.info.id < b.pack.info.id ? -1 : 1));
  for (const { pack } of fits) {
    const { id } = pack.info;
    const definition = definitionsFor(packs).find(({ lead, addOn }) => lead === id && addOn === null);
    // Another release of the same pack may be meant for other documents.
    const others = new Set(fits.filter((fit) => fit.pack.info.id === id).map((fit) => fit.pack));
    const among = packs.filter((one) => one.info.id !== id || others.has(one));
    if (definition && isInstalled(among, definition)) return { definition, among };
  }
  return null;
}

/** Whether all packs of the document's own ruleset are in another one; the advisory add-on is not part of any specification. */
function holds(ruleset: Ruleset, { definition, among }: Meant): boolean {
  const has = (id: string): boolean => ruleset.packs.some(({ info }) => info.id === id);
  const lead = byNewest(among, definition.lead)[0]!;
  return has(definition.lead) && (definition.on ?? lead.info.on.map(nameIn)).every(has);
}
