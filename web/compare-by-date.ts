import type { Comparison } from '@e-invoice/validator/issues';
import { type Html, html, NO_HTML } from '../src/lib/html.ts';
import { fill, formatDate, renderComparison } from '../src/modules/result-view/index.ts';
import { part, show } from './dom.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session, type ValidationOutcome } from './session.ts';

/** Form for a comparison date, prefilled with the issue date of the invoice. */
export function dayForm({ result }: ValidationOutcome): Html {
  const words = PAGE_WORDS[session.language];
  const { issue_date } = result.summary;
  const day = issue_date !== null && DAY.test(issue_date) ? issue_date : '';
  return html`<details class="compare"><summary>${words.compare}</summary><form id="compare"><label for="day">${words.day}</label> <input type="date" id="day" value="${day}" required> <button class="button quiet">${words.compareNow}</button></form><div id="compared" role="status"></div></details>`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Compares the result with the rules in force on a day; null if there is no rule set for that day. */
type Compare = (outcome: ValidationOutcome, day: string) => Promise<Comparison | null>;

/** Handles the form: shows how the result under the rules of the chosen day differs from the current result. */
export function answerDayForm(outcome: ValidationOutcome, compare: Compare): void {
  part<HTMLFormElement>('compare').addEventListener('submit', (event) => {
    event.preventDefault();
    const day = part<HTMLInputElement>('day').value;
    if (DAY.test(day)) void showComparison(outcome, day, compare);
  });
}

async function showComparison(outcome: ValidationOutcome, day: string, compare: Compare): Promise<void> {
  const { language } = session;
  const words = PAGE_WORDS[language];
  const place = part('compared');
  const showText = (text: string): void => show(place, html`<p>${text}</p>`);
  try {
    const comparison = await compare(outcome, day);
    // Another file or language may have been shown during the comparison.
    if (!place.isConnected) return;
    if (comparison === null) showText(fill(words.noRules, { date: formatDate(day, language) }));
    else {
      const isAhead = day > new Date().toISOString().slice(0, 10);
      const compared = renderComparison(outcome.result, comparison, day, language);
      show(place, html`${compared}${isAhead ? html`<p class="soft">${words.ahead}</p>` : NO_HTML}`);
    }
  } catch (error) {
    showText(fill(words.failed, { reason: error instanceof Error ? error.message : String(error) }));
  }
}
