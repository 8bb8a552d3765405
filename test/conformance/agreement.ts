import type { GoldenCase, GoldenLayer } from './corpus.ts';
import type { Outcome } from './outcome.ts';

/**
 * A rule of a document whose result differs from the expected one. For the document as a whole, `rule` is the layer
 * (`en16931`).
 */
export type Difference = {
  readonly file: string;
  readonly rule: string;
  readonly expected: string;
  readonly got: string;
};

/** Totals of a rule over all documents. A case is a document in which the rule fires or should fire. */
export type RuleAgreement = { readonly rule: string; cases: number; agreeing: number };

export type Comparison = {
  readonly documents: number;
  readonly differences: readonly Difference[];
  /** Only rules that the pack contains. */
  readonly rules: ReadonlyMap<string, RuleAgreement>;
  /** Rules that fire in the golden results but are missing from the pack. */
  readonly notHeld: ReadonlySet<string>;
  /** Of the locations at which an agreeing rule fires, the number that are the same node. */
  readonly places: { readonly compared: number; readonly agreeing: number; readonly examples: readonly Difference[] };
};

/** The family of a rule: its id without the number (`BR-CO-15` → `BR-CO`, `GR-R-001-2` → `GR-R`). */
export function familyOf(rule: string): string {
  const parts = rule.split('-');
  while (parts.length > 1 && /^(?:[A-Z]|CL)?\d+$/.test(parts.at(-1)!)) parts.pop();
  return parts.join('-');
}

/**
 * Compares the results of a validator with the expected ones, document by document, for the rules that the pack
 * contains.
 *
 * A document without expected result (the official artefacts failed) must not be reported as valid: it needs a fatal
 * finding or an undetermined rule.
 */
export function compareAll(
  cases: readonly GoldenCase[],
  outcomes: ReadonlyMap<string, Outcome>,
  held: ReadonlySet<string>,
  layer: GoldenLayer,
): Comparison {
  const differences: Difference[] = [];
  const rules = new Map([...held].map((rule) => [rule, { rule, cases: 0, agreeing: 0 }]));
  const notHeld = new Set<string>();
  const places = { compared: 0, agreeing: 0, examples: [] as Difference[] };

  for (const golden of cases) {
    const outcome = outcomes.get(golden.file);
    if (outcome === undefined) {
      differences.push({ file: golden.file, rule: layer, expected: 'an outcome', got: 'none' });
      continue;
    }
    if (golden.expected === null) {
      if (isSilentlyValid(outcome)) {
        differences.push({ file: golden.file, rule: layer, expected: 'undetermined', got: 'valid' });
      }
      continue;
    }
    if (outcome.error !== null) {
      differences.push({ file: golden.file, rule: layer, expected: 'findings', got: outcome.error });
    }
    for (const rule of golden.expected.keys()) if (!held.has(rule)) notHeld.add(rule);
    const got = byRule(outcome);
    for (const rule of new Set([...golden.expected.keys(), ...got.keys()])) {
      const agreement = rules.get(rule);
      if (agreement === undefined) continue;
      const expected = golden.expected.get(rule) ?? 0;
      const found = got.get(rule) ?? { count: 0, locations: [], undetermined: null };
      agreement.cases++;
      if (found.count === expected && found.undetermined === null) {
        agreement.agreeing++;
        const expectedPlaces = golden.locations?.get(rule);
        if (expectedPlaces !== undefined) comparePlaces(golden.file, rule, expectedPlaces, found.locations, places);
      } else if (outcome.error === null) {
        differences.push({ file: golden.file, rule, expected: `${expected}`, got: describeFound(found) });
      }
    }
  }
  return { documents: cases.length, differences, rules, notHeld, places };
}

type Found = { count: number; locations: string[]; undetermined: string | null };

const describeFound = (found: Found): string =>
  found.undetermined === null ? `${found.count}` : `${found.count}, undetermined: ${found.undetermined}`;

const isSilentlyValid = ({ error, findings }: Outcome): boolean =>
  error === null && findings.every(({ flag, undetermined }) => undetermined === null && flag !== 'fatal');

function byRule({ findings }: Outcome): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const { ruleId, location, undetermined } of findings) {
    let entry = found.get(ruleId);
    if (entry === undefined) {
      entry = { count: 0, locations: [], undetermined: null };
      found.set(ruleId, entry);
    }
    if (undetermined === null) {
      entry.count++;
      entry.locations.push(location);
    } else {
      entry.undetermined ??= undetermined;
    }
  }
  return found;
}

function comparePlaces(
  file: string,
  rule: string,
  expected: readonly string[],
  got: readonly string[],
  places: { compared: number; agreeing: number; examples: Difference[] },
): void {
  const left = new Map<string, number>();
  for (const place of got) left.set(place, (left.get(place) ?? 0) + 1);
  const missing: string[] = [];
  for (const place of expected) {
    const count = left.get(place) ?? 0;
    if (count === 0) missing.push(place);
    else left.set(place, count - 1);
  }
  places.compared += expected.length;
  places.agreeing += expected.length - missing.length;
  const other = [...left].find(([, count]) => count > 0)?.[0];
  const first = missing[0];
  if (first !== undefined) places.examples.push({ file, rule, expected: first, got: other ?? 'nothing' });
}
