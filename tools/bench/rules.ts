import { parseXml, type XmlDocument } from '@e-invoice/schematron/xml';
import { assembleRuleset } from '../../packages/validator/src/validation/assemble-ruleset.ts';
import { checkRules } from '../../packages/validator/src/validation/layers/rules.ts';
import type { RulePack } from '../../packages/validator/src/validation/rule-pack.ts';
import { RULESETS, type Ruleset } from '../../packages/validator/src/validation/ruleset.ts';
import { type MeasureOptions, measureTogether } from './measure.ts';

/** Times in milliseconds. */
export type RulesCost = {
  readonly parse: number;
  /** All rules of EN 16931 and of Peppol with the national ones, including the syntax restrictions. */
  readonly rules: number;
};

const DAY = '2026-11-21';
const TURNS: MeasureOptions = { rounds: 80, turnMilliseconds: 25 };

/** The current rules of `peppol-bis-3` without the Slovak layer. @throws Error when a pack is not installed */
export function peppolRuleset(packs: readonly RulePack[]): Ruleset {
  const definition = RULESETS.find(({ id }) => id === 'peppol-bis-3')!;
  const ruleset = assembleRuleset(packs, definition, { day: DAY, isNearestEnough: true });
  if (ruleset === null) throw new Error('the rules of peppol-bis-3 are not installed');
  return ruleset;
}

/** Parses the invoice as the ruleset does. */
export function readInvoice(bytes: Uint8Array, { packs }: Ruleset): XmlDocument {
  const parsed = parseXml(bytes, { names: packs[0]!.pack.names });
  if (!parsed.ok) throw new Error('the invoice is not XML');
  return parsed.document;
}

export const validateByRules = (ruleset: Ruleset, document: XmlDocument): number =>
  checkRules(ruleset, document, () => true, Date.parse(DAY)).length;

/**
 * Measures rules against parsing, alternately in one warm process; every document is validated once, right after
 * parsing.
 */
export function measureRules(packs: readonly RulePack[], bytes: Uint8Array): RulesCost {
  const ruleset = peppolRuleset(packs);
  const countFindings = (document: XmlDocument): number => validateByRules(ruleset, document);
  if (countFindings(readInvoice(bytes, ruleset)) > 0) throw new Error('the invoice violates rules');
  for (let file = 0; file < 60_000_000 / bytes.length; file++) countFindings(readInvoice(bytes, ruleset));
  const works = {
    parse: () => readInvoice(bytes, ruleset),
    rules: { prepare: () => readInvoice(bytes, ruleset), run: countFindings },
  };
  const { parse, rules } = measureTogether(works, TURNS);
  return { parse: parse.median, rules: rules.median };
}
