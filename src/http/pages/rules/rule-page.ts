import type { Catalog, CatalogEntry } from '@e-invoice/validator/catalog';
import type { Fix, Text } from '@e-invoice/validator/issues';
import { messagesOf } from '../../../../locales/index.ts';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { LAYER_NAMES } from '../../../modules/result-view/index.ts';
import { RULES_PATH, renderPage } from '../layout.ts';
import { LEVEL_NAMES } from './rules-texts.data.ts';

type Language = keyof Text;

/** Path of a rule's page in both languages. */
export const rulePathOf = (ruleId: string): Text => ({
  sk: `${RULES_PATH.sk}${encodeURIComponent(ruleId)}/`,
  en: `${RULES_PATH.en}${encodeURIComponent(ruleId)}/`,
});

/** Renders the page of one rule. */
export function renderRulePage(entry: CatalogEntry, catalog: Catalog, origin: string, language: Language): string {
  const { rule_id, title, message, explanation, cause, fix, level, layer } = entry;
  const words = messagesOf('page.rule', language);
  const path = rulePathOf(rule_id);
  return renderPage({
    language,
    path,
    title: `${rule_id}: ${title[language]}`,
    found: { origin, description: message[language], data: toData(entry, origin, language) },
    heading: html`${crumbs(entry, language)}
<h1><code translate="no">${rule_id}</code> ${title[language]}</h1>`,
    body: html`<ul class="marks"><li class="mark ${level}">${LEVEL_NAMES[level].one[language]}</li><li class="mark">${LAYER_NAMES[layer][language]}</li></ul>
<p class="lead">${withCode(message[language])}</p>
<p class="soft">${LEVEL_NAMES[level].means[language]}</p>
<section class="box" aria-labelledby="fix"><h2 id="fix">${words.fix}</h2>
<p>${fix.program[language]}</p>${inXml(fix, language)}</section>
${section(words.cause, cause[language])}
${section(words.why, explanation[language])}
${example(entry, language)}
${facts(entry, language)}
${related(entry, catalog, language)}
<p class="screen soft"><a href="/api/error-catalog/${encodeURIComponent(rule_id)}" type="application/json">${words.machine} (JSON)</a></p>`,
  });
}

/** Text for developers, if it differs. */
const inXml = ({ program, xml: ofFile }: Fix, language: Language): Html =>
  ofFile[language] === program[language]
    ? NO_HTML
    : html`<p><b>${messagesOf('page.rule', language).inXml}:</b> ${withCode(ofFile[language])}</p>`;

const section = (title: string, text: string): Html => html`<h2>${title}</h2>
<p>${withCode(text)}</p>`;

function crumbs({ layer, rule_id }: CatalogEntry, language: Language): Html {
  const list = RULES_PATH[language];
  const { all } = messagesOf('page.rule', language);
  return html`<nav class="crumbs" aria-label="${all}"><ol><li><a href="${list}">${all}</a></li><li><a href="${list}?layer=${layer}">${LAYER_NAMES[layer][language]}</a></li><li aria-current="page">${rule_id}</li></ol></nav>`;
}

function example({ example: pair }: CatalogEntry, language: Language): Html {
  if (pair === null) return NO_HTML;
  const words = messagesOf('page.rule', language);
  return html`<h2>${words.example}</h2>
<div class="pair"><div class="wrong"><h3>${words.wrong}</h3>${xml(pair.wrong, pair.right, words.wrongLabel)}</div><div class="right"><h3>${words.right}</h3>${xml(pair.right, pair.wrong, words.rightLabel)}</div></div>`;
}

/**
 * XML fragment with the lines highlighted that the other fragment lacks. Focusable, so that it can be scrolled by
 * keyboard.
 */
function xml(text: string, other: string, label: string): Html {
  const known = new Set(other.split('\n').map((line) => line.trim()));
  const lines = text.split('\n').map((line, index) => {
    const start = index === 0 ? '' : '\n';
    return known.has(line.trim()) ? html`${start}${line}` : html`${start}<mark>${line}</mark>`;
  });
  return html`<pre tabindex="0" role="region" aria-label="${label}" translate="no"><code>${lines}</code></pre>`;
}

function facts({ terms, xpath, xpath_cii, context, source }: CatalogEntry, language: Language): Html {
  const words = messagesOf('page.rule', language);
  const list = RULES_PATH[language];
  return html`<h2>${words.where}</h2>
<dl>${
    terms.length === 0
      ? NO_HTML
      : html`<dt>${words.terms}</dt>${terms.map(({ id, name }) => html`<dd><a href="${list}?q=${id}"><code translate="no">${id}</code></a> ${name[language]}</dd>`)}`
  }
<dt>${words.xpath}</dt><dd><code translate="no">${xpath}</code></dd>${
    xpath_cii === null || xpath_cii === xpath
      ? NO_HTML
      : html`\n<dt>${words.xpathCii}</dt><dd><code translate="no">${xpath_cii}</code></dd>`
  }${
    context === null || context === xpath
      ? NO_HTML
      : html`\n<dt>${words.context}</dt><dd><code translate="no">${context}</code></dd>`
  }
<dt>${words.source}</dt><dd>${source.title[language]}</dd>${
    source.packs.length === 0
      ? NO_HTML
      : html`\n<dt>${words.packs}</dt><dd>${source.packs.map((pack) => html`<code translate="no">${pack}</code> `)}</dd>`
  }</dl>`;
}

function related(entry: CatalogEntry, catalog: Catalog, language: Language): Html {
  const entries = entry.related.flatMap((id) => catalog.find(id) ?? []);
  if (entries.length === 0) return NO_HTML;
  return html`<h2>${messagesOf('page.rule', language).related}</h2>
<ul>${entries.map(({ rule_id, title }) => html`<li><a href="${rulePathOf(rule_id)[language]}"><code translate="no">${rule_id}</code> ${title[language]}</a></li>`)}</ul>`;
}

const NAMES =
  /(@?(?:cac|cbc|ext|rsm|ram|udt|qdt):\w+(?:\/@?(?:(?:cac|cbc|ext|rsm|ram|udt|qdt):)?\w+)*|@\w+|\bB[TG]-\d+)/;

/** Marks element and attribute names as code and keeps terms on one line. */
export const withCode = (text: string): Html =>
  html`${text.split(NAMES).map((part, index) => {
    if (index % 2 === 0) return html`${part}`;
    if (/^B[TG]-/.test(part)) return html`<span class="term">${part}</span>`;
    return html`<code translate="no">${part}</code>`;
  })}`;

/** Structured data (schema.org). */
function toData(entry: CatalogEntry, origin: string, language: Language): object[] {
  const { rule_id, title, message, terms, layer, business_terms } = entry;
  const url = `${origin}${rulePathOf(rule_id)[language]}`;
  const list = `${origin}${RULES_PATH[language]}`;
  const step = (position: number, name: string, item: string) => ({ '@type': 'ListItem', position, name, item });
  return [
    {
      '@type': 'TechArticle',
      headline: `${rule_id}: ${title[language]}`,
      description: message[language],
      inLanguage: language,
      url,
      identifier: rule_id,
      keywords: [rule_id, ...business_terms, ...terms.map(({ name }) => name[language])].join(', '),
      isPartOf: { '@type': 'CollectionPage', name: messagesOf('page.rule', language).all, url: list },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        step(1, messagesOf('page.rule', language).all, list),
        step(2, LAYER_NAMES[layer][language], `${list}?layer=${layer}`),
        step(3, rule_id, url),
      ],
    },
  ];
}
