/** Explanations of all rules. The list is explicit: a family that is missing here has no explanations. */
import type { Explanation, Explanations } from '../explanation.ts';
import type { StatedRuleId } from '../index.ts';
import { calculationExplanations } from './calculations.data.ts';
import { ciiStructureExplanations, ciiSyntaxExplanations } from './cii-syntax.data.ts';
import { codeListExplanations } from './code-lists.data.ts';
import { decimalExplanations } from './decimals.ts';
import { earlierExplanations } from './earlier.data.ts';
import { envelopeExplanations } from './envelope.data.ts';
import { invoiceExplanations } from './invoice.data.ts';
import { invoiceDetailExplanations } from './invoice-details.data.ts';
import { germanExplanations } from './national-de.data.ts';
import { greekExplanations } from './national-gr.data.ts';
import { northernExplanations } from './national-north.data.ts';
import { westernExplanations } from './national-west.data.ts';
import { peppolExplanations } from './peppol.data.ts';
import { peppolCodeExplanations } from './peppol-codes.ts';
import { peppolIdentifierExplanations } from './peppol-identifiers.ts';
import { slovakComingExplanations } from './sk-coming.data.ts';
import { slovakDocumentExplanations } from './sk-document.data.ts';
import { slovakPartyExplanations } from './sk-parties.data.ts';
import { slovakPlausibilityExplanations } from './sk-plausibility.data.ts';
import { structureExplanations } from './structure.data.ts';
import { syntaxExplanations } from './syntax.data.ts';
import { vatExplanations } from './vat-categories.ts';
import { specialVatExplanations } from './vat-categories-special.ts';

const written = {
  ...structureExplanations,
  ...ciiStructureExplanations,
  ...ciiSyntaxExplanations,
  ...envelopeExplanations,
  ...invoiceExplanations,
  ...invoiceDetailExplanations,
  ...calculationExplanations,
  ...codeListExplanations,
  ...decimalExplanations,
  ...vatExplanations,
  ...specialVatExplanations,
  ...syntaxExplanations,
  ...earlierExplanations,
  ...peppolExplanations,
  ...peppolCodeExplanations,
  ...peppolIdentifierExplanations,
  ...germanExplanations,
  ...greekExplanations,
  ...northernExplanations,
  ...westernExplanations,
  ...slovakPartyExplanations,
  ...slovakDocumentExplanations,
  ...slovakComingExplanations,
  ...slovakPlausibilityExplanations,
} satisfies Explanations;

type NoneOf<Id extends never> = Id;

/** Compile-time check that every rule has an explanation; the error names the missing id. */
export type RuleWithoutExplanation = NoneOf<Exclude<StatedRuleId, keyof typeof written>>;

const byId: ReadonlyMap<string, Explanation> = new Map(Object.entries(written));

/** The explanation of a rule with texts of its own; undefined if there is no such rule. */
export function findExplanation(ruleId: string): Explanation | undefined {
  return byId.get(ruleId);
}
