import type { Issue, Layer, Text } from '@e-invoice/validator/issues';
import { REASON_TEXTS } from './compare-texts.data.ts';
import type { Opinion, OpinionIssue, ValidationOutcome } from './reference-result.ts';

export const AGREEMENTS = ['full', 'partial', 'local-only'] as const;
export type Agreement = (typeof AGREEMENTS)[number];

/** Known reasons why validators legitimately differ on a rule. */
type KnownReason = keyof typeof REASON_TEXTS;

export type Difference = {
  readonly rule_id: string;
  readonly layer: Layer;
  /** How often the rule fired; null when the validator does not cover it or was not available. */
  readonly local: number | null;
  readonly schematron: number | null;
  readonly third_party: number | null;
  /** Locations that only one of the first two validators reports. */
  readonly places: { readonly local: readonly string[]; readonly schematron: readonly string[] };
  /** Known, harmless reason; null when unexplained. */
  readonly explanation: (Text & { readonly reason: string }) | null;
};

export type Comparison = { readonly agreement: Agreement; readonly differences: readonly Difference[] };

type AnyJudged = ValidationOutcome<
  Pick<Issue, 'layer' | 'rule_id' | 'location' | 'level' | 'undetermined'> & Pick<OpinionIssue, 'knownReason'>
>;
type AnyOpinion = AnyJudged | Extract<Opinion, { status: 'unavailable' }>;

const MAX_POSITIONS = 20;

/** Layers in which each tool has its own rule ids: only the verdict on the layer is compared. */
const VERDICT_ALONE: Partial<Record<Layer, string>> = { XML: 'XML', UBL: 'UBL-STRUCTURE' };

/**
 * Compares validation outcomes rule by rule and location by location, in the layers that both validators cover.
 *
 * `full`: every requested validator returned a result, and all differences are explained. `partial`: a difference is
 * unexplained or a validator is missing. `local-only`: no other result. For an external validator only the rules are
 * compared, because its locations have their own format.
 */
export function compareOpinions(local: AnyJudged, schematron: AnyOpinion, thirdParty: AnyOpinion | null): Comparison {
  const second = schematron.status === 'judged' ? schematron : null;
  const third = thirdParty?.status === 'judged' ? thirdParty : null;
  if (second === null && third === null) return { agreement: 'local-only', differences: [] };
  const [ours, theirs, others] = [tally(local), second && tally(second), third && tally(third)];
  const rules = new Map([...(others?.rules ?? []), ...(theirs?.rules ?? []), ...ours.rules]);
  const differences: Difference[] = [];
  for (const [rule, layer] of [...rules].sort(([a], [b]) => a.localeCompare(b))) {
    const inLocal = countIn(ours, rule, layer);
    const inSecond = theirs && countIn(theirs, rule, layer);
    const inThird = others && countIn(others, rule, layer);
    const places =
      second === null || inLocal === null || inSecond === null ? NO_PLACES : placesApart(ours, theirs!, rule);
    const apart = places.local.length > 0 || places.schematron.length > 0;
    const disagrees =
      (inSecond !== null && inLocal !== null && (inSecond !== inLocal || apart)) ||
      (inThird !== null && inLocal !== null && inThird > 0 !== inLocal > 0);
    if (!disagrees) continue;
    const agreesWithSecond = !apart && (inSecond === null || inSecond === inLocal);
    const reason = explain(local, second, agreesWithSecond, { layer, places });
    differences.push({
      rule_id: rule,
      layer,
      local: inLocal,
      schematron: inSecond,
      third_party: inThird,
      places,
      explanation: reason === null ? null : { reason, ...REASON_TEXTS[reason] },
    });
  }
  const isComplete = second !== null && (thirdParty === null || third !== null);
  const isExplained = differences.every(({ explanation }) => explanation !== null);
  return { agreement: isComplete && isExplained ? 'full' : 'partial', differences };
}

const NO_PLACES = { local: [], schematron: [] };

type Tally = {
  readonly layers: ReadonlySet<Layer>;
  readonly rules: Map<string, Layer>;
  readonly places: Map<string, string[]>;
};

function tally({ issues, layers }: AnyJudged): Tally {
  const rules = new Map<string, Layer>();
  const places = new Map<string, string[]>();
  for (const { rule_id, layer, location, undetermined } of issues) {
    // A missing rule set on this installation is not a finding that other validators can confirm.
    if (rule_id === 'RULESET-NOT-INSTALLED') continue;
    const verdict = VERDICT_ALONE[layer];
    const rule = verdict ?? rule_id;
    rules.set(rule, layer);
    const known = places.get(rule);
    if (known === undefined) places.set(rule, [verdict === undefined ? toPlace(location, undetermined) : '']);
    else if (verdict === undefined) known.push(toPlace(location, undetermined));
  }
  return { layers: new Set([...layers, 'XML']), rules, places };
}

const toPlace = (location: string, undetermined?: true): string => (undetermined ? `${location} ?` : location);

const countIn = ({ layers, places }: Tally, rule: string, layer: Layer): number | null =>
  layers.has(layer) ? (places.get(rule)?.length ?? 0) : null;

function placesApart(ours: Tally, theirs: Tally, rule: string): Difference['places'] {
  const [a, b] = [ours.places.get(rule) ?? [], theirs.places.get(rule) ?? []];
  return { local: without(a, b), schematron: without(b, a) };
}

/** Multiset difference: entries of the first list that the second lacks, with their surplus count. */
function without(all: readonly string[], taken: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const place of taken) left.set(place, (left.get(place) ?? 0) + 1);
  const more: string[] = [];
  for (const place of all) {
    const count = left.get(place) ?? 0;
    if (count === 0) more.push(place);
    else left.set(place, count - 1);
  }
  return more.slice(0, MAX_POSITIONS);
}

function explain(
  local: AnyJudged,
  second: AnyJudged | null,
  agreesWithSecond: boolean,
  { layer, places }: Pick<Difference, 'layer' | 'places'>,
): KnownReason | null {
  if (local.issues_left_out !== undefined || second?.issues_left_out !== undefined) return 'issues_left_out';
  // Two validators with the same rule sources agree, so the third uses another release of them.
  if (second !== null && agreesWithSecond && layer !== 'XML') return 'other_release';
  if (second === null) return null;
  if (layer === 'UBL') return isWhiteSpaceAlone(local, second) ? 'white_space_of_dates' : null;
  return isStopAlone(places) ? 'error_optional' : null;
}

/** Whether only libxml2 reports errors, all for dates with surrounding white space. */
function isWhiteSpaceAlone(local: AnyJudged, second: AnyJudged): boolean {
  const [ours, theirs] = [local, second].map(({ issues }) => issues.filter(({ layer }) => layer === 'UBL'));
  return ours!.length === 0 && theirs!.every(({ knownReason }) => knownReason === 'white_space_of_dates');
}

/**
 * Whether the rule fails at the same locations in both, with an evaluation error instead of a failure in one of them.
 */
function isStopAlone({ local, schematron }: Difference['places']): boolean {
  const plain = (places: readonly string[]): string =>
    JSON.stringify(places.map((it) => it.replace(/ \?$/, '')).sort());
  return local.length > 0 && local.length < MAX_POSITIONS && plain(local) === plain(schematron);
}

/** Summary for logs and tickets: counts and rule ids, no invoice content. */
export type SafeSummary = {
  readonly valid: {
    readonly local: boolean;
    readonly schematron: boolean | null;
    readonly third_party: boolean | null;
  };
  readonly fatal_rules: readonly string[];
  readonly counts: Readonly<Record<'local' | 'schematron' | 'third_party', Counts | null>>;
  readonly differences: number;
  readonly unexplained: number;
};

type Counts = { readonly fatal: number; readonly warning: number; readonly info: number };

export function summarize(
  local: AnyJudged,
  schematron: AnyOpinion,
  thirdParty: AnyOpinion | null,
  { differences }: Comparison,
): SafeSummary {
  const outcomes = [schematron, thirdParty].map((it) => (it?.status === 'judged' ? it : null));
  const [second = null, third = null] = outcomes;
  const counts = (it: AnyJudged | null): Counts | null =>
    it && { fatal: it.fatal_count, warning: it.warning_count, info: it.info_count };
  const fatal = [local, second, third].flatMap((it) => it?.issues.filter(({ level }) => level === 'fatal') ?? []);
  return {
    valid: { local: local.valid, schematron: second?.valid ?? null, third_party: third?.valid ?? null },
    fatal_rules: [...new Set(fatal.map(({ rule_id }) => rule_id))].sort(),
    counts: { local: counts(local), schematron: counts(second), third_party: counts(third) },
    differences: differences.length,
    unexplained: differences.filter(({ explanation }) => explanation === null).length,
  };
}
