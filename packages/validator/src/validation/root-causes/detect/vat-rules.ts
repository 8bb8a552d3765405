import type { Case, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';

/** The families of rules, one for each VAT category. */
const CATEGORIES = ['S', 'Z', 'E', 'AE', 'IC', 'G', 'O', 'AF', 'AG'];

/** The rules of these numbers in every family. */
export const rulesOf = (...numbers: readonly string[]): string[] =>
  CATEGORIES.flatMap((category) => numbers.map((number) => `BR-${category}-${number}`));

/** The code list's reason for a category that has one of its own (BT-121). */
export const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AE: 'VATEX-EU-AE',
    K: 'VATEX-EU-IC',
    G: 'VATEX-EU-G',
    O: 'VATEX-EU-O',
  }),
);

/** A mistake that some rules tell by themselves. */
export function claimAs(found: Case, id: CauseId, ruleIds: readonly string[], more: Partial<Mistake> = {}): Mistake[] {
  const issues = found.claim(found.openOf(...ruleIds));
  return issues.length === 0 ? [] : [{ id, issues, confidence: 0.85, ...more }];
}
