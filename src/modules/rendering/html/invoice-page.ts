import type { Invoice, ReadInvoice } from '@e-invoice/validator/invoice';
import { Html, html, NO_HTML } from '../../../lib/html.ts';
import { shorten } from '../../../lib/plain-text.ts';
import type { AttachedFile, NotOpened } from '../attached-file.ts';
import type { Label } from '../labels.data.ts';
import type { View } from '../view.ts';
import { attachments, findings, leftovers, notes, stray, technical } from './extras.ts';
import { lines } from './lines.ts';
import { buyer, otherParties, seller } from './parties.ts';
import { payment } from './payment.ts';
import { dates, references } from './references.ts';
import { STYLE } from './style.data.ts';
import { allowancesAndCharges, totals, vatBreakdown } from './totals.ts';

/** Invoice types with a title of their own (UNTDID 1001). */
const TITLES: ReadonlyMap<string, Label> = new Map(
  Object.entries({
    '384': 'correctedInvoice',
    '386': 'prepaymentInvoice',
    '389': 'selfBilled',
  }),
);

type Titled = Pick<View, 'label'> & { readonly invoice: Pick<Invoice, 'kind' | 'typeCode' | 'number'> };

export function titleOf({ invoice, label }: Titled): string {
  return `${label(TITLES.get(invoice.typeCode ?? '') ?? invoice.kind)} ${invoice.number ?? ''}`.trim();
}

/** Keyed by the index of the supporting document. */
type AttachedFiles = ReadonlyMap<number, AttachedFile | NotOpened>;

function sheetOf(view: View, { syntax, leftovers: left }: ReadInvoice, files: AttachedFiles): Html {
  const { invoice, label, show, isValidated } = view;
  const title = label(TITLES.get(invoice.typeCode ?? '') ?? invoice.kind);
  const due = label(invoice.kind === 'invoice' ? 'amountDue' : 'amountCredited');
  return html`${syntax === 'cii' && !isValidated ? html`<p class="banner">${label('previewOnly')}</p>` : NO_HTML}<header><h1><small>${title}</small>${show('BT-1', invoice.number)}</h1><div class="sum"><small>${due}</small><b>${show('BT-115', invoice.totals?.due, { as: 'amount' })}</b></div></header><div class="parties">${seller(view)}${buyer(view)}</div>${otherParties(view)}<div class="strip">${dates(view)}${references(view)}</div>${lines(view)}${allowancesAndCharges(view)}<div class="sums"><div>${vatBreakdown(view)}</div><div>${totals(view)}</div></div>${payment(view)}${notes(view)}${attachments(view, files)}${leftovers(view, left)}${technical(view)}`;
}

/** Renders the whole page as one file: no scripts, no external resources. */
export function page(view: View, read: ReadInvoice, files: AttachedFiles): Html {
  const { language, label } = view;
  const body = html`<main>${findings(view)}${sheetOf(view, read, files)}</main>`;
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${titleOf(view)}</title><style>${STYLE_TEXT}${pageFeet(titleOf(view), label('page'))}</style></head><body>${body}</body></html>
`;
}

/**
 * Renders the invoice for embedding into another page, which lists the findings by number. Attachments cannot be
 * downloaded there.
 */
export function embedded(view: View, read: ReadInvoice): Html {
  const body = sheetOf(view, read, new Map());
  // Rendering the values assigns the findings, so `stray` must be called last.
  return html`<div class="sheet" lang="${view.language}">${stray(view)}<div>${body}</div></div>`;
}

/** Footer of every printed page: document and page number. */
function pageFeet(document: string, page: string): Html {
  const foot = 'font: 7.6pt "Open Sans", sans-serif; color: #5c6b7a; vertical-align: top; padding-top: 3mm;';
  const of = shorten(document, MAX_IN_FOOT);
  return new Html(`
@page {
  @bottom-left { ${foot} white-space: nowrap; content: ${toCssString(of)}; }
  @bottom-right { ${foot} white-space: nowrap; content: ${toCssString(page)} " " counter(page) " / " counter(pages); }
}`);
}

const MAX_IN_FOOT = 80;

/**
 * Returns the text as a CSS string. Everything except ASCII letters and digits is escaped by code point (CSS Syntax
 * 3, 4.3.7).
 */
const toCssString = (text: string): string =>
  `"${text.replaceAll(/[^A-Za-z0-9]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`;

/** The only text that is not escaped; it is constant and contains no markup. */
const STYLE_TEXT = new Html(STYLE);
