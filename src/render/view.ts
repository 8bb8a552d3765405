import type { Invoice } from '@e-invoice/validator/invoice';
import type { Issue } from '@e-invoice/validator/issues';
import { type Html, html, NO_HTML } from '../lib/html.ts';
import { formatAmount, formatCountry, formatDate, formatNumber } from './format.ts';
import { type Label, type Language, labelOf } from './labels.data.ts';

/** What the sections of the page are made with: one invoice, one language, its findings. */
export type View = {
  readonly invoice: Invoice;
  readonly language: Language;
  readonly label: (label: Label) => string;
  /**
   * A printed value of a business term; nothing when it is absent. A finding about it stands right behind it.
   *
   * @param place of the line or other repeated element it belongs to, from 0
   */
  readonly show: (term: string, value: string | null | undefined, options?: { as?: Format; place?: number }) => Html;
  /** Findings that no printed value took, once everything is printed. */
  readonly unplaced: () => Finding[];
};

/** What a page prints of a finding. */
export type Finding = Pick<
  Issue,
  'level' | 'rule_id' | 'message' | 'message_en' | 'fix' | 'location' | 'business_terms'
>;

type Format = 'text' | 'date' | 'amount' | 'vat-amount' | 'number' | 'country';

/** Makes the view of an invoice; `issues` null: findings are not wanted. */
export function makeView(invoice: Invoice, language: Language, issues: readonly Finding[] | null): View {
  const waiting = new Set(issues ?? []);
  const byValue = new Map<string, Finding[]>();
  for (const issue of waiting) {
    const place = placeOf(issue.location);
    for (const term of issue.business_terms) {
      const key = `${term} ${place}`;
      const known = byValue.get(key);
      if (known === undefined) byValue.set(key, [issue]);
      else known.push(issue);
    }
  }
  const take = (term: string, place: number | undefined): Finding[] => {
    const key = `${term} ${place}`;
    const taken = byValue.get(key)?.filter((issue) => waiting.delete(issue)) ?? [];
    // The first value of a term and line takes them all: the next one need not look at them again.
    byValue.delete(key);
    return taken;
  };
  return {
    invoice,
    language,
    label: (label) => labelOf(label, language),
    show: (term, value, { as = 'text', place } = {}) => {
      if (value === null || value === undefined || value === '') return NO_HTML;
      const text = format(value, as, invoice, language);
      const found = issues === null ? [] : take(term, place);
      if (found.length === 0) return html`<bdi data-bt="${term}">${text}</bdi>`;
      return html`<bdi data-bt="${term}" class="marked">${text}</bdi>${found.map((issue) => mark(issue, language))}`;
    },
    unplaced: () => [...waiting],
  };
}

/** Which line a location is in, from 0; undefined outside the lines. A single line has no number in its path. */
function placeOf(location: string): number | undefined {
  const line = /\/cac:(?:Invoice|CreditNote)Line(?:\[(\d+)\])?/.exec(location);
  return line === null ? undefined : Number(line[1] ?? 1) - 1;
}

function format(value: string, as: Format, invoice: Invoice, language: Language): string {
  switch (as) {
    case 'date':
      return formatDate(value, language);
    case 'amount':
      return formatAmount(value, invoice.currency, language);
    case 'vat-amount':
      return formatAmount(value, invoice.vatCurrency, language);
    case 'number':
      return formatNumber(value, language);
    case 'country':
      return formatCountry(value, language);
    default:
      return value;
  }
}

/** One finding, beside what it is about. */
export function mark({ level, rule_id, message, message_en, fix }: Finding, language: Language): Html {
  const text = language === 'sk' ? message : message_en;
  return html`<span class="issue ${level}" role="note"><b>${rule_id}</b> ${text} <i>${fix[language]}</i></span>`;
}

/** A name and its value; nothing when the value is. */
export function row(name: string, value: Html): Html {
  return value.text === '' ? NO_HTML : html`<div class="row"><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** The parts that are not empty, one after the other. */
export function joined(parts: readonly Html[], separator: string): Html {
  const said = parts.filter(({ text }) => text !== '');
  return html`${said.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`;
}
