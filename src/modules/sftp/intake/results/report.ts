import { type FileResult, type Issue, type Language, LEVELS, type Text } from '@e-invoice/validator/issues';
import { formatDate, formatNumber } from '../../../../lib/format.ts';
import { type Html, html, NO_HTML } from '../../../../lib/html.ts';
import { escapeMarkdown, toCode } from '../../../../lib/plain-text.ts';
import { LABELS, LEVEL_NAMES } from './intake-result-texts.data.ts';

/** Maximum number of findings listed; `result.json` has all. */
const MAX_FINDINGS = 200;

type Finding = Pick<Issue, 'rule_id' | 'message' | 'line' | 'location' | 'level'> & { readonly fix: string };

/** Content of a human-readable report in one language, before it is formatted as Markdown or HTML. */
type Report = {
  readonly name: string;
  readonly language: Language;
  readonly title: string;
  readonly verdict: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly causes: readonly { readonly title: string; readonly explanation: string; readonly fix: string }[];
  readonly findings: readonly Finding[];
  readonly leftOut: number;
};

const isGiven = (fact: readonly [Text, string | null]): fact is readonly [Text, string] => fact[1] !== null;

export function toReport(name: string, result: FileResult, language: Language): Report {
  const inLanguageOf = (text: Text): string => text[language];
  const { summary, ruleset, issues } = result;
  const amount =
    summary.payable_amount && `${formatNumber(summary.payable_amount, language)} ${summary.currency ?? ''}`.trim();
  const facts: readonly (readonly [Text, string | null])[] = [
    [LABELS.file, name],
    [LABELS.number, summary.invoice_id],
    [LABELS.issued, summary.issue_date && formatDate(summary.issue_date, language)],
    [LABELS.seller, summary.seller_name],
    [LABELS.buyer, summary.buyer_name],
    [LABELS.due, amount],
    [LABELS.digest, result.sha256],
    [LABELS.rules, `${ruleset.id}@${ruleset.version}`],
    [
      LABELS.skipped,
      ruleset.skipped.map(({ layer, reason }) => `${layer}: ${inLanguageOf(reason)}`).join('; ') || null,
    ],
    [LABELS.counts, LEVELS.map((level) => `${inLanguageOf(LEVEL_NAMES[level])} ${countOf(result, level)}`).join(', ')],
  ];
  return {
    name,
    language,
    title: inLanguageOf(LABELS.title),
    verdict: inLanguageOf(result.valid ? LABELS.valid : LABELS.invalid),
    facts: facts.filter(isGiven).map(([label, value]) => [inLanguageOf(label), value] as const),
    causes: result.root_causes.map(({ title, explanation, fix }) => ({
      title: inLanguageOf(title),
      explanation: inLanguageOf(explanation),
      fix: inLanguageOf(fix.program),
    })),
    findings: issues.slice(0, MAX_FINDINGS).map(({ rule_id, message, message_en, line, location, level, fix }) => ({
      rule_id,
      line,
      location,
      level,
      fix: inLanguageOf(fix.program),
      message: language === 'sk' ? message : message_en,
    })),
    leftOut: Math.max(0, issues.length - MAX_FINDINGS) + (result.issues_left_out ?? 0),
  };
}

const countOf = (result: FileResult, level: (typeof LEVELS)[number]): number =>
  ({ fatal: result.fatal_count, warning: result.warning_count, info: result.info_count })[level];

/** Formats the report as Markdown. Text from the invoice is escaped so that it stays inert. */
export function writeMarkdownReport({ language, title, verdict, facts, causes, findings, leftOut }: Report): string {
  const inLanguageOf = (text: Text): string => text[language];
  return `${[
    `# ${title}`,
    `**${verdict}**`,
    [
      `| ${inLanguageOf(LABELS.field)} | ${inLanguageOf(LABELS.value)} |`,
      '| --- | --- |',
      ...facts.map(([label, value]) => `| ${label} | ${escapeMarkdown(value)} |`),
    ].join('\n'),
    ...(causes.length > 0 ? [`## ${inLanguageOf(LABELS.causes)}`] : []),
    ...causes.map(
      (cause, index) =>
        `${index + 1}. **${escapeMarkdown(cause.title)}**\\\n   ${escapeMarkdown(cause.explanation)}\\\n` +
        `   ${inLanguageOf(LABELS.fix)}: ${escapeMarkdown(cause.fix)}`,
    ),
    ...(findings.length > 0 ? [`## ${inLanguageOf(LABELS.findings)}`] : []),
    ...findings.map(
      ({ rule_id, message, line, location, level, fix }) =>
        `- **${escapeMarkdown(rule_id)}** (${inLanguageOf(LEVEL_NAMES[level])}): ${escapeMarkdown(message)}\\\n` +
        `  ${line === null ? '' : `${inLanguageOf(LABELS.line)} ${line}, `}${toCode(location)}` +
        `${fix === '' ? '' : `\\\n  ${inLanguageOf(LABELS.fix)}: ${escapeMarkdown(fix)}`}`,
    ),
    ...(leftOut > 0 ? [`… ${inLanguageOf(LABELS.more)}: ${leftOut}`] : []),
  ].join('\n\n')}\n`;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}' +
  'th,td{border:1px solid #999;padding:.25rem .5rem;text-align:left;overflow-wrap:anywhere}code{overflow-wrap:anywhere}li{margin:.75rem 0}';

/** Formats the report as one HTML file without scripts and external resources. */
export function writeHtmlReport({ name, language, title, verdict, facts, causes, findings, leftOut }: Report): string {
  const inLanguageOf = (text: Text): string => text[language];
  const listed = (label: Text, items: readonly Html[]): Html =>
    items.length === 0 ? NO_HTML : html`<h2>${inLanguageOf(label)}</h2><ul>${items}</ul>`;
  return `<!doctype html>\n${
    html`<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}: ${name}</title><style>${STYLE}</style></head><body><h1>${title}</h1><p><strong>${verdict}</strong></p>
<table>${facts.map(([label, value]) => html`<tr><th>${label}</th><td>${value}</td></tr>`)}</table>
${listed(
  LABELS.causes,
  causes.map(
    (cause) =>
      html`<li><strong>${cause.title}</strong><br>${cause.explanation}<br>${inLanguageOf(LABELS.fix)}: ${cause.fix}</li>`,
  ),
)}${listed(
  LABELS.findings,
  findings.map(
    ({ rule_id, message, line, location, level, fix }) =>
      html`<li><strong>${rule_id}</strong> (${inLanguageOf(LEVEL_NAMES[level])}): ${message}<br>${
        line === null ? '' : `${inLanguageOf(LABELS.line)} ${line}, `
      }<code>${location}</code>${fix === '' ? NO_HTML : html`<br>${inLanguageOf(LABELS.fix)}: ${fix}`}</li>`,
  ),
)}${leftOut > 0 ? html`<p>… ${inLanguageOf(LABELS.more)}: ${leftOut}</p>` : NO_HTML}
</body></html>`.text
  }\n`;
}
