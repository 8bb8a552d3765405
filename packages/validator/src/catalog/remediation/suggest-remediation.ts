import type { Text } from '../../issues/index.ts';
import type { Catalog } from '../catalog.ts';
import type { CatalogEntry } from '../catalog-entry.ts';
import { findNamedRule } from './find-named-rule.ts';
import { rankVague } from './rank-broad-queries.ts';
import { type LikelyRule, rankLikely } from './rank-likely.ts';

/** Known facts about a finding of this service or of another validator; unknown fields are empty. */
export type RemediationQuestion = {
  readonly rule_id: string;
  readonly message: string;
  readonly location: string;
};

export type RemediationAlternative = {
  readonly rule_id: string;
  readonly confidence: number;
  readonly title: Text;
  readonly ruleUrl: string;
};

/** Suggested remediation (contract, section 9). Fields of the rule are null if no rule is likely. */
export type Remediation = {
  readonly rule_id: string | null;
  /** Confidence that the rule matches, from 0 to 1. */
  readonly confidence: number;
  readonly title: Text | null;
  readonly steps: readonly Text[];
  readonly xpath: string | null;
  readonly example: CatalogEntry['example'];
  readonly ruleUrl: string | null;
  readonly alternatives: readonly RemediationAlternative[];
};

/** Guesses below this confidence are more likely to mislead than to help. */
const MIN_CONFIDENCE = 0.25;
/** Maximum confidence of a match by similarity. */
const SUREST_GUESS = 0.8;
const MAX_ALTERNATIVES = 5;

/**
 * Suggests a fix: that of the rule named by the finding, otherwise that of the rule that matches its message and
 * location best.
 */
export function suggestRemediation(catalog: Catalog, question: RemediationQuestion): Remediation {
  const { rule_id, message, location } = question;
  const named = findNamedRule(catalog, rule_id, message);
  if (named?.confidence === 1) return advise(named.entry, 1, location, []);
  const likely = rankLikely(catalog.index, message, location);
  if (named !== null) {
    const others = likely.filter(({ entry }) => entry !== named.entry);
    return advise(named.entry, named.confidence, location, others);
  }
  const vague = rankVague(catalog.index, message, location);
  if (vague !== null) return offer(vague);
  const [best, second] = likely;
  if (best === undefined || best.likeness < MIN_CONFIDENCE) return offer(likely);
  // If two rules match about equally well, the confidence is low.
  const lead = second === undefined ? 1 : (best.likeness - second.likeness) / best.likeness;
  const confidence = Math.min(SUREST_GUESS, best.likeness * (0.6 + 0.4 * Math.min(1, lead * 3)));
  return advise(best.entry, confidence, location, likely.slice(1));
}

/** Returns candidates without advice if no rule matches clearly. */
function offer(likely: readonly LikelyRule[]): Remediation {
  const alternatives = toAlternatives(likely);
  return { ...NOTHING, steps: [alternatives.length === 0 ? UNKNOWN : SEVERAL], alternatives };
}

const toAlternatives = (likely: readonly LikelyRule[]): RemediationAlternative[] =>
  likely
    .filter(({ likeness }) => likeness >= MIN_CONFIDENCE / 2)
    .slice(0, MAX_ALTERNATIVES)
    .map(toAlternative);

function advise(entry: CatalogEntry, confidence: number, location: string, others: readonly LikelyRule[]): Remediation {
  const xpath = /^\/[^/\s]/.test(location) ? location : entry.xpath;
  return {
    rule_id: entry.rule_id,
    confidence: round(confidence),
    title: entry.title,
    steps: [stepTo(xpath, entry), entry.fix, inspectAdvice(entry), AGAIN],
    xpath,
    example: entry.example,
    ruleUrl: entry.ruleUrl,
    alternatives: toAlternatives(others),
  };
}

function stepTo(xpath: string, { terms }: CatalogEntry): Text {
  const named = terms.slice(0, 3);
  const list = (language: keyof Text): string =>
    named.length === 0 ? '' : ` – ${named.map(({ id, name }) => `${name[language]} (${id})`).join(', ')}`;
  return { sk: `Nájdite v doklade ${xpath}${list('sk')}.`, en: `Find ${xpath} in the document${list('en')}.` };
}

const inspectAdvice = ({ cause }: CatalogEntry): Text => ({
  sk: `Odstráňte príčinu, aby sa chyba neopakovala. ${cause.sk}`,
  en: `Remove the cause, so that the mistake does not come again. ${cause.en}`,
});

const AGAIN: Text = {
  sk: 'Opravte údaj v programe, z ktorého faktúra vznikla, vytvorte XML znova a overte ho.',
  en: 'Correct the data in the software that the invoice comes from, export the XML again and validate it.',
};

const UNKNOWN: Text = {
  sk: 'Takúto chybu katalóg nepozná. Overte celú faktúru touto službou; každý nález bude mať vlastný návod.',
  en: 'The catalog does not know such a finding. Validate the whole invoice with this service; every finding will have its own advice.',
};

const SEVERAL: Text = {
  sk: 'Opisu zodpovedá viac pravidiel. Vyberte z nich to, ktoré hovorí o vašej chybe, alebo uveďte celé hlásenie aj s miestom v doklade.',
  en: 'Several rules fit the description. Choose the one that speaks of your mistake, or give the whole message and its place in the document.',
};

const NOTHING: Omit<Remediation, 'steps'> = {
  rule_id: null,
  confidence: 0,
  title: null,
  xpath: null,
  example: null,
  ruleUrl: null,
  alternatives: [],
};

const toAlternative = ({ entry, likeness }: LikelyRule): RemediationAlternative => ({
  rule_id: entry.rule_id,
  confidence: round(Math.min(SUREST_GUESS, likeness * 0.6)),
  title: entry.title,
  ruleUrl: entry.ruleUrl,
});

const round = (value: number): number => Math.round(value * 100) / 100;
