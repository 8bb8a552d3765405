import { createHash } from 'node:crypto';
import type { FileResult, Text } from '@e-invoice/validator/issues';
import { type Html, html } from '../../../lib/html.ts';
import { describeVerdict, renderReport } from '../../../modules/result-view/index.ts';
import { FRONT_PATH, renderPage } from '../layout.ts';
import { STYLE } from '../style.data.ts';
import { VALIDATOR_STYLE } from './style.data.ts';
import { VALIDATOR_WORDS } from './validator-texts.data.ts';

type Language = keyof Text;

/** Path of the browser code. */
export const ASSETS_PATH = '/assets/';
const PAGE_SCRIPT = `${ASSETS_PATH}page.js`;
/** Starts the worker of the page, which loads the rules. */
const START_SCRIPT = `${ASSETS_PATH}start.js`;

const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
const STYLES = `${hashOf(STYLE)} ${hashOf(VALIDATOR_STYLE)}`;
const FIXED = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Allows our scripts but no requests: `connect-src` enforces the promise that files stay in the browser. */
export const FRONT_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `${FIXED}; script-src 'self'; worker-src 'self'; connect-src 'none'; img-src 'self' data:; style-src ${STYLES}; form-action 'self'; require-trusted-types-for 'script'; trusted-types einvoice einvoice-start`,
  'Cache-Control': 'no-cache',
};

/** For a report created for one visitor: no scripts, no caching. */
export const REPORT_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `${FIXED}; img-src 'self'; style-src ${STYLES}; form-action 'none'`,
  'Cache-Control': 'private, no-store',
};

/**
 * Renders the front page, a validator in the browser.
 *
 * @param origin URL of the service as the client sees it
 */
export function renderFront(origin: string, language: Language): string {
  const { sk, en } = VALIDATOR_WORDS;
  return renderPage({
    language,
    path: FRONT_PATH,
    title: { sk: sk.title, en: en.title },
    style: VALIDATOR_STYLE,
    start: START_SCRIPT,
    script: PAGE_SCRIPT,
    found: { origin, description: VALIDATOR_WORDS[language].description },
    heading: html``,
    body: (inLanguage) => frontOf(origin, inLanguage),
  });
}

function frontOf(origin: string, language: Language): Html {
  const words = VALIDATOR_WORDS[language];
  return html`<p id="trouble" class="trouble" hidden></p>
<section id="progress" class="progress" hidden></section>
<div id="result" hidden></div>
<section class="ask"><h1 id="heading">${words.heading}</h1>
<p class="lead">${words.lead}</p>
<form id="check" method="post" enctype="multipart/form-data" action="/api/validate-file?format=html&amp;lang=${language}&amp;cii=validate">
<div class="drop"><input class="file" type="file" id="file" name="file" accept=".xml,.pdf,.zip,text/xml,application/xml,application/pdf,application/zip" aria-describedby="kinds"><label for="file" class="button">${words.choose}</label> <span class="or">${words.drop}</span>
<p class="soft" id="kinds">${words.kinds}</p><noscript><p class="soft">${words.kindsOnServer}</p><p><button class="button">${words.send}</button></p></noscript></div>
<div class="ways" hidden><p><span>${words.samples}</span> <button type="button" class="link" data-sample="wrong">${words.wrongSample}</button> · <button type="button" class="link" data-sample="right">${words.rightSample}</button></p>
<details id="paste"><summary>${words.paste}</summary><label for="text">${words.pasted}</label><textarea id="text" rows="8" spellcheck="false" autocomplete="off" aria-describedby="text-fault"></textarea><p class="fault" id="text-fault" hidden>${words.nothingPasted}</p><button type="button" class="button" id="judge">${words.checkPasted}</button></details></div>
</form>
<div class="private" hidden><p><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M7 10V7a5 5 0 0 1 10 0v3h1a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zm2 0h6V7a3 3 0 0 0-6 0z"></path></svg> <b>${words.private}.</b> ${words.privateWhy}</p><details><summary>${words.check}</summary><ul>${words.checks.map((text) => html`<li>${text}</li>`)}</ul></details></div></section>
<section class="about"><div><h2>${words.checksHeading}</h2><p>${words.validatedText} <a href="/api/rulesets">${words.rulesets}</a></p></div>
<div><h2>${words.programs}</h2><p>${words.programsText}</p>
<pre tabindex="0" role="region" aria-label="curl /api/validate-file" translate="no"><code>curl -H 'Content-Type: application/xml' --data-binary @invoice.xml ${origin}/api/validate-file</code></pre>
<p>${words.confidential}</p>
<pre tabindex="0" role="region" aria-label="curl /api/sandbox-keys" translate="no"><code>curl -X POST ${origin}/api/sandbox-keys</code></pre>
<p>${words.more} <a href="/api/openapi.json"><code>/api/openapi.json</code></a>.</p></div></section>
<p id="announcement" class="hidden" role="status" aria-live="polite"></p>`;
}

/** Renders the report of one file for browsers without JavaScript. */
export function renderResult(result: FileResult, language: Language): string {
  return renderPage({
    language,
    path: FRONT_PATH,
    title: describeVerdict(result, language).headline,
    style: VALIDATOR_STYLE,
    heading: html``,
    found: { origin: '', description: '', listed: false },
    body: () =>
      html`${renderReport(result, language)}<p class="screen"><a class="button" href="${FRONT_PATH[language]}">${VALIDATOR_WORDS[language].another}</a></p>`,
  });
}
