import { type NamePool, stringValue, type XmlDocument, type XmlElement } from '@e-invoice/schematron/xml';
import type { Summary } from '../issues/index.ts';
import { assembleRuleset, byNewest } from './assemble-ruleset.ts';
import type { Choice, RulesetRequest } from './choose-ruleset.ts';
import { type Structure, structureWith } from './layers/structure/index.ts';
import { RulesetUnknown } from './refusals.ts';
import type { RulePack } from './rule-pack.ts';
import type { Ruleset, RulesetDefinition } from './ruleset.ts';
import { type ClaimedSpecification, findSpecification } from './specifications/index.ts';

/** What validates Cross Industry Invoices. */
export type CiiParts = {
  readonly packs: readonly RulePack[];
  readonly structure: Structure;
  /**
   * With the process (BT-23) as the profile. Injected, so that only callers that validate CII load the semantic model.
   */
  readonly readSummary: (document: XmlDocument) => Summary;
};

const NAMESPACE = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

/** Whether a document is a Cross Industry Invoice D16B. ZUGFeRD 1 has another namespace. */
export const isCii = ({ root }: XmlDocument): boolean =>
  root.uri === NAMESPACE && root.local === 'CrossIndustryInvoice';

const DEFINITION: RulesetDefinition = { id: 'en16931-cii', on: [], lead: 'en16931-cii', addOn: null };

const STRUCTURE_ONLY: Ruleset = { id: 'cii', version: 'D16B', packs: [], structure: 'CII' };

/** Whether a ruleset, with or without a version, is one for CII. */
export const isCiiRuleset = (name: string | undefined): boolean => name?.split('@', 1)[0] === DEFINITION.id;

/** The rulesets for CII that a request can name. */
export const ciiRulesets = (packs: readonly RulePack[]): string[] =>
  byNewest(packs, DEFINITION.lead).map(({ info }) => `${info.id}@${info.version}`);

/**
 * Chooses the ruleset of a CII invoice: EN 16931, unless the document's specification is not built on it.
 *
 * @throws RulesetUnknown when the requested release is not installed, or not in force on the requested day
 */
export function chooseCiiRuleset(
  packs: readonly RulePack[],
  { ruleset: requested, asOf, today }: RulesetRequest,
  { family }: ClaimedSpecification,
): Choice {
  if (requested === undefined && family === 'foreign') return { ruleset: STRUCTURE_ONLY, coverage: 'none' };
  const [, version] = requested?.split('@', 2) ?? [];
  const release = { version, day: asOf ?? today, isNearestEnough: asOf === undefined };
  const assembled = assembleRuleset(packs, DEFINITION, release);
  if (assembled === null) throw new RulesetUnknown(requested ?? DEFINITION.id, ciiRulesets(packs));
  const ruleset: Ruleset = { ...assembled, structure: 'CII' };
  if (family === 'core') return { ruleset, coverage: 'full' };
  return { ruleset, coverage: requested === undefined ? 'base' : 'asked' };
}

/** The structure with the names that the rules use. */
export const withNames = (parts: CiiParts, names: NamePool): CiiParts => ({
  ...parts,
  structure: structureWith(parts.structure, names),
});

/** The specification (BT-24) of a CII invoice. */
export function readCiiSpecification(document: XmlDocument): ClaimedSpecification {
  const element = findGuideline(document);
  return findSpecification(element === null ? null : stringValue(element).trim());
}

/** The element with the specification identifier (BT-24). */
export function findGuideline({ root }: XmlDocument): XmlElement | null {
  let found: XmlElement | null = root;
  for (const name of ['ExchangedDocumentContext', 'GuidelineSpecifiedDocumentContextParameter', 'ID']) {
    for (found = found.first; found !== null && found.local !== name; ) found = found.next;
    if (found === null) return null;
  }
  return found;
}
