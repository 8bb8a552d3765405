import type { FileResult, Text } from '@e-invoice/validator/issues';
import { CHECK_TEXTS, type CheckId } from './checklist-texts.data.ts';
import type { DraftInvoice } from './draft.ts';

export type CheckStatus = 'ok' | 'missing' | 'problem' | 'recommended';

/** One item of the checklist: contract section 4. */
export type Check = {
  readonly id: CheckId;
  readonly status: CheckStatus;
  /** JSON pointer into the draft. */
  readonly field: string;
  readonly title: Text;
  /** What to do; null when it is fine. */
  readonly hint: Text | null;
  readonly rule_ids: readonly string[];
};

/** An item with its own words. */
export function check(id: CheckId, field: string, status: CheckStatus, ruleIds: readonly string[] = []): Check {
  const { title, hints } = CHECK_TEXTS[id] as { title: Text; hints: Readonly<Partial<Record<CheckStatus, Text>>> };
  return { id, status, field, title, hint: hints[status] ?? null, rule_ids: ruleIds };
}

/** Without spaces, in capitals: how identifiers compare. */
export const compact = (value: string | undefined): string => (value ?? '').replace(/\s/g, '').toUpperCase();

/** Whether an address is Slovak: so is one that says no country. */
export const isSlovak = (address: DraftInvoice['sellerAddress']): boolean => (address?.countryCode ?? 'SK') === 'SK';

/** The status of an identifier by whether it is there and right. */
export const identifierStatus = (
  value: string,
  isRight: (value: string) => boolean,
  absent: CheckStatus,
): CheckStatus => (value === '' ? absent : isRight(value) ? 'ok' : 'problem');

/** Whether a rule is broken in a part of the invoice that was made. */
export const isBroken = ({ issues }: FileResult, ruleId: string, part: string): boolean =>
  issues.some(({ rule_id, location }) => rule_id === ruleId && location.includes(part));
