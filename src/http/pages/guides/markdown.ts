import MarkdownIt, { type Token } from 'markdown-it';
import { Html, html } from '../../../lib/html.ts';

/** Maps the target of a link; null: the link is shown as plain text. */
type MapLink = (target: string) => string | null;

/** Raw HTML stays text, and URLs other than http, https and mailto are no links. */
const markdown = new MarkdownIt({ html: false, linkify: false });

/** A comment on a line of its own marks generated parts of a document. */
const COMMENT_LINE = /^<!--.*-->$/gm;

const parse = (source: string): Token[] => markdown.parse(source.replaceAll(COMMENT_LINE, ''), {});

/** Heading and first paragraph of a document, as plain text. */
export function readHead(source: string): { readonly title: string; readonly lead: string } {
  const tokens = parse(source);
  const textAfter = (type: string): string =>
    (tokens[tokens.findIndex((token) => token.type === type) + 1]?.children ?? [])
      .map(({ type: kind, content }) => (kind === 'softbreak' ? ' ' : content))
      .join('');
  return { title: textAfter('heading_open'), lead: textAfter('paragraph_open') };
}

/** Renders a document without its first heading, which is the title of the page. */
export function renderMarkdown(source: string, mapLink: MapLink): Html {
  const tokens = parse(source);
  const body = tokens[0]?.type === 'heading_open' ? tokens.slice(3) : tokens;
  body.forEach((token, index) => {
    // The policy of the pages forbids `style`, which columns with an alignment have.
    if (token.attrIndex('style') !== -1) token.attrs = token.attrs!.filter(([name]) => name !== 'style');
    if (token.type === 'heading_open') token.attrSet('id', anchorOf(body[index + 1]!.content));
    if (token.children !== null) token.children = mapLinks(token.children, mapLink);
  });
  return new Html(markdown.renderer.render(body, markdown.options, {}));
}

markdown.renderer.rules.fence = (tokens, index) =>
  html`<pre tabindex="0"><code translate="no">${tokens[index]!.content}</code></pre>\n`.text;

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

function mapLinks(tokens: readonly Token[], mapLink: MapLink): Token[] {
  let isShown = true;
  return tokens.filter((token) => {
    if (token.type === 'link_close') return isShown;
    if (token.type !== 'link_open') return true;
    const target = mapLink(String(token.attrGet('href') ?? ''));
    isShown = target !== null;
    if (target !== null) token.attrSet('href', target);
    return isShown;
  });
}
