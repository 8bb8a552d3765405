import type { AppliedRuleset, Comparison, FileResult, Issue } from '../issues/index.ts';
import type { RulesetWish } from './choose-ruleset.ts';

type Side = Pick<FileResult, 'issues' | 'issues_left_out' | 'fatal_count'>;

/**
 * What other rules change for a file: an issue is the same where its rule, weight and place are.
 *
 * @param applied what the other side was judged by
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

/** Which of these the others lack; what is there once stands for one. */
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
 * Which rules `compare` means: of a day (`YYYY-MM-DD`) the same rule set's, without a version that the request may name;
 * else a rule set, which without a version is that of the request's day.
 */
export function comparisonRequest(compare: string, { ruleset, asOf }: Omit<RulesetWish, 'today'>) {
  if (/^\d{4}-\d{2}-\d{2}$/.test(compare)) return { ruleset: ruleset?.split('@', 1)[0], asOf: compare };
  return { ruleset: compare, asOf: compare.includes('@') ? undefined : asOf };
}
