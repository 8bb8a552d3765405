import { Decoration, EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/**
 * XML highlighting for large files, limited to the visible lines. A syntax tree would be parsed from the beginning of
 * the file up to the viewport in slices of 0.1 s, each of which blocks the page.
 */

/** A comment or instruction; the beginning or end of a tag; an attribute with its value. No token spans lines. */
const TOKEN = /<!--.*?(?:-->|$)|<[?!][^>]*(?:>|$)|<\/?[\w:.-]+|\/?>|(?<![\w:.-])([\w:.-]+)=(?:"[^"]*"|'[^']*')/g;

const mark = (name: string): Decoration => Decoration.mark({ class: `cm-${name}` });
const ASIDE = mark('aside');
const TAG = mark('tag');
const ATTRIBUTE = mark('attribute');
const VALUE = mark('value');

const matcher = new MatchDecorator({
  regexp: TOKEN,
  decorate: (add, from, to, [token = '', name]) => {
    if (name !== undefined) {
      add(from, from + name.length, ATTRIBUTE);
      add(from + name.length + 1, to, VALUE);
    } else if (/^<[?!]|^\/?>/.test(token)) {
      add(from, to, ASIDE);
    } else {
      const start = from + (token.startsWith('</') ? 2 : 1);
      add(from, start, ASIDE);
      add(start, to, TAG);
    }
  },
});

const plugin = ViewPlugin.define(
  (view) => ({
    shown: matcher.createDeco(view),
    update(update: ViewUpdate) {
      this.shown = matcher.updateDeco(update, this.shown);
    },
  }),
  { decorations: ({ shown }) => shown },
);

export const QUICK_COLOURS = [
  plugin,
  EditorView.baseTheme({
    '.cm-tag': { color: 'var(--link)' },
    '.cm-attribute': { color: 'var(--warn)' },
    '.cm-value': { color: 'var(--good)' },
    '.cm-aside': { color: 'var(--soft)' },
  }),
];
