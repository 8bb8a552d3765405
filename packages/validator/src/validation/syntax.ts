import type { NamePool, XmlDocument } from '@e-invoice/schematron/xml';
import type { Summary } from '../issues/index.ts';
import type { Claim } from './choose-ruleset.ts';
import { type CiiParts, type Naming, readCiiSpecification } from './cii.ts';
import { type Structure, structureWith } from './layers/structure/index.ts';
import { makeReaches } from './reach.ts';
import { readClaim, readSummary } from './read-profile.ts';
import { once, type RulePack, type Syntax } from './rule-pack.ts';
import { CII_RULESETS, definitionsFor, type SyntaxRulesets, UBL_RULESETS } from './ruleset.ts';

/** What validates the invoices of one syntax. */
export type SyntaxParts = {
  readonly packs: readonly RulePack[];
  readonly structure: Structure;
  readonly rulesets: SyntaxRulesets;
  readonly reachesOf: ReturnType<typeof makeReaches>;
  readonly readClaim: (document: XmlDocument) => Claim;
  readonly readSummary: (document: XmlDocument) => Summary;
  /** The texts of rules and causes name elements of UBL; null: they stay. */
  readonly naming: Naming | null;
};

/**
 * The parts for both syntaxes. The packs for one do not count for the other.
 *
 * @param structure that of UBL, with the names that the packs use
 * @param cii called once, when an invoice in CII is validated; null when CII is not supported
 */
export const syntaxesOf = (
  packs: readonly RulePack[],
  structure: Structure,
  cii: (() => CiiParts) | null,
): { readonly ubl: SyntaxParts; readonly cii: (() => SyntaxParts) | null } => {
  const packsFor = (syntax: Syntax): readonly RulePack[] => packs.filter(({ info }) => info.syntax === syntax);
  const openCii = (open: () => CiiParts): SyntaxParts => {
    const parts = open();
    return ciiSyntax({ ...parts, packs: [...parts.packs, ...packsFor('cii')] }, structure.names);
  };
  return { ubl: ublSyntax(packsFor('ubl'), structure), cii: cii === null ? null : once(() => openCii(cii)) };
};

const ublSyntax = (packs: readonly RulePack[], structure: Structure): SyntaxParts => ({
  packs,
  structure,
  rulesets: UBL_RULESETS,
  reachesOf: makeReaches(structure),
  readClaim,
  readSummary,
  naming: null,
});

function ciiSyntax({ packs, structure: own, readSummary: read, naming }: CiiParts, names: NamePool): SyntaxParts {
  const structure = structureWith(own, names);
  return {
    packs,
    structure,
    rulesets: CII_RULESETS,
    reachesOf: makeReaches(structure),
    readClaim: (document) => ({ specification: readCiiSpecification(document), sellerCountry: null }),
    readSummary: (document) => {
      const summary = read(document);
      const { identifier, name } = readCiiSpecification(document);
      return { ...summary, detected_profile: identifier === null ? summary.detected_profile : name.en };
    },
    naming,
  };
}

/** Whether a request can name the ruleset, with or without a version, for documents in the syntax. */
export const hasRuleset = ({ packs, rulesets }: SyntaxParts, name: string): boolean =>
  definitionsFor(packs, rulesets).some(({ id }) => id === name.split('@', 1)[0]);
