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

/** What a check says, without what is the same for all. */
export type CheckResult = {
  readonly outcome: CheckOutcome;
  readonly detail: Text;
  /** What it is founded on: identifiers, counts, days; never the content of lines. */
  readonly evidence: Readonly<Record<string, Json>>;
};

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

type Check = CheckResult & {
  readonly id: CheckId;
  readonly title: Text;
  /** ISO 8601, UTC, with milliseconds. */
  readonly checked_at: string;
};

/** What the record of a document of the workspace says of it. */
export type StoredDocument = {
  readonly status: string;
  /** Whether a partner received it for the workspace. */
  readonly isReceived: boolean;
  /** Whether that is all rules there are for it: without that it is not prepared for sending. */
  readonly isWhole: boolean;
  /** Null: not judged yet, or before that was kept. */
  readonly ruleset: { readonly id: string; readonly version: string; readonly coverage: string } | null;
};

/** A document looked at from all sides; nothing was changed or sent. */
export type Preflight = {
  /** Of the bytes that were looked at. */
  readonly sha256: string;
  /** What judged them. */
  readonly ruleset: Pick<FileResult['ruleset'], 'id' | 'version' | 'packs'>;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly checks: readonly Check[];
} & ReturnType<typeof decide>;

/** A source that nobody could reach matters where the way of the document depends on it. */
const WAITED_FOR: ReadonlySet<CheckId> = new Set(['routing', 'partner']);

/** What the checks come to, and which of them decided it: a no before an unknown, an unknown before a doubt. */
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

/** The longest text of a document in the evidence of a check: identifiers of the network have at most 500 characters. */
const LONGEST = 500;

/** A text of the document as evidence quotes it: none of any length is signed and sent back. */
export const cut = (text: string | null): string | null => (text === null ? null : firstCharacters(text, LONGEST));

export const pass = (sk: string, en: string, evidence: CheckResult['evidence'] = {}): CheckResult =>
  said('pass', sk, en, evidence);
export const warn = (sk: string, en: string, evidence: CheckResult['evidence'] = {}): CheckResult =>
  said('warn', sk, en, evidence);
export const fail = (sk: string, en: string, evidence: CheckResult['evidence'] = {}): CheckResult =>
  said('fail', sk, en, evidence);
export const unknown = (sk: string, en: string, evidence: CheckResult['evidence'] = {}): CheckResult =>
  said('unknown', sk, en, evidence);

const said = (outcome: CheckOutcome, sk: string, en: string, evidence: CheckResult['evidence']): CheckResult => ({
  outcome,
  detail: { sk, en },
  evidence,
});
