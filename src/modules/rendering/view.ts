import type { Invoice, ReadInvoice } from '@e-invoice/validator/invoice';
import { type Html, html, NO_HTML } from '../../lib/html.ts';
import { amountCurrencies } from './amount-currencies.ts';
import { type Note, numberFindings, type PrintedCause, type PrintedIssue } from './findings.ts';
import { formatAmount, formatCountry, formatDate, formatNumber } from './format.ts';
import { type Label, type Language, labelOf } from './labels.data.ts';

/** Rendering context of the page sections: the invoice, the language and the findings. */
export type View = {
  readonly read: ReadInvoice;
  readonly invoice: Invoice;
  readonly language: Language;
  readonly label: (label: Label) => string;
  /** Renders the value of a business term, followed by the marks of its findings; empty if the value is missing. */
  readonly show: (term: string, value: string | null | undefined, options?: { as?: Format; place?: RowRef }) => Html;
  /** Marks of findings about a row that no value of the row has shown. Call it after rendering the values. */
  readonly rest: (place: RowRef) => Html;
  /** Marks of findings that no value has shown. Call it after rendering everything. */
  readonly unplaced: () => Html;
  /** Numbered findings; null: not requested. */
  readonly notes: readonly Note[] | null;
  /** Whether the findings are those of the rules of the document. */
  readonly isValidated: boolean;
};

/** Row of a repeated element, from 0: a line, or a row of the VAT breakdown. */
export type RowRef = `line ${number}` | `rate ${number}`;

type Format = 'text' | 'date' | 'amount' | 'vat-amount' | 'number' | 'country';

/** Creates the view of an invoice; `issues` null: no findings. */
export function makeView(
  read: ReadInvoice,
  language: Language,
  issues: readonly PrintedIssue[] | null,
  causes: readonly PrintedCause[] = [],
): View {
  const { invoice, leftovers } = read;
  const currencies = amountCurrencies(leftovers, invoice.currency);
  const waiting = new Set(issues ?? []);
  const numbered = issues === null ? null : numberFindings(issues, causes);
  const byValue = new Map<string, PrintedIssue[]>();
  const byPlace = new Map<RowRef, PrintedIssue[]>();
  for (const issue of waiting) {
    const place = placeOf(issue.location);
    if (place !== undefined) listOf(byPlace, place).push(issue);
    for (const term of issue.business_terms) {
      listOf(byValue, `${term} ${place}`).push(issue);
    }
  }
  const taken = (key: string): PrintedIssue[] => {
    const found = byValue.get(key)?.filter((issue) => waiting.delete(issue)) ?? [];
    // The first value of a term and row receives all marks, so later values need not search again.
    byValue.delete(key);
    return found;
  };
  const notesOf = (term: string, place: RowRef | undefined): Note[] => {
    if (numbered === null) return [];
    // Findings about a term without a row are shown at the first row of the VAT breakdown.
    const found = [
      ...taken(`${term} ${place}`),
      ...(place?.startsWith('rate') === true ? taken(`${term} ${undefined}`) : []),
    ];
    return [...new Set(found.map(numbered.noteOf))];
  };
  const marksOf = (found: readonly PrintedIssue[]): Html =>
    numbered === null
      ? NO_HTML
      : html`${[...new Set(found.map(numbered.noteOf))].sort((a, b) => a.number - b.number).map((note) => mark(note, language))}`;
  return {
    read,
    invoice,
    language,
    rest: (place) =>
      marksOf(byPlace.get(place)?.filter((issue) => issue.business_terms.length > 0 && waiting.delete(issue)) ?? []),
    unplaced: () => marksOf([...waiting].filter(({ business_terms }) => business_terms.length > 0)),
    label: (label) => labelOf(label, language),
    show: (term, value, { as = 'text', place } = {}) => {
      if (value === null || value === undefined || value === '') return NO_HTML;
      const currency = currencies.get(place === undefined ? term : `${term} ${place}`) ?? invoice.currency;
      const text = format(value, as, { currency, vatCurrency: invoice.vatCurrency }, language);
      const found = notesOf(term, place);
      if (found.length === 0) return html`<bdi data-bt="${term}">${text}</bdi>`;
      return html`<bdi data-bt="${term}" class="marked">${text}</bdi>${found.map((note) => mark(note, language))}`;
    },
    notes: numbered?.list ?? null,
    isValidated: issues?.every(({ rule_id }) => rule_id !== 'CII-UNSUPPORTED') === true,
  };
}

function listOf<K>(lists: Map<K, PrintedIssue[]>, key: K): PrintedIssue[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: PrintedIssue[] = [];
  lists.set(key, list);
  return list;
}

const PLACES = [
  ['line', /\/(?:cac:(?:Invoice|CreditNote)Line|ram:IncludedSupplyChainTradeLineItem)(?:\[(\d+)\])?(?:\/|$)/],
  ['rate', /\/(?:cac:TaxSubtotal|ram:ApplicableTradeTax)(?:\[(\d+)\])?(?:\/|$)/],
] as const;

/** Returns the line or VAT row of a location, otherwise undefined. The path of a single element has no index. */
function placeOf(location: string): RowRef | undefined {
  for (const [kind, pattern] of PLACES) {
    const found = pattern.exec(location);
    if (found !== null) return `${kind} ${Number(found[1] ?? 1) - 1}`;
  }
  return undefined;
}

type Currencies = Pick<Invoice, 'currency' | 'vatCurrency'>;

function format(value: string, as: Format, invoice: Currencies, language: Language): string {
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

/** The number of a note, linked to the list of notes. */
const mark = ({ number, level }: Note, language: Language): Html =>
  html`<a class="mark ${level}" href="#cause-${number}" data-cause="${number}" aria-label="${labelOf('note', language)} ${number}">${number}</a>`;

export function row(name: string, value: Html): Html {
  return value.text === '' ? NO_HTML : html`<div class="row"><dt>${name}</dt><dd>${value}</dd></div>`;
}

export function joined(parts: readonly Html[], separator: string): Html {
  const filled = parts.filter(({ text }) => text !== '');
  return html`${filled.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`;
}
