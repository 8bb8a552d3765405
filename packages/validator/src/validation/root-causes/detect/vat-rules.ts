import type { Case, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';

/** The letters of the VAT categories in rule ids. */
const CATEGORIES = ['S', 'Z', 'E', 'AE', 'IC', 'G', 'O', 'AF', 'AG'];

/** The rules with these numbers, for every VAT category. */
export const rulesOf = (...numbers: readonly string[]): string[] =>
  CATEGORIES.flatMap((category) => numbers.map((number) => `BR-${category}-${number}`));

/** Exemption reason codes (BT-121) of categories with a code of their own. */
export const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AE: 'VATEX-EU-AE',
    K: 'VATEX-EU-IC',
    G: 'VATEX-EU-G',
    O: 'VATEX-EU-O',
  }),
);

/** Creates a mistake that certain rules identify without further analysis. */
export function claimAs(found: Case, id: CauseId, ruleIds: readonly string[], more: Partial<Mistake> = {}): Mistake[] {
  const issues = found.claim(found.openOf(...ruleIds));
  return issues.length === 0 ? [] : [{ id, issues, confidence: 0.85, ...more }];
}
