import type { FileResult, Issue, Level } from '../issues/index.ts';

/**
 * An issue before its texts are rendered. Rendering is the costly part, and a hostile file breaks a million rules.
 */
export type FoundIssue = { readonly ruleId: string; readonly level: Level; readonly render: () => Issue };

/**
 * Maximum number of issues listed per file: readers do not use more, and such a response is written in milliseconds.
 */
export const MAX_LISTED = 1_000;

type RenderedIssues = Pick<FileResult, 'fatal_count' | 'warning_count' | 'info_count' | 'issues' | 'issues_left_out'>;

/**
 * Counts all issues and renders at most `most` of them, in order. Beyond that limit every rule gets the same quota,
 * so that a rule with many findings does not hide the findings of other rules.
 */
export function renderIssues(found: readonly FoundIssue[], most: number = MAX_LISTED): RenderedIssues {
  const counts: Record<Level, number> = { fatal: 0, warning: 0, info: 0 };
  for (const { level } of found) counts[level] += 1;
  return {
    fatal_count: counts.fatal,
    warning_count: counts.warning,
    info_count: counts.info,
    issues: chosen(found, most).map(({ render }) => render()),
    ...(found.length > most && { issues_left_out: found.length - most }),
  };
}

/** The number of issues per rule that were found but not listed; rules without unlisted issues have no entry. */
export function countUnreported(found: readonly FoundIssue[], reported: readonly Issue[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { ruleId } of found) counts.set(ruleId, (counts.get(ruleId) ?? 0) + 1);
  for (const { rule_id } of reported) counts.set(rule_id, (counts.get(rule_id) ?? 0) - 1);
  return new Map([...counts].filter(([, count]) => count > 0));
}

function chosen(found: readonly FoundIssue[], most: number): readonly FoundIssue[] {
  if (found.length <= most) return found;
  const counts = new Map<string, number>();
  for (const { ruleId } of found) counts.set(ruleId, (counts.get(ruleId) ?? 0) + 1);
  const { quota, more } = share([...counts.values()], most);
  let left = more;
  const reported = new Map<string, number>();
  return found
    .filter(({ ruleId }) => {
      const before = reported.get(ruleId) ?? 0;
      reported.set(ruleId, before + 1);
      if (before < quota) return true;
      if (before > quota || left === 0) return false;
      left -= 1;
      return true;
    })
    .slice(0, most);
}

/**
 * Divides `most` between the counts.
 *
 * @returns `quota`: the maximum for each count; `more`: how many of the larger counts get one extra
 */
function share(counts: readonly number[], most: number): { readonly quota: number; readonly more: number } {
  let left = most;
  let sharing = counts.length;
  for (const count of counts.toSorted((a, b) => a - b)) {
    if (count * sharing > left) break;
    left -= count;
    sharing -= 1;
  }
  return sharing === 0 ? { quota: most, more: 0 } : { quota: Math.floor(left / sharing), more: left % sharing };
}
