import type { Issue, RootCause } from '@e-invoice/validator/issues';

/** Issues that say the same of several places. */
export type IssueGroup = { readonly first: Issue; readonly issues: readonly Issue[] };

/** Issues of one rule with one message, in the order in which they first appear. */
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

/** The line that a root cause stands in, as far as one of its issues is told at the same place. */
export const lineOf = ({ location, issue_indexes }: RootCause, issues: readonly Issue[]): number | null =>
  issue_indexes.map((index) => issues[index]).find((issue) => issue?.location === location)?.line ?? null;
