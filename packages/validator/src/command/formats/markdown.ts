import type { FileResult } from '../../index.ts';
import { countCauses } from '../../issues/index.ts';
import {
  byCause,
  countOutcomes,
  label,
  nameOf,
  type ReportOptions,
  shownName,
  unturned,
  unvalidated,
  type WriteReport,
} from './write-report.ts';

/** For job summaries and tickets: a table of files, then a section for each file with findings. */
export const toMarkdown: WriteReport = (outcomes, options) => {
  const { valid, total } = countOutcomes(outcomes);
  const head = ['file', 'result', 'fatal', 'warning', 'rules'] as const;
  const rows = outcomes.map((outcome) =>
    !('result' in outcome)
      ? [
          escapeMarkdown(shownName(outcome.name)),
          `${'fault' in outcome ? `${label('unreadable', options)}: ` : ''}${escapeMarkdown(unvalidated(outcome, options))}`,
          '',
          '',
          '',
        ]
      : [
          escapeMarkdown(shownName(outcome.name)),
          `${outcome.result.valid ? '✅' : '❌'} ${label(outcome.result.valid ? 'valid' : 'invalid', options)}`,
          String(countCauses(outcome.result).errors),
          String(countCauses(outcome.result).warnings),
          escapeMarkdown(nameOf(outcome.result)),
        ],
  );
  const table = [head.map((word) => label(word, options)), head.map(() => '---'), ...rows];
  const sections = outcomes.flatMap((outcome) =>
    !('result' in outcome) || outcome.result.issues.length === 0
      ? []
      : [renderFile(outcome.name, outcome.result, options)],
  );
  const title = `# ${label('title', options)}: ${valid}/${total} ${label('valid', options)}`;
  return `${[title, table.map((row) => `| ${row.join(' | ')} |`).join('\n'), ...sections].join('\n\n')}\n`;
};

function renderFile(name: string, result: FileResult, options: ReportOptions): string {
  const { language } = options;
  const parts = [`## ${escapeMarkdown(shownName(name))}`];
  for (const { cause, issues } of byCause(result)) {
    if (cause !== null)
      parts.push(`### ${escapeMarkdown(cause.title[language])}`, escapeMarkdown(cause.explanation[language]));
    const lines = issues.map(
      ({ level, line, rule_id, message }) =>
        `- **${level}** \`${rule_id}\`${line === null ? '' : ` (${label('line', options)} ${line})`}: ${escapeMarkdown(message)}`,
    );
    parts.push(lines.join('\n'));
    if (cause !== null) parts.push(`**${label('fix', options)}:** ${escapeMarkdown(cause.fix[language])}`);
  }
  if (result.issues_left_out) parts.push(`${result.issues_left_out} ${label('more', options)}`);
  return parts.join('\n\n');
}

/** Escapes document content, so that it cannot inject links, images or tags. */
const escapeMarkdown = (text: string): string =>
  unturned(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]<>()#+!|~&]/g, (sign) => `\\${sign}`);
