import type { FileResult } from '../../index.ts';
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

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}
h2{border-top:1px solid #ccc;padding-top:1rem;overflow-wrap:anywhere}code{overflow-wrap:anywhere}
.fatal{color:#a80000}.warning{color:#7a4b00}.info{color:#004a77}.valid{color:#0b6b2e}li{margin:.3rem 0}
@media print{body{margin:0;max-width:none}}`;

/** A self-contained printable page without scripts and external resources. */
export const toHtml: WriteReport = (outcomes, options) => {
  const { valid, total } = countOutcomes(outcomes);
  const title = `${label('title', options)}: ${valid}/${total} ${label('valid', options)}`;
  const files = outcomes.map((outcome) =>
    'result' in outcome
      ? renderFile(outcome.name, outcome.result, options)
      : `<section><h2>${escapeHtml(shownName(outcome.name))}</h2><p class="${'fault' in outcome ? 'fatal' : 'info'}">${escapeHtml(unvalidated(outcome, options))}</p></section>`,
  );
  return `<!doctype html>
<html lang="${options.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>
${files.join('\n')}
</main></body></html>
`;
};

function renderFile(name: string, result: FileResult, options: ReportOptions): string {
  const { language } = options;
  const { valid } = result;
  const verdict = `<p class="${valid ? 'valid' : 'fatal'}">${label(valid ? 'valid' : 'invalid', options)} · ${formatCounts(result, options)} · ${escapeHtml(nameOf(result))}</p>`;
  const causes = byCause(result).map(({ cause, issues }) => {
    const head =
      cause === null
        ? ''
        : `<h3>${escapeHtml(cause.title[language])}</h3><p>${escapeHtml(cause.explanation[language])}</p>`;
    const items = issues.map(
      ({ level, line, rule_id, message, location }) =>
        `<li><strong class="${level}">${level}</strong> <code>${escapeHtml(rule_id)}</code> ${escapeHtml(message)}<br><small>${line === null ? '' : `${label('line', options)} ${line}, `}<code>${escapeHtml(location)}</code></small></li>`,
    );
    const fix =
      cause === null ? '' : `<p><strong>${label('fix', options)}:</strong> ${escapeHtml(cause.fix[language])}</p>`;
    return `${head}<ul>${items.join('')}</ul>${fix}`;
  });
  const left = result.issues_left_out ? `<p>${result.issues_left_out} ${label('more', options)}</p>` : '';
  return `<section><h2>${escapeHtml(shownName(name))}</h2>${verdict}${causes.join('\n')}${left}</section>`;
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

const escapeHtml = (text: string): string => unturned(text).replaceAll(/[&<>"]/g, (sign) => SIGNS.get(sign)!);
