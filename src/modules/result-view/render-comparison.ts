import type { Comparison, FileResult, Issue } from '@e-invoice/validator/issues';
import { count, fill, formatDate, type Language } from '../../lib/format.ts';
import { type Html, html, NO_HTML } from '../../lib/html.ts';
import { renderIssue } from './cause.ts';
import { REPORT_WORDS } from './result-view-texts.data.ts';

/** Maximum number of findings shown per side; the counts are complete. */
const MAX_SHOWN = 40;

/**
 * Renders the result of the rules of another day for the same file: both verdicts in a sentence, then the findings of
 * only one of them.
 *
 * @param day `YYYY-MM-DD`, the day of the comparison
 */
export function renderComparison(
  { valid }: Pick<FileResult, 'valid'>,
  comparison: Comparison,
  day: string,
  language: Language,
): Html {
  const words = REPORT_WORDS[language].compared;
  const { ruleset, only_here, only_there, complete } = comparison;
  const headline = valid
    ? comparison.valid
      ? words.bothValid
      : words.onlyTodayValid
    : comparison.valid
      ? words.onlyThenValid
      : words.noneValid;
  const date = formatDate(day, language);
  const isSame = only_here.length + only_there.length === 0;
  return html`<p><b>${fill(headline, { date })}</b> ${isSame && complete ? words.same : ''}</p>
${listOf(only_there, fill(words.onlyThere, { date }), language)}
${listOf(only_here, words.onlyHere, language)}
${complete ? NO_HTML : html`<p class="soft">${words.incomplete}</p>`}
<p class="soft">${fill(words.applied, { date })} <b>${ruleset.id}</b> (${ruleset.packs.map(({ id, version }) => `${id} ${version}`).join(', ')}).</p>`;
}

function listOf(issues: readonly Issue[], title: string, language: Language): Html {
  if (issues.length === 0) return NO_HTML;
  const left = issues.length - MAX_SHOWN;
  return html`<h2>${title}: ${count(issues.length, REPORT_WORDS[language].compared.findings, language)}</h2><ul class="notes">${issues
    .slice(0, MAX_SHOWN)
    .map(
      (issue) => html`<li>${renderIssue(issue, language)}</li>`,
    )}</ul>${left > 0 ? html`<p class="soft">+ ${left}</p>` : NO_HTML}`;
}
