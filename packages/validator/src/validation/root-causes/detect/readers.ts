import { terms } from '../../terms/index.ts';
import type { Case } from '../case.ts';
import { lineOf } from '../paths.ts';
import { kindOfRule } from '../rule-kinds.ts';

/** A missing or damaged item, by its path as in the table of terms. */
export type Damage = { readonly path: string; readonly lines: ReadonlySet<string> | null };

/**
 * Claims the issues of rules that compute or compare with a damaged term, because they follow from the damage. Rules
 * that check a single value, and lines without the damage, are left out.
 */
export function claimReaders(found: Case, damages: readonly Damage[]): number[] {
  const damaged = new Map<string, Damage>();
  for (const damage of damages) {
    for (const { id, path } of terms) {
      if (path === damage.path || path.startsWith(`${damage.path}/`)) damaged.set(id, damage);
    }
  }
  if (damaged.size === 0) return [];
  return found.claim(
    found.open(({ rule_id, business_terms, location, undetermined }) => {
      if (undetermined !== true && kindOfRule(rule_id) !== 'relation') return false;
      const line = lineOf(location);
      return business_terms.some((term) => {
        const damage = damaged.get(term);
        return damage !== undefined && (line === null || damage.lines === null || damage.lines.has(line));
      });
    }),
  );
}
