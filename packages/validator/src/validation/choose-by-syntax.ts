import type { FileResult } from '../issues/index.ts';
import {
  type Choice,
  CLAIMS_NOTHING,
  type Claim,
  chooseRuleset,
  installedRulesets,
  type RulesetRequest,
} from './choose-ruleset.ts';
import { REACHES_ALL, type Reaches } from './reach.ts';
import { isRulesRefusal, RulesetUnknown } from './refusals.ts';
import type { RulePack } from './rule-pack.ts';
import { STRUCTURE_ONLY } from './ruleset.ts';
import { hasRuleset, type SyntaxParts } from './syntax.ts';

/** How an earlier result was produced; overrides `ruleset` and `asOf` of the request. */
export type Repetition = Pick<FileResult['ruleset'], 'id' | 'version' | 'packs' | 'coverage'> & {
  /** Applies only to documents of this specification (BT-24); unset: to all. */
  readonly specification?: string | null;
};

type Request = RulesetRequest & { readonly repeat?: Repetition | undefined };

/**
 * Chooses the ruleset for a claim.
 *
 * @param own the syntax of the document
 * @throws RulesetUnknown
 */
export function choose(
  own: SyntaxParts,
  other: (() => SyntaxParts) | null,
  request: Request,
  claim: Claim,
  reaches: Reaches,
): Choice {
  const { packs, rulesets } = own;
  const { repeat, ruleset: requested } = request;
  // A ruleset for the other syntax has no rules for the document.
  if (other !== null && requested !== undefined && !hasRuleset(own, requested) && hasRuleset(other(), requested)) {
    const there = other();
    const { ruleset } = chooseRuleset(there.packs, request, CLAIMS_NOTHING, REACHES_ALL, there.rulesets);
    return { ruleset: { ...ruleset, structure: rulesets.structure }, coverage: 'none' };
  }
  const { specification = claim.specification.identifier } = repeat ?? {};
  if (repeat === undefined || specification !== claim.specification.identifier) {
    return chooseRuleset(packs, request, claim, reaches, rulesets);
  }
  // The earlier request may have named a ruleset for the other syntax.
  const named = findPacks(packs, repeat.packs) ?? (other === null ? undefined : findPacks(other().packs, repeat.packs));
  if (named === undefined) {
    const list = repeat.packs.map(({ id, version }) => `${id}@${version}`).join(', ');
    throw new RulesetUnknown(list, installedRulesets(packs, rulesets));
  }
  const { structure } = rulesets;
  return { ruleset: { id: repeat.id, version: repeat.version, packs: named, structure }, coverage: repeat.coverage };
}

/**
 * Chooses the ruleset to report for a file that cannot be validated. Its result does not depend on the requested day.
 *
 * @throws RulesetUnknown when the request names an unknown ruleset
 */
export function chooseForNothing(ubl: SyntaxParts, cii: (() => SyntaxParts) | null, request: Request): Choice {
  try {
    return choose(ubl, cii, request, CLAIMS_NOTHING, REACHES_ALL);
  } catch (error) {
    if (request.ruleset !== undefined || !isRulesRefusal(error)) throw error;
    return { ruleset: STRUCTURE_ONLY, coverage: 'none' };
  }
}

/** The packs with these names; undefined when one is missing. */
function findPacks(packs: readonly RulePack[], names: Repetition['packs']): readonly RulePack[] | undefined {
  const found = names.map(({ id, version }) => packs.find(({ info }) => info.id === id && info.version === version));
  return found.every((pack) => pack !== undefined) ? found : undefined;
}
