import type { Issue } from '../../issues/index.ts';
import type { Unlisted } from './cause-texts.ts';

/** Counts the unlisted issues of a cause, by the indexes of its listed ones. */
export type CountUnlisted = (indexes: readonly number[]) => Unlisted;

/**
 * Creates a counter for files with more issues than are listed. Unlisted issues of a rule that occurs in several
 * causes may belong to any of them.
 *
 * @param unreported number of unlisted issues by rule; undefined: all issues are listed
 */
export function makeCountUnlisted(
  issues: readonly Issue[],
  unreported: ReadonlyMap<string, number> = new Map(),
): CountUnlisted {
  const listed = countByRule(unreported.size === 0 ? [] : issues);
  return (indexes) => {
    const own = countByRule(unreported.size === 0 ? [] : indexes.map((index) => issues[index]!));
    const rules = [...own].filter(([ruleId]) => unreported.has(ruleId));
    return {
      count: rules.reduce((sum, [ruleId]) => sum + unreported.get(ruleId)!, 0),
      isExact: rules.every(([ruleId, count]) => listed.get(ruleId) === count),
    };
  };
}

function countByRule(issues: readonly Issue[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule_id } of issues) counts.set(rule_id, (counts.get(rule_id) ?? 0) + 1);
  return counts;
}
