import type { Issue, Layer, Text } from '@e-invoice/validator/issues';
import { text } from '../../../../locales/index.ts';

/** A finding of another validator: the issue fields that it can provide. */
export type OpinionIssue = Pick<
  Issue,
  | 'level'
  | 'layer'
  | 'rule_id'
  | 'catalogRuleId'
  | 'message'
  | 'message_en'
  | 'location'
  | 'xpath'
  | 'line'
  | 'column'
  | 'ruleUrl'
  | 'undetermined'
> & {
  /** A known reason why only this validator reports the finding. Internal: responses do not contain it. */
  readonly knownReason?: 'white_space_of_dates';
};

/** Machine-readable reasons why there is no result. Stable. */
export const REASONS = [
  'time_limit',
  'memory_limit',
  'crashed',
  'busy',
  'too_large',
  'not_ready',
  'unreachable',
  'refused',
  'unreadable_answer',
  'not_applicable',
] as const;
export type Reason = (typeof REASONS)[number];

export type ValidationOutcome<I = OpinionIssue> = {
  readonly status: 'judged';
  readonly judge: string;
  /** Layers that the validator covers; the outcome makes no statement on other layers. */
  readonly layers: readonly Layer[];
  readonly valid: boolean;
  readonly fatal_count: number;
  readonly warning_count: number;
  readonly info_count: number;
  readonly issues: readonly I[];
  readonly issues_left_out?: number;
  readonly duration_ms: number;
};

type Unavailable = {
  readonly status: 'unavailable';
  readonly judge: string;
  readonly reason: Reason;
  readonly detail: Text;
  readonly duration_ms: number;
};

export type Opinion<I = OpinionIssue> = ValidationOutcome<I> | Unavailable;

const DETAILS: Readonly<Record<Reason, Text>> = {
  time_limit: text('reference-validator.error.time_limit'),
  memory_limit: text('reference-validator.error.memory_limit'),
  crashed: text('reference-validator.error.crashed'),
  busy: text('reference-validator.error.busy'),
  too_large: text('reference-validator.error.too_large'),
  not_ready: text('reference-validator.error.not_ready'),
  unreachable: text('reference-validator.error.unreachable'),
  refused: text('reference-validator.error.refused'),
  unreadable_answer: text('reference-validator.error.unreadable_answer'),
  not_applicable: text('reference-validator.error.not_applicable'),
};

export const unavailable = (judge: string, reason: Reason, durationMs: number): Unavailable => ({
  status: 'unavailable',
  judge,
  reason,
  detail: DETAILS[reason],
  duration_ms: durationMs,
});

/** Maximum issues listed per file; the counts include all. */
const MAX_LISTED = 10_000;

/** The result without internal members, for a response. */
export const toPublicOpinion = (opinion: Opinion): Opinion =>
  opinion.status === 'judged'
    ? { ...opinion, issues: opinion.issues.map(({ knownReason: _, ...issue }) => issue) }
    : opinion;

export function toJudged<I extends Pick<Issue, 'level'>>(
  judge: string,
  layers: readonly Layer[],
  issues: readonly I[],
  durationMs: number,
): ValidationOutcome<I> {
  const count = (level: Issue['level']): number => issues.filter((issue) => issue.level === level).length;
  const fatal = count('fatal');
  return {
    status: 'judged',
    judge,
    layers,
    valid: fatal === 0,
    fatal_count: fatal,
    warning_count: count('warning'),
    info_count: count('info'),
    issues: issues.slice(0, MAX_LISTED),
    ...(issues.length > MAX_LISTED && { issues_left_out: issues.length - MAX_LISTED }),
    duration_ms: durationMs,
  };
}
