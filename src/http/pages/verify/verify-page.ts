import { createHash } from 'node:crypto';
import type { Text } from '@e-invoice/validator/issues';
import { messagesOf } from '../../../../locales/index.ts';
import { type Html, html } from '../../../lib/html.ts';
import { renderPage, VERIFY_PATH } from '../layout.ts';
import { STYLE } from '../style.data.ts';
import { VALIDATOR_STYLE } from '../validator/style.data.ts';

type Language = keyof Text;

const VERIFY_STYLE = `${VALIDATOR_STYLE}
#result .verdict h2 { margin: 0; font-size: 1.3rem; line-height: 1.3; } #result .verdict h2:focus { outline: none; }
#result h3 { font-size: 1.1rem; margin: 1.5rem 0 0.5rem; }
.stop h2 { color: var(--bad); } .check h2 { color: var(--warn); } .go h2 { color: var(--good); }
.proofs { list-style: none; padding: 0; } .proofs li { padding: 0.5rem 1rem; margin: 0.5rem 0; border: 1px solid var(--line);
  border-left: 0.35rem solid var(--line); border-radius: 0.4rem; overflow-wrap: anywhere; }
.proofs li.held { border-left-color: var(--good); } .proofs li.failed { border-left-color: var(--bad); }
`;

const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Allows our scripts, which may not send anything. */
export const VERIFY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; worker-src 'self'; connect-src 'none'; style-src ${hashOf(STYLE)} ${hashOf(VERIFY_STYLE)}; form-action 'none'; require-trusted-types-for 'script'; trusted-types einvoice`,
  'Cache-Control': 'no-cache',
};

/** URL of the service, and its public keys in the format of `keys.json`; null when unavailable. */
type VerifyShown = { readonly origin: string; readonly keys: string | null };

/** Page that verifies evidence in the browser. The keys are embedded, so that the page needs no further requests. */
export function renderVerify({ origin, keys }: VerifyShown, language: Language): string {
  const sk = messagesOf('page.verify', 'sk');
  const en = messagesOf('page.verify', 'en');
  return renderPage({
    language,
    path: VERIFY_PATH,
    title: { sk: sk.title, en: en.title },
    style: VERIFY_STYLE,
    script: '/assets/verify.js',
    found: { origin, description: messagesOf('page.verify', language).description },
    heading: html``,
    body: (inLanguage) => bodyOf(origin, keys, inLanguage),
  });
}

function bodyOf(origin: string, keys: string | null, language: Language): Html {
  const words = messagesOf('page.verify', language);
  const command = `node verify.mjs evidence.zip --invoice ${language === 'sk' ? 'faktura' : 'invoice'}.xml --keys jwks.json`;
  return html`<p id="trouble" class="trouble" role="alert" hidden></p>
<section class="ask"><h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>
<div class="drop ways" hidden><input class="file" type="file" id="file" multiple accept=".zip,.json,.xml,application/zip,application/json,text/xml" aria-describedby="kinds"><label for="file" class="button">${words.choose}</label> <span class="or">${words.drop}</span>
<p class="soft" id="kinds">${words.kinds}</p></div>
<noscript><p>${words.noScript} <code translate="no">${command}</code></p></noscript>
<div class="private"><p><b>${words.private}.</b> ${words.privateWhy}</p></div></section>
<div id="result" data-keys="${keys ?? ''}" hidden></div>
<section class="about"><div><h2>${words.other}</h2><p>${words.otherText}</p>
<pre tabindex="0" role="region" aria-label="verify.mjs" translate="no"><code>${command}</code></pre></div>
<div><h2>${words.keys}</h2><p><a href="/.well-known/jwks.json"><code>${origin}/.well-known/jwks.json</code></a></p></div></section>
<p id="announcement" class="hidden" role="status" aria-live="polite"></p>`;
}
