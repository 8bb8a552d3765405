import type { Issue } from '../../issues/index.ts';
import type { Correction } from './case.ts';

/** Validates a changed text; null when it cannot be validated. */
export type Revalidate = (text: string) => readonly Issue[] | null;

/** A correction that was verified and causes no new issue. */
export type Proof = {
  readonly correction: Correction;
  /** Indexes of the issues that it resolves. */
  readonly resolves: readonly number[];
  readonly makesValid: boolean;
};

/**
 * Verifies a correction on a copy.
 *
 * @param changed the text with the edits of the correction
 * @returns null when no issue is resolved, or a new one appears
 */
export function prove(
  changed: string,
  text: string,
  issues: readonly Issue[],
  correction: Correction,
  revalidate: Revalidate,
): Proof | null {
  const after = changed === text ? null : revalidate(changed);
  if (after === null) return null;
  const resolves = vanished(issues, after, correction);
  if (resolves === null || resolves.length === 0) return null;
  return { correction, resolves, makesValid: after.every(({ level }) => level !== 'fatal') };
}

/** Indexes of the issues in `before` that are absent in `after`; null when `after` has a new one. */
function vanished(
  before: readonly Issue[],
  after: readonly Issue[],
  { edits, accepts = [] }: Correction,
): number[] | null {
  const left = new Map<string, number>();
  for (const issue of after) left.set(keyOf(issue), (left.get(keyOf(issue)) ?? 0) + 1);
  const gone: number[] = [];
  for (const [index, issue] of before.entries()) {
    const key = keyOf(issue);
    const count = left.get(key) ?? 0;
    if (count === 0) gone.push(index);
    else if (count === 1) left.delete(key);
    else left.set(key, count - 1);
  }
  // Inserted, removed or moved elements shift the paths of others, so issues of one rule at different locations
  // match.
  const isShifting = edits.some(({ op }) => op !== 'replace') || edits.some(({ before: old }) => old?.startsWith('<'));
  for (const [key, count] of left) {
    const [ruleId = '', level] = key.split('\n');
    const isAccepted = level === 'info' || (level === 'warning' && accepts.includes(ruleId));
    for (let times = 0; times < count; times += 1) {
      const same = isShifting ? gone.findLastIndex((index) => before[index]!.rule_id === ruleId) : -1;
      if (same !== -1) gone.splice(same, 1);
      else if (!isAccepted) return null;
    }
  }
  return gone;
}

const keyOf = ({ rule_id, level, location }: Issue): string => `${rule_id}\n${level}\n${location}`;
