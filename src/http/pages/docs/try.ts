import { createHash } from 'node:crypto';
import type { Text } from '@e-invoice/validator/issues';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { STYLE } from '../style.data.ts';
import type { Operation, Parameter } from './contract.ts';
import { DOCS_WORDS } from './docs-texts.data.ts';

/** Script that sends a request from the form. */
export const TRY_SCRIPT = '/assets/try.js';

/** Headers of pages with such a form: allow our script, which may connect only to this service. */
export const TRY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'none'; require-trusted-types-for 'script'; trusted-types einvoice`,
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Language',
};

/** Media types whose body is text that a person can type. */
const WRITTEN = /^(application\/(json|merge-patch\+json|xml|x-ndjson)|text\/xml)$/;

const textOf = (example: unknown): string =>
  example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example, null, 2);

/** True when the operation can be tried on its page: it has no body, or one that can be typed. */
export const canBeTried = ({ requestBody }: Operation): boolean =>
  requestBody === undefined || Object.keys(requestBody.content).some((type) => WRITTEN.test(type));

/** Form for a request; its script enables and displays it. */
export function tryForm(operation: Operation, language: keyof Text): Html {
  const words = DOCS_WORDS[language].try;
  const { method, path, parameters = [], requestBody, responses } = operation;
  const [body] = Object.entries(requestBody?.content ?? {}).filter(([type]) => WRITTEN.test(type));
  const accepts = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    /^2/.test(status) ? Object.keys(content) : [],
  );
  // An event stream does not end, so it is not offered.
  const accept = [...new Set(accepts)].filter((type) => type !== 'text/event-stream');
  const area =
    body === undefined
      ? NO_HTML
      : html`<label for="try-body">${words.body} <small>${body[0]}</small></label><textarea id="try-body" rows="10" spellcheck="false" data-type="${body[0]}">${textOf(body[1].example)}</textarea>`;
  const choice =
    accept.length < 2
      ? NO_HTML
      : html`<label for="try-accept">Accept</label><select id="try-accept">${accept.map((type) => html`<option value="${type}">${type}</option>`)}</select>`;
  return html`<section id="try" hidden><h2>${words.title}</h2><p class="soft">${words.note}</p>
<form class="fields" data-method="${method}" data-path="${path}">${parameters.map(fieldOf)}${choice}${area}<button>${words.send}</button></form>
<p id="try-status" role="status" class="soft"></p><div id="try-answer"></div></section>`;
}

function fieldOf({ in: place, name, required = false, schema }: Parameter): Html {
  const id = `try-${place}-${name}`;
  const start = required && schema.example !== undefined ? String(schema.example) : '';
  return html`<label for="${id}"><code translate="no">${name}</code></label><input id="${id}" data-in="${place}" data-name="${name}" value="${start}" autocomplete="off" spellcheck="false"${required ? html` required` : NO_HTML}>`;
}
