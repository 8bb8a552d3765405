import { createHash } from 'node:crypto';
import type { Text } from '@e-invoice/validator/issues';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { own } from '../../../lib/own-property.ts';
import { guidePath } from '../guides/index.ts';
import { DRAFT_PATH, renderPage } from '../layout.ts';
import { STYLE } from '../style.data.ts';
import { VALIDATOR_STYLE } from '../validator/style.data.ts';
import { DRAFT_WORDS } from './draft-texts.data.ts';
import {
  CASH_FIELD,
  DRAFT_GROUPS,
  type DraftField,
  LINE_FIELDS,
  LISTS,
  PRICE_MODE_FIELD,
  TOTALS_FIELDS,
} from './fields.data.ts';
import { DRAFT_STYLE } from './style.data.ts';

type Language = keyof Text;

const PAGE_STYLE = `${VALIDATOR_STYLE}${DRAFT_STYLE}`;
const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Allows our scripts, which may not send anything. */
export const DRAFT_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; worker-src 'self'; connect-src 'none'; style-src ${hashOf(STYLE)} ${hashOf(PAGE_STYLE)}; form-action 'none'; require-trusted-types-for 'script'; trusted-types einvoice`,
  'Cache-Control': 'no-cache',
};

/** Form for a draft; its script creates the invoice in the browser. Pure. */
export function renderDraft(origin: string, language: Language): string {
  const { sk, en } = DRAFT_WORDS;
  return renderPage({
    language,
    path: DRAFT_PATH,
    title: { sk: sk.title, en: en.title },
    style: PAGE_STYLE,
    script: '/assets/draft.js',
    found: { origin, description: DRAFT_WORDS[language].description },
    body: formOf,
  });
}

function formOf(language: Language): Html {
  const words = DRAFT_WORDS[language];
  const grid = (fields: readonly DraftField[]): Html =>
    html`<div class="draft-fields">${fields.map((field) => fieldOf(field, language))}</div>`;
  const group = (name: keyof typeof DRAFT_GROUPS): Html => grid(DRAFT_GROUPS[name]);
  const fieldset = (name: 'document' | 'seller' | 'buyer'): Html =>
    html`<fieldset><legend>${words.groups[name]}</legend>${group(name)}</fieldset>`;
  return html`<p class="lead">${words.lead}</p><p class="soft">${words.private}</p>
<noscript><p>${words.noScript} <a href="/docs/previewInvoice/?lang=${language}">${words.reference}</a></p></noscript>
<p id="trouble" class="trouble" role="alert" hidden></p>
<form id="draft" class="ways" novalidate hidden>
${fieldset('document')}<div class="sides">${fieldset('seller')}${fieldset('buyer')}</div>
<fieldset id="lines"><legend>${words.groups.lines}</legend>${grid([PRICE_MODE_FIELD])}<div id="lines-list"></div><button type="button" class="button quiet" data-add="lines">${words.addLine}</button></fieldset>
<details><summary>${words.groups.books}</summary><p class="soft payer">${words.books} <a href="${guidePath({ name: 'prices-with-vat' })}?lang=${language}">${words.booksGuide}</a></p>${grid([CASH_FIELD])}<div class="payer"><div id="totals-list"></div><button type="button" class="button quiet" data-add="totals">${words.addTotals}</button></div></details>
<details><summary>${words.groups.more}</summary>${group('more')}</details>
<div class="deeds"><button class="button">${words.make}</button></div></form>
${Object.entries(LISTS).map(([name, values]) => html`<datalist id="list-${name}">${values.map((value) => html`<option value="${value}"></option>`)}</datalist>`)}
<template id="lines-template"><fieldset class="line" data-row="lines"><legend>${words.line} <span data-number></span></legend>${grid(LINE_FIELDS)}<button type="button" class="link" data-remove>${words.removeLine}</button></fieldset></template>
<template id="totals-template"><fieldset data-row="totals"><legend>${words.totals} <span data-number></span></legend>${grid(TOTALS_FIELDS)}<button type="button" class="link" data-remove>${words.removeTotals}</button></fieldset></template>
<div id="result" hidden></div>
<p id="announcement" class="hidden" role="status" aria-live="polite"></p>`;
}

/** A field with its label. The script sets the ids of repeated fields. */
function fieldOf(field: DraftField, language: Language): Html {
  const { path, kind, isAlways, isSigned, isOfPayer, maxLength, first, choices, list } = field;
  const { labels, hints, choices: named } = DRAFT_WORDS[language];
  const label = own(labels, path) ?? path;
  const id = idOf(path);
  const marks = html` id="${id}" data-path="${path}" data-kind="${kind}"${isAlways === true ? html` data-always` : NO_HTML}`;
  const most = maxLength === undefined ? NO_HTML : html` maxlength="${maxLength}"`;
  const proposed = list === undefined ? NO_HTML : html` list="list-${list}"`;
  const start = first === undefined ? NO_HTML : html` value="${first}"`;
  if (kind === 'yes')
    return html`<div class="whole-row"><label class="yes"><input type="checkbox"${marks} aria-describedby="${id}-hint"> ${label}</label><p class="soft" id="${id}-hint">${own<string>(hints, path) ?? ''} <a href="${guidePath({ name: 'not-registered-for-vat' })}?lang=${language}">${DRAFT_WORDS[language].nonPayerGuide}</a></p></div>`;
  const labelHtml = html`<label for="${id}">${label}</label>`;
  const placing = `${kind === 'long' || path === 'description' ? ' whole-row' : ''}${isOfPayer === true ? ' payer' : ''}`;
  if (kind === 'choice') {
    const wordsOf = own<Readonly<Record<string, string>>>(named, path) ?? {};
    const options = (choices ?? []).map(
      (value) => html`<option value="${value}">${own(wordsOf, value) ?? value}</option>`,
    );
    return html`<div class="of-${path}${placing}">${labelHtml}<select${marks}>${options}</select></div>`;
  }
  if (kind === 'long')
    return html`<div class="${placing.trim()}">${labelHtml}<textarea rows="3"${marks}${most}></textarea></div>`;
  const isNumber = (kind === 'decimal' || kind === 'amount') && isSigned !== true;
  const type = kind === 'date' ? html` type="date"` : isNumber ? html` inputmode="decimal"` : NO_HTML;
  return html`<div class="of-${id}${placing}">${labelHtml}<input${type}${marks}${most}${proposed}${start} autocomplete="off"></div>`;
}

const idOf = (path: string): string => path.replaceAll('/', '-');
