import {
  type Catalog,
  type CatalogEntry,
  FREQUENT,
  searchRules,
  suggestRemediation,
  TOPICS,
} from '@e-invoice/validator/catalog';
import { LAYERS, type Layer, LEVELS, type Level, type Text } from '@e-invoice/validator/issues';
import { messagesOf } from '../../../../locales/index.ts';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { own } from '../../../lib/own-property.ts';
import { LAYER_NAMES } from '../../../modules/result-view/index.ts';
import { RULES_PATH, renderPage } from '../layout.ts';
import { rulePathOf, withCode } from './rule-page.ts';
import { LEVEL_NAMES } from './rules-texts.data.ts';

type Language = keyof Text;

/** Search query for the list of rules. */
type RuleQuery = {
  readonly q: string;
  readonly layer: Layer | undefined;
  readonly level: Level | undefined;
  /** Starting at 1. */
  readonly page: number;
};

/** Page size. */
const PAGE = 50;
const LONGEST_QUERY = 200;

/** Parses the query parameters of the list; invalid ones are ignored. */
export function readRuleQuery(parameters: Readonly<Record<string, string | readonly string[] | undefined>>): RuleQuery {
  const text = (name: string): string => [own(parameters, name) ?? ''].flat()[0] ?? '';
  return {
    q: text('q').trim().slice(0, LONGEST_QUERY),
    layer: LAYERS.find((layer) => layer === text('layer')),
    level: LEVELS.find((level) => level === text('level')),
    page: /^[1-9]\d{0,3}$/.test(text('page')) ? Number(text('page')) : 1,
  };
}

/** Renders the list of all rules or of the search results. */
export function renderRuleIndex(catalog: Catalog, query: RuleQuery, origin: string, language: Language): string {
  const words = messagesOf('page.rules', language);
  const { q, layer, level } = query;
  const found = searchRules(catalog, q, { layer, level });
  const last = Math.max(1, Math.ceil(found.length / PAGE));
  const page = Math.min(query.page, last);
  const isWhole = q === '' && level === undefined && layer === undefined && page === 1;
  const same = (other: Language): string => `${RULES_PATH[other]}${toParameters({ ...query, page })}`;
  return renderPage({
    language,
    path: { sk: same('sk'), en: same('en') },
    title: words.title,
    // Lists of one layer and further pages lead search engines to the rules, but have no content of their own.
    found: {
      origin,
      description: words.lead,
      listed: isWhole,
      data: [
        {
          '@type': 'CollectionPage',
          name: words.title,
          description: words.lead,
          inLanguage: language,
          url: origin + RULES_PATH[language],
        },
      ],
    },
    body: html`<p class="lead">${words.lead}</p>
${form(query, language)}
${isWhole ? start(catalog, language) : NO_HTML}
<h2 id="found">${words.found}: ${found.length}${page > 1 ? ` (${words.page} ${page}/${last})` : ''}</h2>
${found.length === 0 ? html`<p>${words.none}</p>` : listRules(found.slice((page - 1) * PAGE, page * PAGE), language)}
${turn(query, page, last, language)}`,
  });
}

/** 404 page of a rule: suggestions and the search form. */
export function renderRuleMissing(catalog: Catalog, requested: string, origin: string, language: Language): string {
  const words = messagesOf('page.rules', language);
  const meant = guess(catalog, requested);
  return renderPage({
    language,
    path: RULES_PATH,
    title: words.missing,
    found: { origin, description: words.missing, listed: false },
    body: html`<p class="lead">${words.missingLead}</p>
${meant.length === 0 ? NO_HTML : html`<h2>${words.meant}</h2>\n${listRules(meant, language)}`}
${form({ q: '', layer: undefined, level: undefined, page: 1 }, language)}`,
  });
}

/** Finds similar rules for another validator's rule id, a misspelt id, or words in the path. */
function guess(catalog: Catalog, requested: string): CatalogEntry[] {
  const text = requested.slice(0, LONGEST_QUERY);
  const { rule_id, alternatives } = suggestRemediation(catalog, { rule_id: text, message: '', location: '' });
  const named = [rule_id, ...alternatives.map((other) => other.rule_id)].flatMap((id) =>
    id === null ? [] : (catalog.find(id) ?? []),
  );
  // BR-CO-99 → the rules of BR-CO.
  const family = searchRules(catalog, text.replace(/-?\d{0,9}$/, ''), { limit: 8 });
  const found = named.length > 0 ? named : [...family, ...searchRules(catalog, text, { limit: 8 })];
  return [...new Set(found)].slice(0, 8);
}

function form({ q, layer, level }: RuleQuery, language: Language): Html {
  const words = messagesOf('page.rules', language);
  return html`<form class="search" role="search" aria-label="${words.form}" method="get" action="${RULES_PATH[language]}">
<div><label for="q">${words.query}</label><input type="search" id="q" name="q" value="${q}" maxlength="${LONGEST_QUERY}" autocomplete="off" spellcheck="false"></div>
<div><label for="layer">${words.layer}</label><select id="layer" name="layer"><option value="">${words.any}</option>${LAYERS.map((name) => option(name, LAYER_NAMES[name][language], layer))}</select></div>
<div><label for="level">${words.level}</label><select id="level" name="level"><option value="">${words.any}</option>${LEVELS.map((name) => option(name, LEVEL_NAMES[name].many[language], level))}</select></div>
<button type="submit">${words.search}</button>
</form>`;
}

const option = (value: string, words: string, chosen: string | undefined): Html =>
  value === chosen
    ? html`<option value="${value}" selected>${words}</option>`
    : html`<option value="${value}">${words}</option>`;

const listRules = (entries: readonly CatalogEntry[], language: Language): Html =>
  html`<ol class="found">${entries.map(
    ({ rule_id, title, message, level, layer }) =>
      html`<li><h3><a href="${rulePathOf(rule_id)[language]}">${title[language]}</a></h3>${showMessage(title[language], message[language])}<p class="soft"><code translate="no">${rule_id}</code> <span class="mark ${level}">${LEVEL_NAMES[level].one[language]}</span> ${LAYER_NAMES[layer][language]}</p></li>\n`,
  )}</ol>`;

/** Omits the message when it repeats the title. */
const showMessage = (title: string, message: string): Html =>
  message.replace(/\.$/, '') === title ? NO_HTML : html`<p>${withCode(message)}</p>`;

/** Start of the list: frequent errors in real invoices and frequent searches. */
function start(catalog: Catalog, language: Language): Html {
  const words = messagesOf('page.rules', language);
  const frequent = FREQUENT.flatMap((id) => catalog.find(id) ?? []);
  return html`<h2 id="frequent">${words.frequent}</h2>
<ul>${frequent.map(({ rule_id, title }) => html`<li><a href="${rulePathOf(rule_id)[language]}">${title[language]}</a> <code translate="no">${rule_id}</code></li>\n`)}</ul>
<h2 id="topics">${words.topics}</h2>
<ul class="marks">${TOPICS.map(
    ({ name }) =>
      html`<li><a class="mark" href="${RULES_PATH[language]}${toParameters({ q: name[language], layer: undefined, level: undefined, page: 1 })}">${name[language]}</a></li>`,
  )}</ul>
<h2 id="layers">${words.layers}</h2>
${layers(catalog, language)}`;
}

/** Links to the rules of each layer, with their number. */
function layers(catalog: Catalog, language: Language): Html {
  const counts = LAYERS.map(
    (layer) => [layer, catalog.entries.filter((entry) => entry.layer === layer).length] as const,
  );
  return html`<ul class="marks">${counts
    .filter(([, count]) => count > 0)
    .map(
      ([layer, count]) =>
        html`<li><a class="mark" href="${RULES_PATH[language]}?layer=${layer}">${LAYER_NAMES[layer][language]} (${count})</a></li>`,
    )}</ul>`;
}

function turn(query: RuleQuery, page: number, last: number, language: Language): Html {
  if (last === 1) return NO_HTML;
  const words = messagesOf('page.rules', language);
  const link = (to: number, rel: string, text: string): Html =>
    html`<a rel="${rel}" href="${RULES_PATH[language]}${toParameters({ ...query, page: to })}">${text}</a>`;
  return html`<nav class="pages" aria-label="${words.pages}">${page > 1 ? link(page - 1, 'prev', words.previous) : NO_HTML}${page < last ? link(page + 1, 'next', words.next) : NO_HTML}</nav>`;
}

function toParameters({ q, layer, level, page }: RuleQuery): string {
  const parameters = new URLSearchParams();
  if (q !== '') parameters.set('q', q);
  if (layer !== undefined) parameters.set('layer', layer);
  if (level !== undefined) parameters.set('level', level);
  if (page > 1) parameters.set('page', String(page));
  return parameters.size === 0 ? '' : `?${parameters}`;
}
