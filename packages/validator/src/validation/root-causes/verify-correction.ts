import type { Issue } from '../../issues/index.ts';
import type { Correction } from './case.ts';

/** What validation says of a changed text; null when it cannot say. */
export type Revalidate = (text: string) => readonly Issue[] | null;

/** A correction that was tried and brought nothing new. */
export type Proof = {
  readonly correction: Correction;
  /** Indexes of the issues that vanish. */
  readonly resolves: readonly number[];
  readonly makesValid: boolean;
};

/**
 * Tries a correction on a copy.
 *
 * @param changed the text with the edits of the correction
 * @returns what vanishes; null when nothing does, or when a new issue appears
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

/** Issues that are there before and not after; null when there is one after that was not there before. */
function vanished(before: readonly Issue[], after: readonly Issue[], { edits }: Correction): number[] | null {
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
  // An element that came, went or moved shifts the paths of others: the same rule elsewhere is the same issue.
  const isShifting = edits.some(({ op }) => op !== 'replace') || edits.some(({ before: old }) => old?.startsWith('<'));
  for (const [key, count] of left) {
    const [ruleId = '', level] = key.split('\n');
    if (level === 'info') continue;
    for (let times = 0; times < count; times += 1) {
      const same = isShifting ? gone.findLastIndex((index) => before[index]!.rule_id === ruleId) : -1;
      if (same === -1) return null;
      gone.splice(same, 1);
    }
  }
  return gone;
}

const keyOf = ({ rule_id, level, location }: Issue): string => `${rule_id}\n${level}\n${location}`;
