import type { AppliedRuleset, Comparison, FileResult, Issue } from '../issues/index.ts';
import type { RulesetRequest } from './choose-ruleset.ts';

type Side = Pick<FileResult, 'issues' | 'issues_left_out' | 'fatal_count'>;

/**
 * Compares the results of two rulesets for one file. Issues are equal when rule, level and location are equal.
 *
 * @param applied the ruleset that produced `there`
 */
export function compareResults(here: Side, there: Side, applied: AppliedRuleset): Comparison {
  return {
    valid: there.fatal_count === 0,
    ruleset: applied,
    only_here: missingIn(there.issues, here.issues),
    only_there: missingIn(here.issues, there.issues),
    complete: here.issues_left_out === undefined && there.issues_left_out === undefined,
  };
}

/** The issues that `others` does not contain. An issue is counted per occurrence. */
function missingIn(others: readonly Issue[], issues: readonly Issue[]): Issue[] {
  const left = new Map<string, number>();
  for (const issue of others) left.set(keyOf(issue), (left.get(keyOf(issue)) ?? 0) + 1);
  return issues.filter((issue) => {
    const times = left.get(keyOf(issue)) ?? 0;
    left.set(keyOf(issue), times - 1);
    return times <= 0;
  });
}

const keyOf = ({ rule_id, level, location }: Issue): string => `${rule_id} ${level} ${location}`;

/**
 * The ruleset request for a `compare` parameter. A day (`YYYY-MM-DD`) selects the same ruleset on that day and drops
 * a requested version. Anything else is a ruleset; without a version, its release on the day of the request.
 */
export function comparisonRequest(compare: string, { ruleset, asOf }: Omit<RulesetRequest, 'today'>) {
  if (/^\d{4}-\d{2}-\d{2}$/.test(compare)) return { ruleset: ruleset?.split('@', 1)[0], asOf: compare };
  return { ruleset: compare, asOf: compare.includes('@') ? undefined : asOf };
}
