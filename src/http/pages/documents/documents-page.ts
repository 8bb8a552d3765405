import { createHash } from 'node:crypto';
import type { Text } from '@e-invoice/validator/issues';
import { html, NO_HTML } from '../../../lib/html.ts';
import { renderPage } from '../layout.ts';
import { STYLE } from '../style.data.ts';
import { VALIDATOR_STYLE } from '../validator/style.data.ts';
import { SERVICE_WORDS } from './documents-texts.data.ts';

/** Behind it may stand the id of a document. */
export const DOCUMENTS_PATH = '/documents/';

const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Scripts of our own, which may call this service and nobody else. */
export const SERVICE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'; style-src ${hashOf(STYLE)} ${hashOf(VALIDATOR_STYLE)}; form-action 'none'; require-trusted-types-for 'script'; trusted-types einvoice`,
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Language',
};

/** The page on which whoever has a key works with the service; what it shows is fetched by its script. Pure. */
export function renderService(isSandbox: boolean, origin: string, language: keyof Text): string {
  const words = SERVICE_WORDS[language];
  return renderPage({
    language,
    path: DOCUMENTS_PATH,
    title: words.title,
    found: { origin, description: words.lead },
    style: VALIDATOR_STYLE,
    module: '/assets/documents.js',
    body: html`<p class="lead">${words.lead}</p>${isSandbox ? html`<p class="soft">${words.sandbox}</p>` : NO_HTML}
<noscript><p>${words.noScript} <a href="/docs/?lang=${language}">${words.reference}</a></p></noscript>
<p id="trouble" class="trouble" role="alert" tabindex="-1" hidden></p>
<section id="signed" data-sandbox="${isSandbox ? 'true' : 'false'}"></section>
<section id="given" hidden></section>
<div id="work" hidden></div>
<p id="said" class="hidden" role="status" aria-live="polite"></p>`,
  });
}
