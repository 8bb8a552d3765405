import type { Text } from '@e-invoice/validator/issues';
import { messagesOf } from '../../../locales/index.ts';
import { html } from '../../lib/html.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { shorten } from '../../lib/plain-text.ts';
import { FRONT_PATH, GUIDE_PATH, RULES_PATH, renderPage } from './layout.ts';

/** Longer URLs are shortened. */
const LONGEST_SHOWN = 200;

/** 404 page: the requested path, a suggestion, and links to existing pages. */
export function renderMissing(path: string, language: keyof Text): string {
  const words = messagesOf('page.missing', language);
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
