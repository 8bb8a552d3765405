import type { Text } from '@e-invoice/validator/issues';
import { html } from '../../lib/html.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { shorten } from '../../lib/plain-text.ts';
import { FRONT_PATH, GUIDE_PATH, RULES_PATH, renderPage } from './layout.ts';

const WORDS = {
  sk: {
    title: 'Na tejto adrese nič nie je',
    notFound: 'Stránka neexistuje:',
    near: 'Nehľadali ste',
    try: 'Čo tu nájdete',
    check: 'Skontrolovať faktúru',
    rules: 'Vyhľadať chybu faktúry podľa čísla pravidla alebo slova',
    assistants: 'Pripojiť asistenta (MCP)',
    errors: 'Chybové kódy API',
    contract: 'Opis API',
  },
  en: {
    title: 'This page does not exist',
    notFound: 'Page not found:',
    near: 'Did you mean',
    try: 'Available pages',
    check: 'Check an invoice',
    rules: 'Find an invoice error by rule number or words',
    assistants: 'Connect an assistant (MCP)',
    errors: 'API error codes',
    contract: 'API reference',
  },
} as const;

/** Longer URLs are shortened. */
const LONGEST_SHOWN = 200;

/** 404 page: the requested path, a suggestion, and links to existing pages. */
export function renderMissing(path: string, language: keyof Text): string {
  const words = WORDS[language];
  const shown = shorten(path, LONGEST_SHOWN);
  const errors = `/docs/problems/?lang=${language}`;
  const places: readonly (readonly [path: string, linkText: string])[] = [
    [FRONT_PATH[language], words.check],
    [RULES_PATH[language], words.rules],
    [GUIDE_PATH[language], words.assistants],
    [errors, words.errors],
    [`/docs/?lang=${language}`, words.contract],
  ];
  const names = [...Object.values(RULES_PATH), ...Object.values(GUIDE_PATH), '/docs/problems/'];
  const near = shown.length < 40 ? nearestName(`/${shown.split('/').filter(Boolean).join('/')}/`, names) : '';
  return renderPage({
    language,
    path: ownPath(shown),
    title: words.title,
    body: html`<p>${words.notFound} <code translate="no">${shown}</code></p>
${near === '' ? '' : html`<p>${words.near} <a href="${near}"><code translate="no">${near}</code></a>?</p>`}
<h2>${words.try}</h2>
<ul>${places.map(([place, linkText]) => html`<li><a href="${place}">${linkText}</a></li>`)}</ul>`,
  });
}

/** Makes a path safe for a link: `//host` and `/\\host` would lead to another site. */
const ownPath = (path: string): string => `/${encodeURI(path.replace(/^[/\\]+/, '').replace(/…$/, ''))}`;
