import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands';
import { xml } from '@codemirror/lang-xml';
import { bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { goToNextChunk, unifiedMergeView } from '@codemirror/merge';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

export type XmlPane = {
  readonly goToLine: (line: number) => void;
  readonly text: () => string;
  readonly setMarks: (marks: ReadonlyMap<number, number>) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Shows what differs from that text, line by line; null: no longer. */
  readonly compareWith: (original: string | null) => void;
  readonly close: () => void;
};

type Options = {
  readonly text: string;
  /** Line → number of the cause that stands there. */
  readonly marks: ReadonlyMap<number, number>;
  readonly label: string;
  readonly markLabel: (cause: number) => string;
  readonly onMark: (cause: number) => void;
  /** Called whenever a person has changed the text; unset: it is for reading alone. */
  readonly onEdit?: () => void;
};

const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--paper)', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "SF Mono", Consolas, monospace', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'var(--tint)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused': { outline: '3px solid var(--link)', outlineOffset: '-3px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--link) 25%, transparent)',
  },
  '.cm-mistake': { backgroundColor: 'var(--bad-tint)', boxShadow: 'inset 3px 0 var(--bad)' },
  '.cm-here': {
    backgroundColor: 'color-mix(in srgb, var(--link) 18%, var(--paper))',
    boxShadow: 'inset 3px 0 var(--link)',
  },
  '.cm-causes .cm-gutterElement': { padding: '0 4px', minWidth: '26px' },
  '.cm-cause': {
    display: 'inline-block',
    minWidth: '18px',
    height: '18px',
    lineHeight: '18px',
    marginTop: '1px',
    borderRadius: '9px',
    textAlign: 'center',
    padding: '0',
    border: '0',
    fontFamily: 'inherit',
    fontSize: '11px',
    fontWeight: '700',
    color: 'var(--paper)',
    backgroundColor: 'var(--bad)',
    cursor: 'pointer',
  },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-tint)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--good-tint)' },
  '.cm-panels': { backgroundColor: 'var(--tint)', color: 'var(--ink)' },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.tagName, color: 'var(--link)' },
  { tag: tags.attributeName, color: 'var(--warn)' },
  { tag: tags.attributeValue, color: 'var(--good)' },
  { tag: [tags.comment, tags.processingInstruction, tags.documentMeta], color: 'var(--soft)' },
  { tag: tags.angleBracket, color: 'var(--soft)' },
  { tag: tags.content, fontWeight: '600' },
]);

class CauseMarker extends GutterMarker {
  readonly cause: number;
  readonly label: string;
  constructor(cause: number, label: string) {
    super();
    this.cause = cause;
    this.label = label;
  }
  override toDOM(): Node {
    const element = document.createElement('span');
    element.className = 'cm-cause';
    element.textContent = String(this.cause);
    element.title = this.label;
    return element;
  }
}

const setHere = StateEffect.define<number | null>();
const setMarks = StateEffect.define<ReadonlyMap<number, number>>();

const here = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, { effects, changes, state }) {
    let next = set.map(changes);
    for (const effect of effects)
      if (effect.is(setHere))
        next =
          effect.value === null ? Decoration.none : Decoration.set([hereLine.range(state.doc.line(effect.value).from)]);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});
const hereLine = Decoration.line({ class: 'cm-here' });
const mistakeLine = Decoration.line({ class: 'cm-mistake' });

/** No buttons inside the text; a comparison that takes long is made roughly instead. */
const PLAIN_DIFFERENCE = { mergeControls: false, syntaxHighlightDeletions: false, diffConfig: { scanLimit: 500, timeout: 100 } };

/** Shows XML with its lines, folds and marks, in a shadow tree: its styles are sheets, which the policy lets in. */
export function openXmlPane(place: HTMLElement, options: Options): XmlPane {
  const { text, marks, label, markLabel, onMark, onEdit } = options;
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  const linesOf = (state: EditorState, at: ReadonlyMap<number, number>): [number, number][] =>
    [...at].filter(([line]) => line <= state.doc.lines).sort(([a], [b]) => a - b);
  const field = StateField.define<{ lines: DecorationSet; gutter: RangeSet<GutterMarker> }>({
    create: (state) => draw(state, marks),
    update(value, transaction) {
      for (const effect of transaction.effects) if (effect.is(setMarks)) return draw(transaction.state, effect.value);
      return transaction.docChanged
        ? { lines: value.lines.map(transaction.changes), gutter: value.gutter.map(transaction.changes) }
        : value;
    },
    provide: (self) => EditorView.decorations.from(self, ({ lines }) => lines),
  });
  function draw(state: EditorState, at: ReadonlyMap<number, number>) {
    const lines = linesOf(state, at);
    return {
      lines: Decoration.set(lines.map(([line]) => mistakeLine.range(state.doc.line(line).from))),
      gutter: RangeSet.of(
        lines.map(([line, cause]) => new CauseMarker(cause, markLabel(cause)).range(state.doc.line(line).from)),
      ),
    };
  }
  const difference = new Compartment();
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        gutter({
          class: 'cm-causes',
          markers: ({ state }) => state.field(field).gutter,
          domEventHandlers: {
            click: ({ state }, { from }) => {
              state.field(field).gutter.between(from, from, (_from, _to, marker) => {
                if (marker instanceof CauseMarker) onMark(marker.cause);
              });
              return true;
            },
          },
        }),
        lineNumbers(),
        foldGutter(),
        field,
        here,
        drawSelection(),
        bracketMatching(),
        history(),
        difference.of([]),
        search({ top: true }),
        xml(),
        syntaxHighlighting(COLOURS),
        THEME,
        // Tab leaves the editor: nobody is caught in it.
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        onEdit === undefined ? EditorState.readOnly.of(true) : [],
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) onEdit?.();
        }),
      ],
    }),
  });
  return {
    goToLine: (line) => {
      if (line > view.state.doc.lines) return;
      const { from } = view.state.doc.line(line);
      view.dispatch({ effects: [setHere.of(line), EditorView.scrollIntoView(from, { y: 'center' })] });
    },
    text: () => view.state.doc.toString(),
    undo: () => void undo(view),
    redo: () => void redo(view),
    compareWith: (original) => {
      const shown = original === null ? [] : unifiedMergeView({ original, ...PLAIN_DIFFERENCE });
      view.dispatch({ effects: difference.reconfigure(shown) });
      if (original !== null) goToNextChunk(view);
    },
    setMarks: (at) => view.dispatch({ effects: setMarks.of(at) }),
    close: () => view.destroy(),
  };
}
