import type { Calculation, CalculationTerm } from '@e-invoice/validator/issues';
import { count, formatNumber, type Language } from '../../lib/format.ts';
import { type Html, html, NO_HTML } from '../../lib/html.ts';
import { REPORT_WORDS } from './result-view-texts.data.ts';

const SIGNS: Readonly<Record<CalculationTerm['operation'], string>> = {
  add: '+',
  subtract: '−',
  multiply: '×',
  divide: '÷',
};

const CENTS = 2;

/**
 * Formats a number with the decimals of the stated amount: 246 next to 264.00 becomes 246.00. Other text is
 * unchanged.
 */
function likeAmount(decimal: string, stated: string | null): string {
  if (stated === null || !/\.\d\d$/.test(stated.trim())) return decimal;
  const [, whole, fraction = ''] = /^([-+]?\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  return whole === undefined ? decimal : `${whole}.${fraction.padEnd(CENTS, '0')}`;
}

/**
 * Renders a calculation for checking by hand: operands, computed result, stated value, difference.
 *
 * @param cause its number, since regions of a report need unique names
 */
export function renderCalculation(calculation: Calculation, cause: number, language: Language): Html {
  const words = REPORT_WORDS[language];
  const { terms, terms_left_out: left = 0, result, stated, difference } = calculation;
  const number = (text: string): string => formatNumber(text, language);
  const like = (text: string): string => number(likeAmount(text, stated));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.sum} ${cause}"><table class="sum"><caption>${words.sum}</caption><tbody>${terms.map(
    ({ label, business_term, amount, operation }, index) =>
      html`<tr><td class="sign">${index === 0 && operation === 'add' ? '' : SIGNS[operation]}</td><th scope="row">${label[language]}${term(business_term)}</th><td class="amount">${number(amount)}</td></tr>`,
  )}${left > 0 ? html`<tr><td></td><th scope="row">${count(left, words.more, language)}</th><td></td></tr>` : NO_HTML}</tbody><tfoot><tr><td class="sign">=</td><th scope="row">${words.computed}</th><td class="amount">${like(result)}</td></tr>${
    stated === null
      ? NO_HTML
      : html`<tr class="wrong"><td></td><th scope="row">${words.stated}</th><td class="amount">${number(stated)}</td></tr>`
  }${
    difference === null
      ? NO_HTML
      : html`<tr><td></td><th scope="row">${words.difference}</th><td class="amount">${like(difference)}</td></tr>`
  }</tfoot></table></div>`;
}

const term = (id: string | null): Html => (id === null ? NO_HTML : html` <small>${id}</small>`);
