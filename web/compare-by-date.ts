import type { Comparison } from '@e-invoice/validator/issues';
import { type Html, html, NO_HTML } from '../src/lib/html.ts';
import { fill, formatDate, renderComparison } from '../src/modules/result-view/index.ts';
import { part, show } from './dom.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session, type ValidationOutcome } from './session.ts';

/** A form that asks for a day; the day of the invoice is what most people want to know of. */
export function dayForm({ result }: ValidationOutcome): Html {
  const words = PAGE_WORDS[session.language];
  const { issue_date } = result.summary;
  const day = issue_date !== null && DAY.test(issue_date) ? issue_date : '';
  return html`<details class="compare"><summary>${words.compare}</summary><form id="compare"><label for="day">${words.day}</label> <input type="date" id="day" value="${day}" required> <button class="button quiet">${words.compareNow}</button></form><div id="compared" role="status"></div></details>`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Asks by which rules the file would have been judged on a day: null where there are none of that day. */
type Compare = (judged: ValidationOutcome, day: string) => Promise<Comparison | null>;

/** Answers the form: what the rules of the day say otherwise, beside what those of today say. */
export function answerDayForm(judged: ValidationOutcome, compare: Compare): void {
  part<HTMLFormElement>('compare').addEventListener('submit', (event) => {
    event.preventDefault();
    const day = part<HTMLInputElement>('day').value;
    if (DAY.test(day)) void tell(judged, day, compare);
  });
}

async function tell(judged: ValidationOutcome, day: string, compare: Compare): Promise<void> {
  const { language } = session;
  const words = PAGE_WORDS[language];
  const place = part('compared');
  const say = (text: string): void => show(place, html`<p>${text}</p>`);
  try {
    const comparison = await compare(judged, day);
    // Meanwhile another file, or another language, may be shown.
    if (!place.isConnected) return;
    if (comparison === null) say(fill(words.noRules, { date: formatDate(day, language) }));
    else {
      const isAhead = day > new Date().toISOString().slice(0, 10);
      const compared = renderComparison(judged.result, comparison, day, language);
      show(place, html`${compared}${isAhead ? html`<p class="soft">${words.ahead}</p>` : NO_HTML}`);
    }
  } catch (error) {
    say(fill(words.failed, { reason: error instanceof Error ? error.message : String(error) }));
  }
}
