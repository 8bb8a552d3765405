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

/** Kinds of invoice that people call by another name (UNTDID 1001). */
const TITLES: ReadonlyMap<string, Label> = new Map(
  Object.entries({
    '384': 'correctedInvoice',
    '386': 'prepaymentInvoice',
    '389': 'selfBilled',
  }),
);

type Titled = Pick<View, 'label'> & { readonly invoice: Pick<Invoice, 'kind' | 'typeCode' | 'number'> };

/** What the document is called. */
export function titleOf({ invoice, label }: Titled): string {
  return `${label(TITLES.get(invoice.typeCode ?? '') ?? invoice.kind)} ${invoice.number ?? ''}`.trim();
}

/** By the place of their supporting document. */
type AttachedFiles = ReadonlyMap<number, AttachedFile | NotOpened>;

/** What is printed of an invoice, without the page around it. */
function sheetOf(view: View, { syntax, leftovers: left }: ReadInvoice, files: AttachedFiles): Html {
  const { invoice, label, show } = view;
  const title = label(TITLES.get(invoice.typeCode ?? '') ?? invoice.kind);
  const due = label(invoice.kind === 'invoice' ? 'amountDue' : 'amountCredited');
  return html`${syntax === 'cii' ? html`<p class="banner">${label('previewOnly')}</p>` : NO_HTML}<header><h1><small>${title}</small>${show('BT-1', invoice.number)}</h1><div class="sum"><small>${due}</small><b>${show('BT-115', invoice.totals?.due, { as: 'amount' })}</b></div></header><div class="parties">${seller(view)}${buyer(view)}</div>${otherParties(view)}<div class="strip">${dates(view)}${references(view)}</div>${lines(view)}${allowancesAndCharges(view)}<div class="sums"><div>${vatBreakdown(view)}</div><div>${totals(view)}</div></div>${payment(view)}${notes(view)}${attachments(view, files)}${leftovers(view, left)}${technical(view)}`;
}

/** The whole page: one file, no script, nothing from outside. */
export function page(view: View, read: ReadInvoice, files: AttachedFiles): Html {
  const { language, label } = view;
  const body = html`<main>${findings(view)}${sheetOf(view, read, files)}</main>`;
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${titleOf(view)}</title><style>${STYLE_TEXT}${pageFeet(titleOf(view), label('page'))}</style></head><body>${body}</body></html>
`;
}

/** The same to stand in another page, which tells what the numbers are; files are not given here. */
export function embedded(view: View, read: ReadInvoice): Html {
  const body = sheetOf(view, read, new Map());
  // Findings are placed while the values are printed: who is left over is known only now.
  return html`<div class="sheet" lang="${view.language}">${stray(view)}<div>${body}</div></div>`;
}

/** The foot of every printed page: what document it is of, and which page. */
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

/** A CSS string of the text: whatever is no plain letter or digit is escaped by its code point (CSS Syntax 3, 4.3.7). */
const toCssString = (text: string): string =>
  `"${text.replaceAll(/[^A-Za-z0-9]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`;

/** Ours, and free of markup: the one text that is not escaped. */
const STYLE_TEXT = new Html(STYLE);
