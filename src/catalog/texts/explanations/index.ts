/** What is said of every rule beyond message and fix. One explicit list of the families that are written. */
import type { Explanation, Explanations } from '../explanation.ts';
import { type SaidRuleId, texts } from '../index.ts';
import { calculationExplanations } from './calculations.data.ts';
import { codeListExplanations } from './code-lists.data.ts';
import { decimalExplanations } from './decimals.ts';
import { explainFromText } from './explain-from-text.ts';
import { invoiceExplanations } from './invoice.data.ts';
import { invoiceDetailExplanations } from './invoice-details.data.ts';
import { germanExplanations } from './national-de.data.ts';
import { greekExplanations } from './national-gr.data.ts';
import { northernExplanations } from './national-north.data.ts';
import { westernExplanations } from './national-west.data.ts';
import { peppolExplanations } from './peppol.data.ts';
import { peppolCodeExplanations } from './peppol-codes.ts';
import { peppolIdentifierExplanations } from './peppol-identifiers.ts';
import { slovakDocumentExplanations } from './sk-document.data.ts';
import { slovakPartyExplanations } from './sk-parties.data.ts';
import { syntaxExplanations } from './syntax.data.ts';
import { vatExplanations } from './vat-categories.ts';
import { specialVatExplanations } from './vat-categories-special.ts';

const written = {
  ...invoiceExplanations,
  ...invoiceDetailExplanations,
  ...calculationExplanations,
  ...codeListExplanations,
  ...decimalExplanations,
  ...vatExplanations,
  ...specialVatExplanations,
  ...syntaxExplanations,
  ...peppolExplanations,
  ...peppolCodeExplanations,
  ...peppolIdentifierExplanations,
  ...germanExplanations,
  ...greekExplanations,
  ...northernExplanations,
  ...westernExplanations,
  ...slovakPartyExplanations,
  ...slovakDocumentExplanations,
} satisfies Explanations;

/** Rules that are explained from their sentences and business terms. A family leaves this list when it is written. */
type ExplainedFromText = Extract<
  SaidRuleId,
  | `${'XML' | 'SBDH' | 'CII'}-${string}`
  | `UBL-${'UNKNOWN' | 'STRUCTURE'}-${string}`
>;

type NoneOf<Id extends never> = Id;

/** Every rule is explained. The compiler names the id that is not. */
export type RuleWithoutExplanation = NoneOf<Exclude<SaidRuleId, keyof typeof written | ExplainedFromText>>;

const byId: ReadonlyMap<string, Explanation> = new Map(Object.entries(written));

/** The explanation of a rule with sentences of its own, or undefined where there is no such rule. */
export function findExplanation(ruleId: string): Explanation | undefined {
  const found = byId.get(ruleId);
  if (found !== undefined) return found;
  const text = texts.get(ruleId);
  return text === undefined ? undefined : explainFromText(text);
}
