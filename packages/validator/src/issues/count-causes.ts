import type { Issue } from './issue.ts';
import type { RootCause } from './result.ts';

/** Counts for headlines, shared by pages, reports, evidence and the command line. */
export type CauseCounts = {
  /** Root causes with at least one fatal issue. */
  readonly errors: number;
  /** Root causes without a fatal issue. */
  readonly warnings: number;
  /** Distinct rules among the fatal issues. */
  readonly brokenRules: number;
};

type Explained = {
  readonly root_causes: readonly Pick<RootCause, 'issue_indexes'>[];
  readonly issues: readonly Pick<Issue, 'level' | 'rule_id'>[];
  readonly fatal_count: number;
  readonly warning_count: number;
};

/**
 * Counts root causes: one mistake that violates five rules is one error. A result whose issues have no root cause
 * still counts one error or warning.
 */
export function countCauses({ root_causes, issues, fatal_count, warning_count }: Explained): CauseCounts {
  const fatalRules = new Set(issues.filter(({ level }) => level === 'fatal').map(({ rule_id }) => rule_id));
  const errors = root_causes.filter(({ issue_indexes }) =>
    issue_indexes.some((index) => issues[index]?.level === 'fatal'),
  ).length;
  const warnings = root_causes.length - errors;
  return {
    errors: fatal_count === 0 ? 0 : Math.max(1, errors),
    warnings: warning_count === 0 ? 0 : Math.max(errors === 0 ? 1 : 0, warnings),
    brokenRules: fatalRules.size,
  };
}
