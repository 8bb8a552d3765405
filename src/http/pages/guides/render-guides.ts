import type { Text } from '@e-invoice/validator/issues';
import { messagesOf } from '../../../../locales/index.ts';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { renderPage } from '../layout.ts';
import { readHead, renderMarkdown } from './markdown.ts';

type Language = keyof Text;

export const GUIDES_PATH = '/docs/guides/';

/** A published document. */
export type Guide = {
  /** Name of its file without the extension. */
  readonly name: string;
  /** A guide for a role, or a reference document. */
  readonly kind: 'guide' | 'reference';
  readonly source: string;
  /** The Slovak translation, if there is one. */
  readonly slovak?: string;
};

/** The text of a document in a language; English without a translation. */
const textOf = ({ source, slovak }: Guide, language: Language): { readonly text: string; readonly lang: Language } =>
  language === 'sk' && slovak !== undefined ? { text: slovak, lang: 'sk' } : { text: source, lang: 'en' };

export const guidePath = ({ name }: Pick<Guide, 'name'>): string => `${GUIDES_PATH}${name}/`;

/** Renders the list of the published documents. Pure. */
export function renderGuideIndex(guides: readonly Guide[], origin: string, language: Language): string {
  const words = messagesOf('page.guides', language);
  const list = (kind: Guide['kind']): Html =>
    html`<ul class="found">${guides
      .filter((guide) => guide.kind === kind)
      .map((guide) => {
        const { text, lang } = textOf(guide, language);
        const { title, lead } = readHead(text);
        const link = html`<a href="${guidePath(guide)}?lang=${language}">${title}</a>`;
        // The references have a heading of their own level above them, the guides only the title of the page.
        const heading = kind === 'guide' ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`;
        return html`<li lang="${lang}">${heading}<p>${lead}</p></li>`;
      })}</ul>`;
  const hasReferences = guides.some(({ kind }) => kind === 'reference');
  return renderPage({
    language,
    path: GUIDES_PATH,
    title: words.title,
    found: { origin, description: words.lead },
    body: html`<p class="lead">${words.lead}</p>
${list('guide')}
${hasReferences ? html`<h2>${words.references}</h2>${list('reference')}` : NO_HTML}`,
  });
}

/**
 * Renders one document. Links to other published documents lead to their pages; other relative links, to files of the
 * repository, become text. Pure.
 */
export function renderDocument(guide: Guide, guides: readonly Guide[], origin: string, language: Language): string {
  const { text, lang } = textOf(guide, language);
  const { title, lead } = readHead(text);
  const mapLink = (target: string): string | null => {
    if (/^(?:https?:|mailto:|#|\/)/.test(target)) return target;
    const [file = '', anchor] = target.split('#', 2);
    const name = file.split('/').at(-1)!.replace(/\.md$/, '');
    const found = guides.find((other) => other.name === name);
    if (found === undefined || name === 'README') return null;
    return `${guidePath(found)}?lang=${language}${anchor === undefined ? '' : `#${anchor}`}`;
  };
  return renderPage({
    language,
    path: guidePath(guide),
    title,
    found: { origin, description: lead },
    body: html`<nav class="crumbs" aria-label="${messagesOf('page.guides', language).title}"><ol><li><a href="${GUIDES_PATH}?lang=${language}">${messagesOf('page.guides', language).title}</a></li></ol></nav>
<article lang="${lang}">${renderMarkdown(text, mapLink)}</article>`,
  });
}
