import type { Invoice, ReadInvoice } from '@e-invoice/validator/invoice';
import { type Html, html, NO_HTML } from '../../lib/html.ts';
import { amountCurrencies } from './amount-currencies.ts';
import { type Note, numberFindings, type PrintedCause, type PrintedIssue } from './findings.ts';
import { formatAmount, formatCountry, formatDate, formatNumber } from './format.ts';
import { type Label, type Language, labelOf } from './labels.data.ts';

/** What the sections of the page are made with: one invoice, one language, its findings. */
export type View = {
  readonly read: ReadInvoice;
  readonly invoice: Invoice;
  readonly language: Language;
  readonly label: (label: Label) => string;
  /**
   * A printed value of a business term; nothing when it is absent. The numbers of what is found about it stand right
   * behind it.
   */
  readonly show: (term: string, value: string | null | undefined, options?: { as?: Format; place?: RowRef }) => Html;
  /** The numbers of what is found at a place and none of its values took, once they are printed. */
  readonly rest: (place: RowRef) => Html;
  /** The numbers that nothing printed took, once everything is printed. */
  readonly unplaced: () => Html;
  /** What is found, numbered; null: nobody asked. */
  readonly notes: readonly Note[] | null;
};

/** Where among repeated elements a value belongs, from 0: a line, or a row of the VAT breakdown. */
export type RowRef = `line ${number}` | `rate ${number}`;

type Format = 'text' | 'date' | 'amount' | 'vat-amount' | 'number' | 'country';

/** Makes the view of an invoice; `issues` null: findings are not wanted. */
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
    // The first value of a term and place takes them all: the next one need not look at them again.
    byValue.delete(key);
    return found;
  };
  const notesOf = (term: string, place: RowRef | undefined): Note[] => {
    if (numbered === null) return [];
    // What is said of the whole invoice stands at the first row of its breakdown.
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
  };
}

/** The list of a key, made with its first item. */
function listOf<K>(lists: Map<K, PrintedIssue[]>, key: K): PrintedIssue[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: PrintedIssue[] = [];
  lists.set(key, list);
  return list;
}

const PLACES = [
  ['line', /\/cac:(?:Invoice|CreditNote)Line(?:\[(\d+)\])?(?:\/|$)/],
  ['rate', /\/cac:TaxSubtotal(?:\[(\d+)\])?(?:\/|$)/],
] as const;

/** Which line or row of the breakdown a location is in; undefined elsewhere. A single one has no number in its path. */
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

/** The number of a note, beside what it is about. */
const mark = ({ number, level }: Note, language: Language): Html =>
  html`<a class="mark ${level}" href="#cause-${number}" data-cause="${number}" aria-label="${labelOf('note', language)} ${number}">${number}</a>`;

/** A name and its value; nothing when the value is. */
export function row(name: string, value: Html): Html {
  return value.text === '' ? NO_HTML : html`<div class="row"><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** The parts that are not empty, one after the other. */
export function joined(parts: readonly Html[], separator: string): Html {
  const said = parts.filter(({ text }) => text !== '');
  return html`${said.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`;
}
