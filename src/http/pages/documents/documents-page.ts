import { createHash } from 'node:crypto';
import type { Text } from '@e-invoice/validator/issues';
import { messagesOf } from '../../../../locales/index.ts';
import { html, NO_HTML } from '../../../lib/html.ts';
import { renderPage } from '../layout.ts';
import { STYLE } from '../style.data.ts';
import { VALIDATOR_STYLE } from '../validator/style.data.ts';

/** The id of a document may follow. */
export const DOCUMENTS_PATH = '/documents/';

const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Allows our scripts, which may connect only to this service. */
export const SERVICE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'; style-src ${hashOf(STYLE)} ${hashOf(VALIDATOR_STYLE)}; form-action 'none'; require-trusted-types-for 'script'; trusted-types einvoice`,
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Language',
};

/** Page for working with the service using a key; its script fetches the data. Pure. */
export function renderService(isSandbox: boolean, origin: string, language: keyof Text): string {
  const words = messagesOf('page.documents', language);
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
<p id="announcement" class="hidden" role="status" aria-live="polite"></p>`,
  });
}
