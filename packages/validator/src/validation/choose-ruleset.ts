import type { Coverage } from '../issues/index.ts';
import { assembleRuleset, byNewest, clampDay, nameIn, type Release } from './assemble-ruleset.ts';
import { REACHES_ALL, type Reaches } from './reach.ts';
import { RulesetUnknown } from './refusals.ts';
import type { RulePack } from './rule-pack.ts';
import {
  definitionsFor,
  RULESETS,
  type Ruleset,
  type RulesetDefinition,
  type SyntaxRulesets,
  UBL_RULESETS,
} from './ruleset.ts';
import {
  bestMatch,
  type ClaimedSpecification,
  type Family,
  findSpecification,
  NO_CLAIM,
} from './specifications/index.ts';

export type RulesetRequest = {
  /** An id, or an id with a version (`peppol-bis-3@2025.5`). */
  readonly ruleset?: string | undefined;
  /** `YYYY-MM-DD`: only releases in force on that day are accepted. */
  readonly asOf?: string | undefined;
  /** `YYYY-MM-DD`. Without `asOf`, selects the releases in force on this day, or the nearest ones. */
  readonly today: string;
};

/** The properties of a document that decide which rules apply. */
export type Claim = {
  readonly specification: ClaimedSpecification;
  readonly sellerCountry: string | null;
};

/** For a file whose properties cannot be read. */
export const CLAIMS_NOTHING: Claim = { specification: NO_CLAIM, sellerCountry: null };

/** The ruleset to apply, and how much of the document's own specification it covers. */
export type Choice = { readonly ruleset: Ruleset; readonly coverage: Coverage };

/**
 * Chooses the ruleset of a file (contract, section 2), in this order: the requested ruleset; the ruleset for the
 * specification that the document names; EN 16931 when that specification is built on it; the structure only. A
 * pack whose rules cannot match the document is not chosen. Rules of a specification that is built on EN 16931 are
 * combined with those of EN 16931.
 *
 * @param packs those for the syntax of the document
 * @param reaches which packs apply to the document
 * @param syntax the rulesets for the syntax of the document
 * @throws RulesetUnknown when the requested ruleset is not installed in that version, or the ruleset of the document
 *   has no release in force on the requested day; PackNotReady
 */
export function chooseRuleset(
  packs: readonly RulePack[],
  request: RulesetRequest,
  claim: Claim,
  reaches: Reaches = REACHES_ALL,
  syntax: SyntaxRulesets = UBL_RULESETS,
): Choice {
  const { ruleset, coverage } = chooseAmong(packs, request, claim, reaches, syntax);
  return { ruleset: syntax.structure === 'UBL' ? ruleset : { ...ruleset, structure: syntax.structure }, coverage };
}

function chooseAmong(
  packs: readonly RulePack[],
  request: RulesetRequest,
  claim: Claim,
  reaches: Reaches,
  syntax: SyntaxRulesets,
): Choice {
  const release: Release = { day: request.asOf ?? request.today, isNearestEnough: request.asOf === undefined };
  const options: Options = { packs, request, claim, release, reaches, syntax };
  const own = findCandidate(options);
  if (request.ruleset !== undefined) {
    const ruleset = withBase(findRequested(request.ruleset, options), options);
    if (isBeyond(ruleset, reaches)) return { ruleset, coverage: 'none' };
    return { ruleset, coverage: own?.isCertain === true && includesRuleset(ruleset, own) ? 'full' : 'asked' };
  }
  if (own !== null) {
    const rulesets = own.rulesets.flatMap(({ among, definition }) => {
      const ruleset = assembleFor(among, definition, release, reaches);
      return ruleset === null ? [] : [ruleset];
    });
    const [first] = rulesets;
    if (first === undefined) throw notOnThatDay(own.rulesets[0]!.among, own.rulesets[0]!.definition, request);
    const all = new Set(rulesets.flatMap((ruleset) => ruleset.packs));
    const ruleset = withBase({ ...first, packs: [...all] }, options);
    if (own.isCertain) return { ruleset, coverage: 'full' };
    return { ruleset, coverage: claim.specification.family === 'foreign' ? 'none' : 'base' };
  }
  if (claim.specification.family === 'foreign') return { ruleset: syntax.structureOnly, coverage: 'none' };
  return { ruleset: coreFor(options), coverage: 'base' };
}

/** Whether the rules of the pack that leads a ruleset cannot match the document. */
export const isBeyond = ({ id, packs }: Ruleset, reaches: Reaches): boolean =>
  packs.some((pack) => pack.info.id === id && reaches.of(pack) === 'none');

type Options = {
  readonly packs: readonly RulePack[];
  readonly request: RulesetRequest;
  readonly claim: Claim;
  readonly release: Release;
  readonly reaches: Reaches;
  readonly syntax: SyntaxRulesets;
};

/** The EN 16931 release for the day. @throws RulesetUnknown */
function coreFor({ packs, release, reaches, request, syntax }: Options): Ruleset {
  const [core] = syntax.builtIn;
  const ruleset = assembleFor(packs, core, release, reaches);
  if (ruleset === null) throw notOnThatDay(packs, core, request);
  return ruleset;
}

/**
 * Adds the rules of EN 16931 before those of a ruleset when its specification is built on EN 16931 and its packs do
 * not include them. Rule ids decide whether they are included, unless a pack is marked as self-contained.
 *
 * @throws RulesetUnknown when EN 16931 has no release in force on the day
 */
function withBase(ruleset: Ruleset, options: Options): Ruleset {
  const { packs, reaches, claim, release, syntax } = options;
  if (ruleset.packs.some(({ info }) => info.id === syntax.builtIn[0].lead || info.self_contained)) return ruleset;
  const family = familyOf(ruleset, claim);
  if (family === 'foreign') return ruleset;
  const lead = ruleset.packs.at(-1)!;
  const base = coreFor({ ...options, release: { ...release, day: clampDay(release.day, lead) } });
  const [core] = base.packs;
  if (core === undefined || !packs.includes(core) || hasRulesOf(core, ruleset, family, reaches)) return ruleset;
  return { ...ruleset, packs: [...base.packs, ...ruleset.packs] };
}

/**
 * The relation of a ruleset to EN 16931. The document's own specification takes precedence over `for_customization`.
 */
function familyOf({ packs }: Ruleset, { specification }: Claim): Family {
  const patterns = packs.flatMap(({ info }) => info.for_customization);
  const { identifier, family } = specification;
  if (identifier !== null && family !== 'foreign' && bestMatch(identifier, patterns) >= 0) return family;
  const families = patterns.map((pattern) => findSpecification(pattern).family);
  return families.find((one) => one !== 'foreign') ?? 'foreign';
}

/**
 * Whether the packs of a ruleset include the fatal business rules of EN 16931, counting only rules that can match the
 * document. A CIUS must include all of them. An extension may replace some: three quarters are enough.
 */
function hasRulesOf(core: RulePack, { packs }: Ruleset, family: Family, reaches: Reaches): boolean {
  const own = new Set(packs.flatMap((pack) => [...reaches.ruleIds(pack)].map(newIdOf)));
  const needed = [...reaches.ruleIds(core)].filter((id) => BUSINESS_RULE.test(id));
  const missing = needed.filter((id) => !own.has(id));
  return missing.length <= (family === 'extension' ? needed.length / 4 : 0);
}

const BUSINESS_RULE = /^BR-/;

/**
 * Earlier releases of EN 16931 named the rules for the Canary Islands and for Ceuta and Melilla after their taxes,
 * IGIC and IPSI.
 */
const newIdOf = (id: string): string => id.replace(/^BR-IG-/, 'BR-AF-').replace(/^BR-IP-/, 'BR-AG-');

/** Every ruleset that a request can name, as `id@version`. */
export function installedRulesets(packs: readonly RulePack[], syntax?: SyntaxRulesets): string[] {
  return definitionsFor(packs, syntax).flatMap((definition) =>
    releasesOf(packs, definition).map(({ ruleset }) => `${ruleset.id}@${ruleset.version}`),
  );
}

/** The releases of a ruleset that can be assembled, newest first, each with its lead pack. */
export function releasesOf(packs: readonly RulePack[], definition: RulesetDefinition) {
  return byNewest(packs, definition.lead).flatMap((lead) => {
    const { version, mandatory_from: day } = lead.info;
    const ruleset = assembleRuleset(packs, definition, { version, day, isNearestEnough: true });
    return ruleset === null ? [] : [{ ruleset, lead }];
  });
}

/** Whether a ruleset has at least one release with all packs installed. */
const isInstalled = (packs: readonly RulePack[], definition: RulesetDefinition): boolean =>
  byNewest(packs, definition.lead).some(
    ({ info: { version, mandatory_from: day } }) =>
      assembleRuleset(packs, definition, { version, day, isNearestEnough: true }) !== null,
  );

function findRequested(requested: string, { packs, request, release, reaches, syntax }: Options): Ruleset {
  const at = requested.indexOf('@');
  const [id, version] = at === -1 ? [requested] : [requested.slice(0, at), requested.slice(at + 1)];
  const definition = definitionsFor(packs, syntax).find((known) => known.id === id);
  const dated = { ...release, version };
  // A named ruleset is applied as requested or rejected: another release could give another result.
  const ruleset =
    definition &&
    ((version === undefined ? assembleFor(packs, definition, dated, reaches) : null) ??
      assembleRuleset(packs, definition, dated));
  if (ruleset) return ruleset;
  if (definition !== undefined && version === undefined && isInstalled(packs, definition)) {
    throw notOnThatDay(packs, definition, request);
  }
  throw new RulesetUnknown(requested, installedRulesets(packs, syntax));
}

/** Builds the error that lists the releases with their validity (`from/to`, ISO 8601; `..` for an open end). */
function notOnThatDay(
  packs: readonly RulePack[],
  definition: RulesetDefinition,
  { asOf }: RulesetRequest,
): RulesetUnknown {
  const releases = releasesOf(packs, definition).map(({ ruleset, lead: { info } }) => {
    // All packs of the ruleset must be in force.
    const from = ruleset.packs
      .map((pack) => pack.info.mandatory_from)
      .sort()
      .at(-1)!;
    return `${ruleset.id}@${ruleset.version} (${from}/${info.in_force_to ?? '..'})`;
  });
  return new RulesetUnknown(asOf === undefined ? definition.id : `${definition.id} (${asOf})`, releases);
}

/** Rulesets for the specification of a document, each with the packs to choose its releases from. */
type Candidate = {
  readonly rulesets: readonly { readonly definition: RulesetDefinition; readonly among: readonly RulePack[] }[];
  /** Whether the rules of at least one ruleset certainly apply to the document. */
  readonly isCertain: boolean;
};

/** The rulesets for the claimed specification: built-in ones, else those that an operator installed. */
function findCandidate(options: Options): Candidate | null {
  const { packs, claim, syntax } = options;
  const { specification, sellerCountry } = claim;
  // Specifications name the rulesets for UBL.
  const ruleset = specification.ruleset === RULESETS[0].id ? syntax.builtIn[0].id : specification.ruleset;
  if (ruleset === null) return findInstalledFor(options);
  const ids = sellerCountry === 'SK' ? [`${ruleset}+sk`, ruleset] : [ruleset];
  for (const id of ids) {
    const definition = syntax.builtIn.find((known) => known.id === id);
    if (definition && isInstalled(packs, definition))
      return { rulesets: [{ definition, among: packs }], isCertain: true };
  }
  return null;
}

/**
 * The packs whose `for_customization` matches best, of those that can match the document. A release that is split by
 * document kind has several packs for one specification. Packs that certainly match take precedence. Equally good
 * packs are all applied, and the first id names the ruleset.
 */
function findInstalledFor({ packs, claim, reaches, syntax }: Options): Candidate | null {
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
      const definition = definitionsFor(packs, syntax).find(({ lead, addOn }) => lead === id && addOn === null);
      // Another release of the same pack may be for other documents.
      const matching = new Set(able.filter(({ pack }) => pack.info.id === id).map(({ pack }) => pack));
      const among = packs.filter((pack) => pack.info.id !== id || matching.has(pack));
      return definition && isInstalled(among, definition) ? [{ definition, among }] : [];
    });
    if (rulesets.length > 0) return { rulesets, isCertain };
  }
  return null;
}

/**
 * Whether a ruleset includes all packs of the document's own rulesets. The advisory add-on belongs to no
 * specification.
 */
function includesRuleset(ruleset: Ruleset, { rulesets }: Candidate): boolean {
  const has = (id: string): boolean => ruleset.packs.some(({ info }) => info.id === id);
  return rulesets.every(({ definition, among }) => {
    const lead = byNewest(among, definition.lead)[0]!;
    return has(definition.lead) && (definition.on ?? lead.info.on.map(nameIn)).every(has);
  });
}

/**
 * Assembles a ruleset from releases that can match the document: an earlier release of a pack is used when the newest
 * cannot match. A companion that cannot match is harmless and stays.
 *
 * @returns null when no release of the lead pack can match
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
