import type { FileResult, Text } from '@e-invoice/validator/issues';
import { firstCharacters } from '../../../lib/first-characters.ts';

export const CHECK_IDS = [
  'bytes',
  'validation',
  'addressing',
  'consistency',
  'routing',
  'duplicate',
  'law',
  'counterparty',
  'tax_office',
  'partner',
  'rendering',
] as const;
export type CheckId = (typeof CHECK_IDS)[number];

export const CHECK_OUTCOMES = ['pass', 'warn', 'fail', 'unknown'] as const;
type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

export const VERDICTS = ['ready', 'ready_with_warnings', 'blocked', 'retry_later'] as const;
type Verdict = (typeof VERDICTS)[number];

/** Result of a check, without the fields common to all checks. */
export type CheckResult = {
  readonly outcome: CheckOutcome;
  readonly detail: Text;
  /** Facts behind the outcome: identifiers, counts, dates; never the content of lines. */
  readonly evidence: Readonly<Record<string, Json>>;
};

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

type Check = CheckResult & {
  readonly id: CheckId;
  readonly title: Text;
  /** ISO 8601, UTC, with milliseconds. */
  readonly checked_at: string;
};

/** State of a stored document of the workspace. */
export type StoredDocument = {
  readonly status: string;
  /** Whether it is a received document (from a partner). */
  readonly isReceived: boolean;
  /** Whether it was validated against all applicable rules; sending requires that. */
  readonly isWhole: boolean;
  /** Null when it is not validated yet, or was validated by a version that did not store this. */
  readonly ruleset: { readonly id: string; readonly version: string; readonly coverage: string } | null;
};

/** Result of a preflight. */
export type Preflight = {
  /** Of the checked bytes. */
  readonly sha256: string;
  /** The rules used. */
  readonly ruleset: Pick<FileResult['ruleset'], 'id' | 'version' | 'packs'>;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly checks: readonly Check[];
} & ReturnType<typeof decide>;

/** Checks whose `unknown` result blocks sending; for the others it is a warning. */
const WAITED_FOR: ReadonlySet<CheckId> = new Set(['routing', 'partner']);

/** Verdict of the checks, and the checks that decided it: `fail` before a blocking `unknown`, then warnings. */
export function decide(checks: readonly Pick<Check, 'id' | 'outcome'>[]): {
  readonly verdict: Verdict;
  readonly decided_by: readonly CheckId[];
} {
  const those = (is: (check: Pick<Check, 'id' | 'outcome'>) => boolean): CheckId[] =>
    checks.filter(is).map(({ id }) => id);
  const failed = those(({ outcome }) => outcome === 'fail');
  if (failed.length > 0) return { verdict: 'blocked', decided_by: failed };
  const open = those(({ id, outcome }) => outcome === 'unknown' && WAITED_FOR.has(id));
  if (open.length > 0) return { verdict: 'retry_later', decided_by: open };
  const doubtful = those(({ outcome }) => outcome !== 'pass');
  if (doubtful.length > 0) return { verdict: 'ready_with_warnings', decided_by: doubtful };
  return { verdict: 'ready', decided_by: [] };
}

/** Maximum length of a document value in the evidence; network identifiers have at most 500 characters. */
const LONGEST = 500;

/** Truncates a document value for the evidence, which is signed and returned. */
export const cut = (text: string | null): string | null => (text === null ? null : firstCharacters(text, LONGEST));

export const pass = (detail: Text, evidence: CheckResult['evidence'] = {}): CheckResult =>
  result('pass', detail, evidence);
export const warn = (detail: Text, evidence: CheckResult['evidence'] = {}): CheckResult =>
  result('warn', detail, evidence);
export const fail = (detail: Text, evidence: CheckResult['evidence'] = {}): CheckResult =>
  result('fail', detail, evidence);
export const unknown = (detail: Text, evidence: CheckResult['evidence'] = {}): CheckResult =>
  result('unknown', detail, evidence);

const result = (outcome: CheckOutcome, detail: Text, evidence: CheckResult['evidence']): CheckResult => ({
  outcome,
  detail,
  evidence,
});
