import type { Text } from '@e-invoice/validator/issues';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { ADDRESSED_HEADERS, PRICING_PATH, REQUEST_PATH, renderPage } from '../layout.ts';
import { REQUEST_WORDS } from './request-texts.data.ts';

type Language = keyof Text;

/** Private to one visitor, so not cached. */
export const REQUEST_HEADERS: Readonly<Record<string, string>> = { ...ADDRESSED_HEADERS, 'Cache-Control': 'no-store' };

export const REQUEST_FIELDS = ['company', 'ico', 'vat', 'contact', 'email', 'purpose'] as const;

export type RequestField = (typeof REQUEST_FIELDS)[number];

type Values<T> = ReadonlyMap<RequestField, T>;

type FormShown = {
  readonly origin: string;
  readonly isSandbox: boolean;
  /** Values that were submitted. */
  readonly values: Values<string>;
  /** Errors by field. */
  readonly faults: Values<Text>;
  /** Reason why the whole request was rejected. */
  readonly trouble: Text | null;
};

/** Request form for a production key; in the sandbox, a note that no key is needed. Pure. */
export function renderRequest({ origin, isSandbox, values, faults, trouble }: FormShown, language: Language): string {
  const words = REQUEST_WORDS[language];
  const isFaulty = faults.size > 0;
  const message = trouble?.[language] ?? (isFaulty ? words.faulty : null);
  const form = html`<p class="lead">${words.lead}</p><p>${words.plans} <a href="${PRICING_PATH[language]}">${words.pricing}</a>.</p>
${message === null ? NO_HTML : html`<p class="fault" role="alert"><b>${message}</b></p>`}
<form class="fields" method="post" action="${REQUEST_PATH[language]}">${REQUEST_FIELDS.map((field) => renderField(field, values.get(field) ?? '', faults.get(field), language))}
<p class="soft">${words.privacy}</p><button>${words.send}</button></form>`;
  const sandbox = html`<p class="lead">${words.sandbox}</p><pre class="copy" tabindex="0" role="region" aria-label="curl"><code>curl -X POST ${origin}/api/sandbox-keys</code></pre><p>${words.sandboxMore} ${words.plans} <a href="${PRICING_PATH[language]}">${words.pricing}</a>.</p>`;
  return renderPage({
    language,
    path: REQUEST_PATH,
    title: words.title,
    found: { origin, description: words.description },
    body: isSandbox ? sandbox : form,
  });
}

const ATTRIBUTES: Readonly<Record<RequestField, Html>> = {
  company: html`autocomplete="organization" maxlength="200" required`,
  ico: html`inputmode="numeric" maxlength="20"`,
  vat: html`maxlength="30"`,
  contact: html`autocomplete="name" maxlength="100" required`,
  email: html`type="email" autocomplete="email" maxlength="254" required`,
  purpose: html`maxlength="2000" rows="5" required`,
};

function renderField(field: RequestField, value: string, fault: Text | undefined, language: Language): Html {
  const { labels, hints } = REQUEST_WORDS[language];
  const hint = hints[field];
  const described = [hint === '' ? '' : `${field}-hint`, fault === undefined ? '' : `${field}-fault`].filter(Boolean);
  const about = described.length === 0 ? NO_HTML : html` aria-describedby="${described.join(' ')}"`;
  const state = html`${about}${fault === undefined ? NO_HTML : html` aria-invalid="true"`}`;
  const input =
    field === 'purpose'
      ? html`<textarea id="${field}" name="${field}" ${ATTRIBUTES[field]}${state}>${value}</textarea>`
      : html`<input id="${field}" name="${field}" ${ATTRIBUTES[field]}${state} value="${value}">`;
  return html`<label for="${field}">${labels[field]}</label>${hint === '' ? NO_HTML : html`<small id="${field}-hint">${hint}</small>`}${input}${fault === undefined ? NO_HTML : html`<p class="fault" id="${field}-fault">${fault[language]}</p>`}`;
}

/** Status of a request. Pure. */
export function renderRequested(
  request: {
    readonly id: string;
    readonly status: 'received' | 'verifying' | 'approved' | 'refused';
    readonly vat_status: 'none' | 'valid' | 'invalid' | 'unknown';
  },
  language: Language,
): string {
  const words = REQUEST_WORDS[language];
  return renderPage({
    language,
    path: { sk: `${REQUEST_PATH.sk}${request.id}`, en: `${REQUEST_PATH.en}${request.id}` },
    title: words.received,
    found: { origin: '', description: '', listed: false },
    body: html`<dl><dt>${words.number}</dt><dd><code translate="no">${request.id}</code></dd><dt>${words.state}</dt><dd>${words.states[request.status]}</dd><dt>${words.register}</dt><dd>${words.vat[request.vat_status]}</dd></dl><p>${words.next}</p>`,
  });
}

/**
 * Target page of an emailed link: a button creates the key, so that mail scanners that open the link do not. Pure.
 */
export function renderKeyLink(path: Text, language: Language): string {
  const words = REQUEST_WORDS[language];
  return renderPage({
    language,
    path,
    title: words.link,
    found: { origin: '', description: '', listed: false },
    body: html`<p class="lead">${words.linkText}</p><form class="fields" method="post" action="${path[language]}"><button>${words.show}</button></form>`,
  });
}

/** Displays the key, once. Pure. */
export function renderKey(key: string, origin: string, language: Language): string {
  const words = REQUEST_WORDS[language];
  const copy = (label: string, text: string): Html =>
    html`<pre class="copy whole" tabindex="0" role="region" aria-label="${label}" translate="no"><code>${text}</code></pre>`;
  return renderPage({
    language,
    path: REQUEST_PATH,
    title: words.key,
    found: { origin: '', description: '', listed: false },
    body: html`<p class="lead">${words.keyText}</p>${copy(words.key, key)}<p>${words.keyRole}</p><h2>${words.try}</h2>${copy('curl', `curl -H 'X-API-Key: ${key}' ${origin}/api/usage`)}`,
  });
}

type Refused = {
  readonly title: Text;
  readonly detail: Text;
  readonly remedy: Text;
  /** Errors of single fields. */
  readonly faults?: readonly Text[];
};

/** Reason why a link or a request is rejected. Pure. */
export function renderRefused({ title, detail, remedy, faults = [] }: Refused, path: Text, language: Language): string {
  return renderPage({
    language,
    path,
    title: { sk: title.sk, en: title.en },
    found: { origin: '', description: '', listed: false },
    body: html`<p class="lead">${detail[language]}</p>${faults.map((fault) => html`<p>${fault[language]}</p>`)}<p>${remedy[language]}</p>`,
  });
}
