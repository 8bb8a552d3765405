import { Html, html, NO_HTML } from '../../../lib/html.ts';
import type { TaxData } from './make-tax-data.ts';
import type { NamedValue } from './named-value.ts';
import { TAX_DATA_STYLE, TAX_DATA_WORDS, type Word } from './tax-data-texts.data.ts';

type TaxDataPage = Pick<TaxData, 'documentUuid' | 'scope' | 'missing'> & {
  readonly reported: readonly NamedValue[];
  readonly dropped: readonly NamedValue[];
};

type PageOptions = { readonly language: 'sk' | 'en'; readonly role: 'C2' | 'C3' };

/**
 * Page with reported and omitted values side by side: one self-contained file without scripts or external resources.
 */
export function taxDataPage(
  { documentUuid, scope, missing, reported, dropped }: TaxDataPage,
  { language, role }: PageOptions,
): string {
  const label = (word: Word): string => TAX_DATA_WORDS[word][language];
  const fact = (word: Word, value: string): Html => html`<dt>${label(word)}</dt><dd>${value}</dd>`;
  const list = (title: Word, values: readonly NamedValue[]): Html =>
    html`<section><h2>${label(title)} (${values.length})</h2>${
      values.length === 0
        ? html`<p>${label('nothing')}</p>`
        : html`<table><tbody>${values.map((value) => row(value, language))}</tbody></table>`
    }</section>`;
  const gaps = missing.length === 0 ? NO_HTML : html`<p class="gap">${label('missing')}: ${missing.join(', ')}</p>`;
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${label('title')}</title><style>${STYLE}</style></head><body><main><h1>${label('title')}</h1><p class="note">${label('preview')}</p>${gaps}<dl>${fact('document', documentUuid ?? label('unknown'))}${fact('reporter', label(role))}${fact('scope', label(scope))}</dl><div class="sides">${list('reported', reported)}${list('dropped', dropped)}</div></main></body></html>
`.text;
}

function row({ path, value, terms, name }: NamedValue, language: 'sk' | 'en'): Html {
  const label = name === null ? NO_HTML : html`${name[language]} <small>${terms.join(', ')}</small>`;
  return html`<tr><th scope="row">${label}<code>${path}</code></th><td><bdi>${value}</bdi></td></tr>`;
}

/** Trusted constant without markup. */
const STYLE = new Html(TAX_DATA_STYLE);
