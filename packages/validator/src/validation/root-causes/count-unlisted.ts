import type { Issue } from '../../issues/index.ts';
import type { Unlisted } from './cause-texts.ts';

/** How many issues of a cause are found and not listed, by the indexes of those that are. */
export type CountUnlisted = (indexes: readonly number[]) => Unlisted;

/**
 * Counts the issues of a file with more than are listed. Those of a rule that several causes have may be of any of them.
 *
 * @param untold how many of each rule are not listed; undefined: all are
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
