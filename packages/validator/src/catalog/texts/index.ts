/** All rule texts by rule id. The list is explicit: a family that is missing here has no texts. */

import { calculationTexts } from './calculations.data.ts';
import { ciiStructureTexts, ciiSyntaxTexts } from './cii-syntax.data.ts';
import { codeListTexts } from './code-lists.data.ts';
import { type DecimalRuleId, decimalTexts } from './decimals.ts';
import { earlierTexts } from './earlier.data.ts';
import type { RuleText } from './entry.ts';
import { type Entry, toRuleText } from './entry.ts';
import { invoiceTexts } from './invoice.data.ts';
import { germanTexts } from './national-de.data.ts';
import { danishTexts } from './national-dk.data.ts';
import { greekTexts } from './national-gr.data.ts';
import { icelandicTexts } from './national-is.data.ts';
import { italianTexts } from './national-it.data.ts';
import { dutchTexts } from './national-nl.data.ts';
import { norwegianTexts } from './national-no.data.ts';
import { swedishTexts } from './national-se.data.ts';
import { peppolTexts } from './peppol.data.ts';
import { peppolIdentifierTexts } from './peppol-identifiers.data.ts';
import type { PackRuleId, SyntaxRuleId } from './rule-ids.ts';
import { slovakTexts } from './sk.data.ts';
import { slovakComingTexts } from './sk-coming.data.ts';
import { slovakPlausibilityTexts } from './sk-plausibility.data.ts';
import { structureTexts } from './structure.data.ts';
import { syntaxTexts } from './syntax.data.ts';
import { type VatRuleId, vatCategoryTexts } from './vat-categories.ts';

const families = [
  ...[structureTexts, ciiStructureTexts, ciiSyntaxTexts],
  ...[invoiceTexts, calculationTexts, codeListTexts, syntaxTexts, earlierTexts],
  ...[peppolTexts, peppolIdentifierTexts],
  ...[germanTexts, danishTexts, greekTexts, icelandicTexts, italianTexts, dutchTexts, norwegianTexts, swedishTexts],
  ...[slovakTexts, slovakComingTexts, slovakPlausibilityTexts],
] as const;

/** A rule with texts of its own. */
export type StatedRuleId = (typeof families)[number][number][0] | DecimalRuleId | VatRuleId;

type NoneOf<Id extends never> = Id;

/**
 * Compile-time check that every rule has texts of its own or texts generated from its element; the error names the
 * missing id.
 */
export type RuleWithoutText = NoneOf<Exclude<PackRuleId, StatedRuleId | SyntaxRuleId>>;

export const texts: ReadonlyMap<string, RuleText> = new Map<string, RuleText>([
  ...families.flatMap((family: readonly Entry[]) => family.map((entry): [string, RuleText] => [entry[0], toRuleText(entry)])),
  ...decimalTexts,
  ...vatCategoryTexts,
]);
