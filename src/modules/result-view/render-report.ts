import type { FileResult } from '@e-invoice/validator/issues';
import { fill, formatDate, formatNumber, type Language } from '../../lib/format.ts';
import { type Html, html, NO_HTML } from '../../lib/html.ts';
import { toLine } from '../../lib/sanitize-inline.ts';
import { renderCause, renderIssue } from './cause.ts';
import { REPORT_WORDS } from './result-view-texts.data.ts';
import { describeVerdict, numberCauses, SIGNS, splitCauses } from './verdict.ts';

/** Maximum number of causes and notes shown; the counts are complete. */
const MAX_CAUSES = 100;
const MAX_NOTES = 50;

/** Renders the result of a file: verdict, mistakes with remedies, facts. Pure function. */
export function renderReport(result: FileResult, language: Language): Html {
  const words = REPORT_WORDS[language];
  const { tone, headline, rules } = describeVerdict(result, language);
  const { mistakes, checks } = splitCauses(result);
  const notes = result.issues.filter(({ level }) => level === 'info').slice(0, MAX_NOTES);
  const ordered = numberCauses(result).slice(0, MAX_CAUSES);
  const list = (title: string, causes: readonly (typeof mistakes)[number][]): Html =>
    causes.length === 0
      ? NO_HTML
      : html`<h2>${title}</h2><ol class="causes">${causes.map((cause) => renderCause(result, cause, ordered.indexOf(cause) + 1, language))}</ol>`;
  return html`<article class="report" aria-label="${words.report}"><header class="verdict ${tone}"><span class="sign" aria-hidden="true">${SIGNS[tone]}</span><div><h1 id="verdict" tabindex="-1">${headline}</h1>${facts(result, rules, language)}</div></header>
${leftOut(result, language)}
${list(
  words.mistakes,
  ordered.filter((cause) => mistakes.includes(cause)),
)}
${list(
  words.checks,
  ordered.filter((cause) => checks.includes(cause)),
)}
${notes.length === 0 ? NO_HTML : html`<h2>${words.notes}</h2><ul class="notes">${notes.map((issue) => html`<li>${renderIssue(issue, language)}</li>`)}</ul>`}
${tone === 'go' && notes.length === 0 ? html`<p>${words.clean}</p>` : NO_HTML}
${basis(result, language)}</article>`;
}

/** Renders the key data of the document. */
function facts({ summary, filename }: FileResult, rules: string, language: Language): Html {
  const { of } = REPORT_WORDS[language];
  const due =
    summary.payable_amount === null
      ? null
      : `${formatNumber(summary.payable_amount, language)} ${summary.currency ?? ''}`;
  const rows: [string, string | null][] = [
    [of.number, summary.invoice_id],
    [of.seller, summary.seller_name],
    [of.buyer, summary.buyer_name],
    [of.issued, summary.issue_date === null ? null : formatDate(summary.issue_date, language)],
    [of.due, due],
    [of.file, filename === null ? null : toLine(filename)],
  ];
  const filled = rows.filter((row): row is [string, string] => row[1] !== null && row[1] !== '');
  return html`${rules === '' ? NO_HTML : html`<p>${rules}</p>`}<dl>${filled.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function leftOut({ issues, issues_left_out: left = 0 }: FileResult, language: Language): Html {
  if (left === 0) return NO_HTML;
  const values = { shown: issues.length, all: issues.length + left };
  return html`<p class="soft">${fill(REPORT_WORDS[language].leftOut, values)}</p>`;
}

/** Renders the basis of the validation: rule packs with releases, skipped layers, hash of the file. */
function basis({ ruleset, sha256, duration_ms }: FileResult, language: Language): Html {
  const words = REPORT_WORDS[language];
  const note = ruleset.coverage === 'base' ? words.partly : ruleset.coverage === 'asked' ? words.onlyRequested : null;
  const packs = ruleset.packs.map(({ id, version }) => `${id} ${version}`).join(', ');
  const took = fill(words.made, { ms: formatNumber(Math.max(1, Math.round(duration_ms)).toString(), language) });
  return html`<footer class="basis"><p>${words.applied} <b>${ruleset.id}</b>${packs === '' ? '' : ` (${packs})`}. ${took}${note === null ? '' : ` ${note}`}</p>${ruleset.skipped.map(({ layer, reason }) => html`<p>${words.skipped}: ${layer}. ${reason[language]}</p>`)}<p>${words.fingerprint}: <code>${sha256}</code></p></footer>`;
}
