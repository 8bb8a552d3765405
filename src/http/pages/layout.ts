import { createHash } from 'node:crypto';
import { toLiteral } from '@e-invoice/schematron/javascript';
import type { Text } from '@e-invoice/validator/issues';
import { messagesOf } from '../../../locales/index.ts';
import { Html, html, NO_HTML } from '../../lib/html.ts';
import { STYLE } from './style.data.ts';

/**
 * A page is HTML with one inline style; it loads no resources and runs no scripts. Structured data is a `script`
 * element of a type that browsers do not run, so the policy needs no exception.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self'`,
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Language',
};

/** For pages with the language in the path, which may have a form that navigates to another page. */
export const ADDRESSED_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': PAGE_HEADERS['Content-Security-Policy']!.replace(
    "form-action 'none'",
    "form-action 'self'",
  ),
  'Cache-Control': 'public, max-age=300',
};

type Page = {
  readonly language: keyof Text;
  /** Path for both languages, or one path per language for pages that search engines index. */
  readonly path: string | Text;
  readonly title: string | Text;
  /** Heading; default: the title. */
  readonly heading?: Html;
  readonly body: Html | ((language: keyof Text) => Html);
  /** Additional style of this page; its hash must be in the page's Content-Security-Policy. */
  readonly style?: string;
  /** Path of a module that switches languages without a reload. */
  readonly script?: string;
  /** Path of a module that runs as soon as it is loaded, before the page is parsed. */
  readonly start?: string;
  /** Path of a module that leaves the page frame unchanged. */
  readonly module?: string;
  /** Metadata for search engines: origin, description, structured data. */
  readonly found?: {
    readonly origin: string;
    readonly description: string;
    readonly data?: readonly object[];
    /** False for pages that search engines should not list (search results, 404). */
    readonly listed?: boolean;
  };
};

export const RULES_PATH: Text = { sk: '/chyby/', en: '/en/errors/' };
export const FRONT_PATH: Text = { sk: '/', en: '/en/' };
export const GUIDE_PATH: Text = { sk: '/mcp/', en: '/en/mcp/' };
export const REQUEST_PATH: Text = { sk: '/ziadost/', en: '/en/request/' };
export const DRAFT_PATH: Text = { sk: '/navrh/', en: '/en/draft/' };
export const VERIFY_PATH: Text = { sk: '/overit-dokaz/', en: '/en/verify/' };
export const PRICING_PATH: Text = { sk: '/cennik/', en: '/en/pricing/' };

const otherOf = (language: keyof Text): keyof Text => (language === 'sk' ? 'en' : 'sk');

/** Path of the page in a language. */
const addressIn = ({ path }: Pick<Page, 'path'>, language: keyof Text): string =>
  typeof path === 'string' ? `${path}?lang=${language}` : path[language];

/** Renders the HTML document around the content of a page. */
export function renderPage(page: Page): string {
  const { language, style, start, script, module = script } = page;
  const other = otherOf(language);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${documentTitle(page, language)}</title>
${start === undefined ? NO_HTML : html`<script type="module" async src="${start}"></script>\n`}${headOf(page)}<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${new Html(STYLE)}</style>${style === undefined ? NO_HTML : html`<style>${new Html(style)}</style>`}${module === undefined ? NO_HTML : html`<script type="module" src="${module}"></script>`}
</head>
<body>
${frameOf(page, language)}
${script === undefined ? NO_HTML : html`<template id="other" lang="${other}" data-title="${documentTitle(page, other)}">${frameOf(page, other)}</template>\n`}</body>
</html>
`.text;
}

const titleIn = ({ title }: Pick<Page, 'title'>, language: keyof Text): string =>
  typeof title === 'string' ? title : title[language];

const documentTitle = (page: Pick<Page, 'title'>, language: keyof Text): string =>
  `${titleIn(page, language)} – ${messagesOf('page.frame', language).home}`;

/** Body of the page in a language: menu, content, footer. */
function frameOf(page: Page, language: keyof Text): Html {
  const { body, heading = html`<h1>${titleIn(page, language)}</h1>` } = page;
  const text = messagesOf('page.frame', language);
  const other = otherOf(language);
  const here = addressIn(page, language);
  return html`<a class="skip" href="#content">${text.skip}</a>
<div class="top"><header><a class="brand" href="${FRONT_PATH[language]}">${SIGN}${text.home}</a><nav aria-label="${text.menu}">${menuLink(FRONT_PATH[language], here, text.check)}${menuLink(RULES_PATH[language], here, text.rules)}${menuLink(GUIDE_PATH[language], here, text.assistants)}</nav><a class="other" href="${addressIn(page, other)}" lang="${other}" hreflang="${other}">${text.other}</a></header></div>
<main id="content">
${heading}
${typeof body === 'function' ? body(language) : body}
</main>
<div class="bottom"><footer><a href="${DRAFT_PATH[language]}">${text.draft}</a><a href="${VERIFY_PATH[language]}">${text.verify}</a><a href="/documents/?lang=${language}">${text.documents}</a><a href="/docs/problems/?lang=${language}">${text.errors}</a><a href="/docs/?lang=${language}">${text.contract}</a><a href="${PRICING_PATH[language]}">${text.prices}</a><a href="/status?lang=${language}">${text.status}</a></footer></div>`;
}

/** Logo: an invoice with a check mark, as in the preview image. */
const SIGN = html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M5 3h10l4 4v14H5zM15 3v4h4M8.5 14l2.5 2.5 4.5-5"></path></svg>`;

const menuLink = (path: string, here: string, words: string): Html =>
  path === here ? html`<a href="${path}" aria-current="page">${words}</a>` : html`<a href="${path}">${words}</a>`;

/** Preview image for shared links, created by the build. */
const CARD = { path: '/assets/card.png', width: 1200, height: 630 } as const;

/** Metadata for search engines and link previews (Open Graph). */
function headOf(page: Page): Html {
  const { language, found } = page;
  if (found === undefined) return NO_HTML;
  const { origin, description, data = [], listed = true } = found;
  if (!listed) return html`<meta name="robots" content="noindex, follow">\n`;
  const at = (of: keyof Text): string => origin + addressIn(page, of);
  const card: readonly (readonly [string, string])[] = [
    ['type', 'website'],
    ['site_name', messagesOf('page.frame', language).home],
    ['title', titleIn(page, language)],
    ['description', description],
    ['url', at(language)],
    ['locale', language === 'sk' ? 'sk_SK' : 'en_GB'],
    ['locale:alternate', language === 'sk' ? 'en_GB' : 'sk_SK'],
    ['image', origin + CARD.path],
    ['image:width', String(CARD.width)],
    ['image:height', String(CARD.height)],
    ['image:alt', messagesOf('page.frame', language).card],
  ];
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${at(language)}">
<link rel="alternate" hreflang="sk" href="${at('sk')}">
<link rel="alternate" hreflang="en" href="${at('en')}">
<link rel="alternate" hreflang="x-default" href="${at('sk')}">
${card.map(([name, content]) => html`<meta property="og:${name}" content="${content}">\n`)}<meta name="twitter:card" content="summary_large_image">
${data.map((item) => html`<script type="application/ld+json">${toScriptText(item)}</script>\n`)}`;
}

/** JSON that cannot terminate its `script` element. */
const toScriptText = (item: object): Html =>
  new Html(toLiteral({ '@context': 'https://schema.org', ...item }).replaceAll('<', '\\u003c'));
