import { type Html, html, NO_HTML } from '../../src/lib/html.ts';
import { own } from '../../src/lib/own-property.ts';
import type { Preview } from '../../src/modules/drafts/index.ts';
import { count, fill, formatNumber, type Language } from '../../src/modules/result-view/index.ts';
import { DRAFT_PAGE_WORDS } from './draft-texts.data.ts';

type Check = Preview['readiness']['checklist'][number];
type Reconciliation = NonNullable<Preview['reconciliation']>;
type Change = Reconciliation['offers'][number]['changes'][number];

/** Worst first. */
const ORDER = ['problem', 'missing', 'recommended', 'ok'] as const;

/**
 * Renders the outcome of a draft: whether it can be issued, missing data, totals and actions.
 *
 * @param statesTotals whether the draft states totals of the books
 */
export function renderPreview(preview: Preview, language: Language, statesTotals: boolean): Html {
  const { readiness, totals } = preview;
  const words = DRAFT_PAGE_WORDS[language];
  const needed = readiness.checklist.filter(({ status }) => status === 'missing' || status === 'problem');
  // Rule violations usually appear in the list on their own, so the `rules` entry is not counted.
  const open = needed.filter(({ id }) => id !== 'rules').length;
  const heading = readiness.ready ? words.ready : count(Math.max(1, open), words.notReady, language);
  const reconciled = reconciliationOf(preview, language, statesTotals);
  const isFine = readiness.ready && !reconciled.isContrary;
  const tone = isFine ? 'go' : 'check';
  const sign = isFine ? '✓' : '!';
  const ordered = [...readiness.checklist].sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  const fine = ordered.filter(({ status }) => status === 'ok');
  const rest = ordered.filter(({ status }) => status !== 'ok');
  const list = (checks: readonly Check[]): Html =>
    html`<ul class="checks">${checks.map((check) => item(check, language))}</ul>`;
  return html`<section class="report" aria-labelledby="verdict"><div class="verdict ${tone}"><span class="sign" aria-hidden="true">${sign}</span><div><h2 id="verdict" tabindex="-1">${heading}</h2>${reconciled.isContrary ? html`<p>${words.contrary}</p>` : NO_HTML}</div></div>
<div class="deeds"><button type="button" class="button" data-get>${words.download}</button><button type="button" class="button quiet" data-check>${words.validate}</button></div>
${reconciled.shown}
${rest.length === 0 ? NO_HTML : html`<h2>${words.checklist}</h2>${list(rest)}`}
${fine.length === 0 ? NO_HTML : html`<details><summary>${words.fine.replace('{n}', String(fine.length))}</summary>${list(fine)}</details>`}
<h2>${words.totals}</h2>${sums(totals, language)}<div class="drawn"><div class="picture" tabindex="0" role="region" aria-label="${words.printed}"></div></div></section>`;
}

function item({ id, status, field, title, hint, rule_ids }: Check, language: Language): Html {
  const words = DRAFT_PAGE_WORDS[language];
  const rules = rule_ids.length === 0 ? NO_HTML : html`<p class="soft">${rule_ids.join(', ')}</p>`;
  const to =
    field === '' || status === 'ok'
      ? NO_HTML
      : html`<p><button type="button" class="link" data-field="${field}">${words.toField}</button></p>`;
  return html`<li class="${status}"><p><b>${title[language]}</b> – ${words.status[status]}</p>${hint === null ? NO_HTML : html`<p>${id === 'rules' ? words.rules : hint[language]}</p>`}${rules}${to}</li>`;
}

function sums(totals: Preview['totals'], language: Language): Html {
  const words = DRAFT_PAGE_WORDS[language];
  const amount = (value: string): string => `${formatNumber(value, language)} ${totals.currency}`;
  const rows = totals.vat_breakdown.map(
    ({ rate, category, taxable_amount, vat_amount, decision, sure }) =>
      html`<tr><th scope="row">${rate === null ? '–' : `${formatNumber(rate, language)} %`} <small>${category}</small></th><td>${amount(taxable_amount)}</td><td>${amount(vat_amount)}</td></tr><tr><td colspan="3"><small>${decision[language]}${sure ? '' : ` ${words.notSure}`}</small></td></tr>`,
  );
  const isZero = (value: string): boolean => /^-?0(\.0+)?$/.test(value);
  const extra = (name: string, value: string): Html =>
    isZero(value) ? NO_HTML : html`<tr><th scope="row" colspan="2">${name}</th><td>${amount(value)}</td></tr>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.totals}"><table class="sums"><thead><tr><th scope="col">${words.rate}</th><th scope="col">${words.base}</th><th scope="col">${words.vat}</th></tr></thead><tbody>${rows}<tr class="whole-sum"><th scope="row" colspan="2">${words.whole}</th><td>${amount(totals.with_vat)}</td></tr>${extra(words.paid, totals.paid)}${extra(words.rounding, totals.rounding)}<tr class="whole-sum"><th scope="row" colspan="2">${words.payable}</th><td>${amount(totals.payable)}</td></tr></tbody></table></div>`;
}

/** Changes that keep the totals of the books, or the numbers that contradict each other, with their amounts. */
function reconciliationOf(
  { reconciliation, totals: { currency } }: Preview,
  language: Language,
  statesTotals: boolean,
): { readonly shown: Html; readonly isContrary: boolean } {
  const words = DRAFT_PAGE_WORDS[language];
  const amount = (value: string | null): string =>
    value === null ? '–' : `${formatNumber(value, language)} ${currency}`;
  const name = ({ term, line, rate }: Pick<Change, 'term' | 'line' | 'rate'>): string => {
    const percent = rate === null ? '' : `${formatNumber(rate, language)} %`;
    return fill(own<string>(words.terms, term) ?? term, { line: line ?? '', rate: percent }).trim();
  };
  const table = (title: string, text: string, heads: readonly string[], rows: readonly Html[]): Html =>
    html`<h2>${title}</h2><p>${text}</p><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="sums" id="reconciled"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
  if (reconciliation === null) {
    // Totals that cannot be compared, such as two rows for one category, are not part of the invoice.
    return { shown: statesTotals ? html`<p>${words.notCompared}</p>` : NO_HTML, isContrary: statesTotals };
  }
  const { offers, contradiction } = reconciliation;
  if (contradiction !== null) {
    const rows = contradiction.map((number) => {
      const value = number.term === 'BT-129' ? formatNumber(number.value, language) : amount(number.value);
      return html`<tr><th scope="row">${name(number)}</th><td>${value}</td></tr>`;
    });
    return {
      shown: table(words.contradiction, words.contradictionText, [words.number, words.value], rows),
      isContrary: true,
    };
  }
  const changes = offers.find(({ kind }) => kind === 'lines' || kind === 'adjustment')?.changes ?? [];
  if (changes.length === 0)
    return { shown: statesTotals ? html`<p>${words.unchanged}</p>` : NO_HTML, isContrary: false };
  const rows = changes.map((change) => {
    const warning = change.is_contract_price ? html` <small>${words.contractPrice}</small>` : NO_HTML;
    return html`<tr><th scope="row">${name(change)}${warning}</th><td>${amount(change.from)}</td><td>${amount(change.to)}</td></tr>`;
  });
  return {
    shown: table(words.changes, words.changesText, [words.number, words.from, words.to], rows),
    isContrary: false,
  };
}
