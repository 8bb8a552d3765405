import { type CatalogEntry, ruleUrlOf } from './catalog-entry.ts';
import { describeRestriction, explainRestriction } from './restrictions/index.ts';
import type { RuleFacts } from './rule-facts.ts';
import { findTerm, termsAt } from './terms/index.ts';
import type { RuleText } from './texts/entry.ts';
import { type Explanation, toText } from './texts/explanation.ts';
import { findExplanation } from './texts/explanations/index.ts';
import { texts } from './texts/index.ts';
import { writeExample } from './write-example.ts';

/** All texts of a rule. */
export type ExplainedRule = RuleText & { readonly explanation: Explanation };

/** Texts of rules that the validator does not include, by rule id. */
export type OtherTexts = ReadonlyMap<string, ExplainedRule>;

/** Creates a catalog entry without related rules. Null if the rule has no texts (custom pack). */
export function makeEntry(facts: RuleFacts, others: OtherTexts): Omit<CatalogEntry, 'related'> | null {
  const text = describeRule(facts) ?? others.get(facts.rule_id) ?? null;
  if (text === null) return null;
  const { rule_id, layer, level, context, source } = facts;
  const { explanation, business_terms, message, fix } = text;
  return {
    rule_id,
    layer,
    level,
    title: toText(explanation.title),
    message,
    explanation: toText(explanation.why),
    cause: toText(explanation.cause),
    fix,
    xpath: xpathOf(facts, business_terms),
    context,
    business_terms,
    terms: business_terms.flatMap((id) => {
      const term = findTerm(id);
      return term === undefined ? [] : [{ id, name: term.name }];
    }),
    example: explanation.example === undefined ? null : writeExample(explanation.example),
    source,
    ruleUrl: ruleUrlOf(rule_id),
  };
}

function describeRule({ rule_id, restriction }: RuleFacts): ExplainedRule | null {
  const text = texts.get(rule_id);
  if (text !== undefined) return { ...text, explanation: findExplanation(rule_id)! };
  if (restriction === null) return null;
  const { path, within, least, most } = restriction;
  const place = [within, path.replace(/^\/+/, '')].filter((part) => part !== null).join('/');
  const terms = termsAt(place.replace(/^line\b/, 'cac:InvoiceLine'));
  return {
    ...describeRestriction(restriction, {
      line: 'cac:InvoiceLine',
      isMissing: least > 0 && least === most ? null : least > 0,
    }),
    business_terms: terms.slice(0, 2).map(({ id }) => id),
    explanation: explainRestriction(restriction),
  };
}

const ROOTS: ReadonlyMap<string, string> = new Map(
  Object.entries({ XML: '/', SBDH: '/StandardBusinessDocument', UBL: '//*', CII: '//*' }),
);

/** Path of the rule's subject: that of its first business term, or the restricted path. */
function xpathOf({ restriction, layer, context }: RuleFacts, terms: readonly string[]): string {
  if (restriction !== null) {
    const { path, within } = restriction;
    const full = [within, path.replace(/^\/+/, '')].filter((part) => part !== null).join('/');
    const anywhere = path.startsWith('//') || (within !== null && within !== 'line');
    return `${anywhere ? '//' : '/Invoice/'}${full.replace(/^line\b/, 'cac:InvoiceLine')}`;
  }
  const root = ROOTS.get(layer);
  if (root !== undefined) return root;
  const first = terms.find((id) => id.startsWith('BT-')) ?? terms[0];
  const term = first === undefined ? undefined : findTerm(first);
  return term === undefined ? (context ?? '/') : `/Invoice/${term.path}`;
}
