import type { FileResult, Text } from '@e-invoice/validator/issues';
import { CHECK_TEXTS, type CheckId } from './checklist-texts.data.ts';
import type { DraftInvoice } from './draft.ts';

export type CheckStatus = 'ok' | 'missing' | 'problem' | 'recommended';

/** Item of the checklist (contract section 4). */
export type Check = {
  readonly id: CheckId;
  readonly status: CheckStatus;
  /** JSON pointer into the draft. */
  readonly field: string;
  readonly title: Text;
  /** Remedy; null when the item is fine. */
  readonly hint: Text | null;
  readonly rule_ids: readonly string[];
};

/** Creates an item with its title and hint. */
export function check(id: CheckId, field: string, status: CheckStatus, ruleIds: readonly string[] = []): Check {
  const { title, hints } = CHECK_TEXTS[id] as { title: Text; hints: Readonly<Partial<Record<CheckStatus, Text>>> };
  return { id, status, field, title, hint: hints[status] ?? null, rule_ids: ruleIds };
}

/** Normalises an identifier for comparison: uppercase, without white space. */
export const compact = (value: string | undefined): string => (value ?? '').replace(/\s/g, '').toUpperCase();

/** Whether an address is Slovak; the default without a country code. */
export const isSlovak = (address: DraftInvoice['sellerAddress']): boolean => (address?.countryCode ?? 'SK') === 'SK';

/** Status of an identifier: missing, malformed or fine. */
export const identifierStatus = (
  value: string,
  isRight: (value: string) => boolean,
  absent: CheckStatus,
): CheckStatus => (value === '' ? absent : isRight(value) ? 'ok' : 'problem');

/** Whether a rule is broken in a part of the generated invoice. */
export const isBroken = ({ issues }: FileResult, ruleId: string, part: string): boolean =>
  issues.some(({ rule_id, location }) => rule_id === ruleId && location.includes(part));
