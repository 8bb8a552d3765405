import { type Comparison, type Difference, familyOf } from './agreement.ts';
import type { applyKnown } from './differences.ts';

export type ReportOptions = {
  /** Maximum number of printed differences of each kind. */
  readonly limit: number;
  /** Print every rule, not only those that disagree. */
  readonly allRules: boolean;
};

/** The lines of the report; the last one has the number of passed and failed documents. */
export function renderReport(
  comparison: Comparison,
  applied: ReturnType<typeof applyKnown>,
  options: ReportOptions,
): { lines: string[]; failed: number } {
  const { unlisted, listed, unused } = applied;
  const failedDocuments = new Set(unlisted.map(({ file }) => file)).size;
  const failed = failedDocuments + unused.length;
  const lines = [
    ...renderFamilies(comparison),
    ...renderRules(comparison, options),
    ...renderNotHeld(comparison),
    ...renderDifferences('disagreements', unlisted, options.limit),
    ...renderDifferences('other places', comparison.places.examples, options.limit),
    ...(unused.length === 0 ? [] : ['', 'lines of differences.csv that are no longer true']),
    ...unused.map(({ file, rule }) => `  ${file} ${rule}`),
    '',
    `places: ${share(comparison.places.agreeing, comparison.places.compared)} of the compared locations are the same node`,
    `known differences: ${listed.length}`,
    `${comparison.documents - failedDocuments} passed, ${failed} failed`,
  ];
  return { lines, failed };
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '0/0' : `${part}/${whole} (${(Math.floor((part / whole) * 10_000) / 100).toFixed(2)} %)`;

function renderFamilies({ rules }: Comparison): string[] {
  const families = new Map<string, { rules: number; fired: number; cases: number; agreeing: number }>();
  for (const { rule, cases, agreeing } of rules.values()) {
    const family = families.get(familyOf(rule)) ?? { rules: 0, fired: 0, cases: 0, agreeing: 0 };
    family.rules++;
    if (cases > 0) family.fired++;
    family.cases += cases;
    family.agreeing += agreeing;
    families.set(familyOf(rule), family);
  }
  const rows = [...families].sort(([a], [b]) => a.localeCompare(b));
  return [
    'agreement per family (cases: documents in which a rule fires or should fire)',
    ...rows.map(
      ([name, family]) =>
        `  ${name.padEnd(16)} ${`${family.rules} rules`.padStart(10)}, ${`${family.fired} seen`.padStart(9)}   ${share(family.agreeing, family.cases)}`,
    ),
  ];
}

function renderRules({ rules }: Comparison, { allRules }: ReportOptions): string[] {
  const seen = [...rules.values()].filter(({ cases }) => cases > 0);
  const shown = seen.filter(({ cases, agreeing }) => allRules || agreeing < cases);
  const never = [...rules.values()].filter(({ cases }) => cases === 0).map(({ rule }) => rule);
  return [
    '',
    `rules: ${seen.filter(({ cases, agreeing }) => agreeing === cases).length} of ${seen.length} that fire agree everywhere`,
    ...shown
      .sort((a, b) => a.rule.localeCompare(b.rule))
      .map(({ rule, cases, agreeing }) => `  ${rule.padEnd(24)} ${share(agreeing, cases)}`),
    ...(never.length === 0 ? [] : [`held but seen in no document: ${never.sort().join(' ')}`]),
  ];
}

function renderNotHeld({ notHeld }: Comparison): string[] {
  const families = new Map<string, string[]>();
  for (const rule of [...notHeld].sort()) {
    families.set(familyOf(rule), [...(families.get(familyOf(rule)) ?? []), rule]);
  }
  if (families.size === 0) return [];
  return [
    '',
    'golden rules that the pack does not hold',
    ...[...families].map(([family, rules]) => `  ${family.padEnd(16)} ${bounded(rules, 12)}`),
  ];
}

const bounded = (items: readonly string[], limit: number): string =>
  items.length <= limit ? items.join(' ') : `${items.slice(0, limit).join(' ')} … (${items.length})`;

function renderDifferences(title: string, differences: readonly Difference[], limit: number): string[] {
  if (differences.length === 0) return [];
  return [
    '',
    `${title}: ${differences.length}${differences.length > limit ? `, the first ${limit}` : ''}`,
    ...differences
      .slice(0, limit)
      .map(({ file, rule, expected, got }) => `  ${file}  ${rule}  expected ${expected}  got ${got}`),
  ];
}
