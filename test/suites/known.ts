import { existsSync, readFileSync } from 'node:fs';

/** The outcome of one case of a suite: passed, failed with the actual result, or not applicable with the reason. */
export type CaseOutcome = {
  readonly set: string;
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'excluded';
  readonly detail: string;
};

/** Reads the listed cases: the first columns (`set/name`) mapped to the reason. */
export function readKnown(path: string, columns = 2): Map<string, string> {
  if (!existsSync(path)) return new Map();
  const rows = readFileSync(path, 'utf8').split('\n').filter(Boolean).slice(1);
  return new Map(
    rows.map((row) => {
      const cells = row.split(',');
      return [cells.slice(0, columns).join('/'), cells.slice(columns).join(',')];
    }),
  );
}

/** Compares failures with the list: unlisted failures, and listed cases that pass or that no suite contains. */
export function compareWithKnown(outcomes: readonly CaseOutcome[], known: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  const failed = new Set<string>();
  for (const { set, name, outcome, detail } of outcomes) {
    if (outcome !== 'failed') continue;
    failed.add(`${set}/${name}`);
    if (!known.has(`${set}/${name}`)) faults.push(`${set}/${name} fails and is not listed: ${detail}`);
  }
  for (const [key, reason] of known) {
    if (!failed.has(key)) faults.push(`${key} is listed as failing and does not: take it off the list`);
    if (reason.trim() === '') faults.push(`${key} is listed without a reason`);
  }
  return faults;
}

/** Counts per set, in the order of the sets. */
export function countSets(outcomes: readonly CaseOutcome[]): string[] {
  const sets = new Map<string, { passed: number; failed: number; excluded: number }>();
  for (const { set, outcome } of outcomes) {
    const counts = sets.get(set) ?? { passed: 0, failed: 0, excluded: 0 };
    counts[outcome] += 1;
    sets.set(set, counts);
  }
  return [...sets].map(
    ([set, { passed, failed, excluded }]) => `${set}: ${passed} passed, ${failed} failed, ${excluded} not applicable`,
  );
}
