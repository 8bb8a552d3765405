import type { FileResult, Issue, Level } from '../../index.ts';
import {
  byCause,
  countOutcomes,
  formatCounts,
  label,
  nameOf,
  type ReportOptions,
  shownName,
  unturned,
  unvalidated,
  type WriteReport,
} from './write-report.ts';

const COLORS: Readonly<Record<Level | 'good' | 'strong', string>> = {
  fatal: '31',
  warning: '33',
  info: '36',
  good: '32',
  strong: '1',
};

/** For terminals: each mistake with its cause, the locations of its issues, and the fix. */
export const toText: WriteReport = (outcomes, options) => {
  const paint = (color: keyof typeof COLORS, text: string): string =>
    options.color ? `\u001b[${COLORS[color]}m${text}\u001b[0m` : text;
  const parts = outcomes.map((outcome) => {
    if ('skipped' in outcome)
      return `${paint('info', '-')} ${shownName(outcome.name)}: ${unvalidated(outcome, options)}\n`;
    if ('fault' in outcome)
      return `${paint('fatal', '!')} ${shownName(outcome.name)}: ${unvalidated(outcome, options)}\n`;
    return renderFile(outcome.name, outcome.result, options, paint);
  });
  if (outcomes.length > 1) {
    const { total, valid, invalid, unreadable, skipped } = countOutcomes(outcomes);
    const unread = unreadable === 0 ? '' : `, ${unreadable} ${label('unreadable', options)}`;
    const left = skipped === 0 ? '' : `, ${label('skipped', options)}: ${skipped}`;
    const counts = `${valid} ${label('valid', options)}, ${invalid} ${label('invalid', options)}${unread}`;
    parts.push(`${label('files', options)}: ${total} (${counts})${left}\n`);
  }
  return parts.join('\n');
};

type Paint = (color: keyof typeof COLORS, text: string) => string;

function renderFile(name: string, result: FileResult, options: ReportOptions, paint: Paint): string {
  const { valid, issues_left_out = 0 } = result;
  const verdict = valid ? paint('good', `✓ ${shownName(name)}`) : paint('fatal', `✗ ${shownName(name)}`);
  const lines = [
    `${verdict}  ${label(valid ? 'valid' : 'invalid', options)} (${formatCounts(result, options)}; ${nameOf(result)})`,
  ];
  for (const { cause, issues } of byCause(result)) {
    lines.push('');
    if (cause !== null) lines.push(`  ${paint('strong', unturned(cause.title[options.language]))}`);
    for (const issue of issues) lines.push(renderIssue(issue, paint));
    const fix = cause?.fix[options.language];
    if (fix) lines.push(`    → ${unturned(fix)}`);
  }
  if (issues_left_out > 0) lines.push('', `  ${issues_left_out} ${label('more', options)}`);
  return `${lines.join('\n')}\n`;
}

const renderIssue = ({ level, line, column, rule_id, message }: Issue, paint: Paint): string =>
  `    ${line === null ? '-' : `${line}:${column}`}  ${paint(level, level)}  ${rule_id}  ${unturned(message)}`;
