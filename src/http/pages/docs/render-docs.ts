import type { Text } from '@e-invoice/validator/issues';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { own } from '../../../lib/own-property.ts';
import { GUIDES_PATH } from '../guides/index.ts';
import { renderPage } from '../layout.ts';
import { type Contract, type Operation, operationsOf, type Parameter, type Schema } from './contract.ts';
import { writeCurl } from './curl.ts';
import { DOCS_WORDS } from './docs-texts.data.ts';
import { detailsOf, fieldsOf, reachedFrom, schemaAnchor, typeOf } from './schema.ts';
import { canBeTried, TRY_SCRIPT, tryForm } from './try.ts';
import { paragraphs, withCode } from './with-code.ts';

type Language = keyof Text;

export const DOCS_PATH = '/docs/';

/** Path of an operation's page. */
export const operationPath = ({ operationId }: Pick<Operation, 'operationId'>): string => `${DOCS_PATH}${operationId}/`;

/** Renders the overview of the reference, grouped by tag. Pure. */
export function renderDocs(contract: Contract, origin: string, language: Language): string {
  const words = DOCS_WORDS[language];
  const operations = operationsOf(contract);
  const row = (operation: Operation): Html =>
    html`<li><h3><a href="${operationPath(operation)}?lang=${language}" lang="en">${operation.summary}</a></h3><p><code translate="no">${operation.method} ${operation.path}</code>${isOpen(operation) ? html` <span class="mark">${words.open}</span>` : NO_HTML}</p></li>`;
  return renderPage({
    language,
    path: DOCS_PATH,
    title: words.title,
    found: { origin, description: words.lead },
    body: html`<p class="lead">${words.lead}</p>
<p>${words.machine}: <a href="/api/openapi.json"><code translate="no">/api/openapi.json</code></a></p>
<p><a href="${GUIDES_PATH}?lang=${language}">${words.guides}</a></p>
<h2>${words.keys}</h2><p>${words.keysText}</p><pre class="copy" tabindex="0"><code>curl -X POST ${origin}/api/sandbox-keys</code></pre>
<h2>${words.errors}</h2><p>${words.errorsText} <a href="/docs/problems/?lang=${language}">${words.all}</a>.</p>
${contract.tags.map(({ name, description }) => {
  const found = operations.filter(({ tags }) => tags.includes(name));
  return found.length === 0
    ? NO_HTML
    : html`${subjectOf(name, description, language)}<ol class="found">${found.map(row)}</ol>`;
})}`,
  });
}

/** The contract has only English descriptions; the Slovak ones are defined here. */
function subjectOf(name: string, description: string, language: Language): Html {
  const subject = own(DOCS_WORDS[language].subjects, name);
  return subject === undefined
    ? html`<h2 id="${name}" lang="en">${description.replace(/\.$/, '')}</h2>`
    : html`<h2 id="${name}">${subject}</h2>`;
}

/** True when the operation can be called without a key. */
const isOpen = ({ security }: Operation): boolean =>
  security.length === 0 || security.some((way) => Object.keys(way).length === 0);

type Shown = {
  /** True when the operation can be tried in a sandbox. */
  readonly isSandbox: boolean;
  readonly operation: Operation;
  readonly contract: Contract;
  readonly origin: string;
  /** Title of an error code in both languages. */
  readonly problemTitle: (code: string) => Text | null;
};

/** Renders the page of one operation: how to call it, its input and its responses. Pure. */
export function renderOperation(
  { operation, contract, origin, problemTitle, isSandbox }: Shown,
  language: Language,
): string {
  const words = DOCS_WORDS[language];
  const isTried = isSandbox && canBeTried(operation);
  const { parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).filter(([status]) => /^[23]/.test(status));
  const bodies = Object.entries(requestBody?.content ?? {});
  const contents = [...bodies, ...answers.flatMap(([, { content = {} }]) => Object.entries(content))];
  const used = contents.flatMap(([, { schema }]) => (schema === undefined ? [] : [schema]));
  const shapes = reachedFrom([...used, ...parameters.map(({ schema }) => schema)], contract.components.schemas);
  return renderPage({
    language,
    path: operationPath(operation),
    title: operation.summary,
    ...(isTried && { module: TRY_SCRIPT }),
    found: { origin, description: `${operation.method} ${operation.path} – ${words.operation}` },
    heading: html`<nav class="crumbs" aria-label="${words.crumbs}"><ol><li><a href="${DOCS_PATH}?lang=${language}">${words.title}</a></li></ol></nav>
<h1 lang="en">${operation.summary}</h1><p class="lead"><code translate="no">${operation.method} ${operation.path}</code></p>`,
    body: html`${paragraphs(operation.description)}
<h2>${words.call}</h2><pre class="copy" tabindex="0"><code>${writeCurl(operation, origin)}</code></pre>${isOpen(operation) ? NO_HTML : html`<p class="soft">${words.callNote}</p>`}
${isTried ? tryForm(operation, language) : NO_HTML}
${parameters.length === 0 ? NO_HTML : html`<h2>${words.parameters}</h2><dl>${parameters.map((parameter) => renderParameter(parameter, language))}</dl>`}
${bodies.length === 0 ? NO_HTML : html`<h2>${words.body}</h2>${requestBody?.description === undefined ? NO_HTML : paragraphs(requestBody.description)}${bodies.map(([type, { schema }]) => renderContent(type, schema, language))}`}
<h2>${words.answers}</h2>
${answers.map(
  ([status, { description, content = {}, headers = {} }]) =>
    html`<h3>${status}</h3><p lang="en">${withCode(description)}</p>${Object.entries(content).map(([type, { schema }]) => renderContent(type, schema, language))}${renderHeaders(headers)}`,
)}
${problemsOf(operation, problemTitle, language)}
${shapes.length === 0 ? NO_HTML : html`<h2>${words.shapes}</h2>${shapes.map((name) => renderShape(name, own(contract.components.schemas, name) ?? {}, language))}`}`,
  });
}

function renderParameter(
  { name, in: place, required = false, schema, description }: Parameter,
  language: Language,
): Html {
  const words = DOCS_WORDS[language];
  const described = schema.description === undefined && description !== undefined ? { ...schema, description } : schema;
  return html`<dt><code translate="no">${name}</code> <small>${words.places[place]}, ${typeOf(schema)}${required ? html`, <b>${words.required}</b>` : NO_HTML}</small></dt><dd>${detailsOf(described, words)}</dd>`;
}

function renderContent(type: string, schema: Schema | undefined, language: Language): Html {
  const described = schema === undefined ? NO_HTML : html`: ${typeOf(schema)}`;
  return html`<p><code translate="no">${type}</code>${described}</p>${schema === undefined ? NO_HTML : renderFields(schema, language)}`;
}

function renderFields(schema: Schema, language: Language): Html {
  const words = DOCS_WORDS[language];
  const fields = fieldsOf(schema);
  if (fields.length === 0)
    return schema.description === undefined ? NO_HTML : html`<p lang="en">${withCode(schema.description)}</p>`;
  return html`<dl>${fields.map(
    ({ name, schema: inner, isRequired }) =>
      html`<dt><code translate="no">${name}</code> <small>${typeOf(inner)}${isRequired ? html`, <b>${words.required}</b>` : NO_HTML}</small></dt><dd>${detailsOf(inner, words)}</dd>`,
  )}</dl>`;
}

const renderShape = (name: string, schema: Schema, language: Language): Html =>
  html`<h3 id="${schemaAnchor(name)}"><code translate="no">${name}</code></h3>${schema.properties === undefined ? html`<p>${typeOf(schema)} ${detailsOf(schema, DOCS_WORDS[language])}</p>` : NO_HTML}${renderFields(schema, language)}`;

const renderHeaders = (headers: Readonly<Record<string, { readonly description?: string }>>): Html =>
  html`${Object.entries(headers).map(([name, { description = '' }]) => html`<p><code translate="no">${name}</code> <span lang="en">${withCode(description)}</span></p>`)}`;

/** Problems of an operation: each line of the contract's description starts with the code. */
function problemsOf({ responses }: Operation, titleOf: Shown['problemTitle'], language: Language): Html {
  const words = DOCS_WORDS[language];
  const rows = Object.entries(responses).flatMap(([status, { description }]) =>
    [...description.matchAll(/^`(\w+)`: /gm)].flatMap(([, code = '']) => {
      const title = titleOf(code);
      return title === null ? [] : [{ status, code, title: title[language] }];
    }),
  );
  if (rows.length === 0) return NO_HTML;
  return html`<h2>${words.problems}</h2><ul>${rows.map(({ status, code, title }) => html`<li>${status} <a href="/docs/problems/${code}/?lang=${language}"><code translate="no">${code}</code></a> ${title}</li>`)}</ul>`;
}
