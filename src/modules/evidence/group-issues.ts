import type { Issue, RootCause } from '@e-invoice/validator/issues';

/** Issues with the same level, rule and message at several locations. */
export type IssueGroup = { readonly first: Issue; readonly issues: readonly Issue[] };

/** Groups issues by level, rule and message, in order of first appearance. */
export function groupIssues(issues: readonly Issue[]): IssueGroup[] {
  const groups = new Map<string, Issue[]>();
  for (const issue of issues) {
    const name = `${issue.level}\0${issue.rule_id}\0${issue.message}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [issue]);
    else group.push(issue);
  }
  return [...groups.values()].map((group) => ({ first: group[0]!, issues: group }));
}

/** Line of a root cause; null unless one of its issues has the same location and a line. */
export const lineOf = ({ location, issue_indexes }: RootCause, issues: readonly Issue[]): number | null =>
  issue_indexes.map((index) => issues[index]).find((issue) => issue?.location === location)?.line ?? null;
