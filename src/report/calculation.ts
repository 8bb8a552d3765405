import type { Calculation, CalculationTerm } from '@e-invoice/validator/issues';
import { type Html, html, NO_HTML } from '../lib/html.ts';
import { count, type Language, sayNumber } from './say.ts';
import { REPORT_WORDS } from './words.data.ts';

const SIGNS: Readonly<Record<CalculationTerm['operation'], string>> = {
  add: '+',
  subtract: '−',
  multiply: '×',
  divide: '÷',
};

/** A sum as a person would check it on paper: its numbers, what comes of them, what the invoice says, the difference. */
export function renderCalculation(calculation: Calculation, language: Language): Html {
  const words = REPORT_WORDS[language];
  const { terms, terms_left_out: left = 0, result, stated, difference } = calculation;
  const number = (text: string): string => sayNumber(text, language);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.sum}"><table class="sum"><caption>${words.sum}</caption><tbody>${terms.map(
    ({ label, business_term, amount, operation }, index) =>
      html`<tr><td class="sign">${index === 0 && operation === 'add' ? '' : SIGNS[operation]}</td><th scope="row">${label[language]}${term(business_term)}</th><td class="amount">${number(amount)}</td></tr>`,
  )}${left > 0 ? html`<tr><td></td><th scope="row">${count(left, words.more, language)}</th><td></td></tr>` : NO_HTML}</tbody><tfoot><tr><td class="sign">=</td><th scope="row">${words.computed}</th><td class="amount">${number(result)}</td></tr>${
    stated === null
      ? NO_HTML
      : html`<tr class="wrong"><td></td><th scope="row">${words.stated}</th><td class="amount">${number(stated)}</td></tr>`
  }${
    difference === null
      ? NO_HTML
      : html`<tr><td></td><th scope="row">${words.difference}</th><td class="amount">${number(difference)}</td></tr>`
  }</tfoot></table></div>`;
}

const term = (id: string | null): Html => (id === null ? NO_HTML : html` <small>${id}</small>`);
