import { type CatalogEntry, ruleUrlOf } from './catalog-entry.ts';
import {
  ciiXPathOfRestriction,
  describeRestriction,
  explainRestriction,
  namedCiiPath,
  type RestrictionFacts,
  readSubject,
} from './restrictions/index.ts';
import type { RuleFacts } from './rule-facts.ts';
import { type BusinessTerm, ciiTermAround, ciiXPathOf, findTerm, termsAt } from './terms/index.ts';
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
    ...xpathsOf(facts, business_terms),
    context,
    business_terms,
    terms: business_terms.flatMap((id) => {
      const term = findTerm(id);
      if (term === undefined) return [];
      return [{ id, name: term.name, xpath: `/Invoice/${term.path}`, xpath_cii: ciiXPathOf(id) }];
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
  const { least, most, syntax } = restriction;
  const path = syntax === 'cii' ? namedCiiPath(restriction) : restriction.path;
  return {
    ...describeRestriction({ path, most }, { line: 'cac:InvoiceLine', isMissing: isMissing(least, most) }),
    business_terms: termsOf(restriction).map(({ id }) => id),
    explanation: explainRestriction(restriction),
  };
}

/** True if the message is about a missing element, false if about too many; null if about either. */
const isMissing = (least: number, most: number): boolean | null => (least > 0 && least === most ? null : least > 0);

function termsOf(restriction: RestrictionFacts): readonly BusinessTerm[] {
  const { owners, name, anywhere } = readSubject(restriction);
  if (restriction.syntax === 'ubl') {
    return termsAt([...owners, name].join('/').replace(/^line\b/, 'cac:InvoiceLine')).slice(0, 2);
  }
  const term = anywhere ? undefined : ciiTermAround([...owners, name]);
  return term === undefined ? [] : [term];
}

const ROOTS: ReadonlyMap<string, string> = new Map(
  Object.entries({ XML: '/', SBDH: '/StandardBusinessDocument', UBL: '//*', CII: '//*' }),
);

/** Paths of the rule's subject: that of its first business term, or the restricted path. */
function xpathsOf(facts: RuleFacts, terms: readonly string[]): Pick<CatalogEntry, 'xpath' | 'xpath_cii'> {
  const { restriction, layer, context, syntaxes } = facts;
  const isOfCii = syntaxes.includes('cii');
  if (restriction !== null) {
    const xpath = restriction.syntax === 'cii' ? ciiXPathOfRestriction(restriction) : ublXPathOf(restriction);
    return { xpath, xpath_cii: isOfCii ? xpath : null };
  }
  const root = ROOTS.get(layer);
  if (root !== undefined) return { xpath: root, xpath_cii: isOfCii ? root : null };
  const first = terms.find((id) => id.startsWith('BT-')) ?? terms[0];
  const term = first === undefined ? undefined : findTerm(first);
  const own = term === undefined ? (context ?? '/') : `/Invoice/${term.path}`;
  const inCii = isOfCii ? ((first === undefined ? null : ciiXPathOf(first)) ?? fromRoot(context ?? '')) : null;
  return { xpath: syntaxes.includes('ubl') ? own : (inCii ?? own), xpath_cii: inCii };
}

/** The context of a rule is a pattern that matches anywhere. */
const fromRoot = (context: string): string => (context.startsWith('/') ? context : `//${context}`);

function ublXPathOf({ path, within }: RestrictionFacts): string {
  const full = [within, path.replace(/^\/+/, '')].filter((part) => part !== null).join('/');
  const anywhere = path.startsWith('//') || (within !== null && within !== 'line');
  return `${anywhere ? '//' : '/Invoice/'}${full.replace(/^line\b/, 'cac:InvoiceLine')}`;
}
