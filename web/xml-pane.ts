import { defaultKeymap, history, historyKeymap, isolateHistory, redo, undo } from '@codemirror/commands';
import { xml } from '@codemirror/lang-xml';
import { bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { goToNextChunk, unifiedMergeView } from '@codemirror/merge';
import { search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, RangeSet, StateEffect, StateField, Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Language } from '../src/modules/result-view/index.ts';
import { EDITOR_PHRASES } from './editor-phrases.data.ts';
import type { Mark } from './issue-markers.ts';
import { changesTo, fileText, lineFinder, ROUGH, withInserted } from './position-map.ts';
import { type LaidOut, layOut } from './pretty-print-xml.ts';
import { QUICK_COLOURS } from './viewport-highlighting.ts';

export type XmlPane = {
  /** Scrolls to a position in the file; line and column from 1. */
  readonly goTo: (line: number, column: number) => void;
  /** The text of the file including edits. */
  readonly text: () => string;
  /** Whether the text is pretty-printed. */
  readonly isLaidOut: boolean;
  readonly isEditable: boolean;
  /** Whether changes to the original are shown. */
  readonly isCompared: () => boolean;
  /** Replaces the markers; their labels use the current language of the page. */
  readonly setMarks: (marks: readonly Mark[]) => void;
  /** Replaces the text as one undoable change, without calling `onEdit`. */
  readonly setText: (text: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Shows a line diff with the original; null hides it. */
  readonly compareWith: (original: string | null) => void;
  readonly close: () => void;
};

/** An XML text in the representation of the editor. */
type HeldText = { readonly doc: Text; readonly laidOut: LaidOut | null };

type Options = {
  readonly held: HeldText;
  readonly marks: readonly Mark[];
  readonly language: () => Language;
  readonly label: () => string;
  readonly markLabel: (cause: number) => string;
  readonly onMark: (cause: number) => void;
  /** Called after each edit by the user. Without it the editor is read-only. */
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
  '.cm-specialChar': { color: 'var(--bad)' },
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

/**
 * Bidirectional control characters, shown in addition to CodeMirror's special characters: they must not make a line
 * look different from its content.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

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
const setMarks = StateEffect.define<readonly Mark[]>();

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

/** Editor lines of the markers, sorted; the first marker of a line wins. */
function markedLines(state: EditorState, marks: readonly Mark[]): [line: number, cause: number][] {
  const find = lineFinder(state);
  const lines = new Map<number, number>();
  for (const { line, column, cause } of marks) {
    const shown = find(line, column);
    if (!lines.has(shown)) lines.set(shown, cause);
  }
  return [...lines].sort(([a], [b]) => a - b);
}

/** From this number of characters on, highlighting uses no syntax tree and folding is disabled. */
const LARGE = 200_000;

/** No buttons inside the text. */
const PLAIN_DIFFERENCE = { mergeControls: false, syntaxHighlightDeletions: false, diffConfig: ROUGH };

/** Marks changes made by the page rather than by the user. */
const isOurs = Annotation.define<boolean>();

/** CodeMirror counts a line break as one character; positions must match. */
const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

function shownAs(original: string): string {
  const text = withLineFeeds(original);
  return layOut(text)?.text ?? text;
}

/** Splits a text into lines; for large texts this takes as long as showing it. */
export function holdText(initialText: string): HeldText {
  const text = withLineFeeds(initialText);
  const laidOut = layOut(text);
  return { doc: Text.of((laidOut?.text ?? text).split('\n')), laidOut };
}

/**
 * Opens an XML editor with line numbers, folding and markers in a shadow tree. Its styles are constructed style
 * sheets, which the Content Security Policy permits.
 */
export function openXmlPane(place: HTMLElement, options: Options): XmlPane {
  const { marks, language, label, markLabel, onMark, onEdit } = options;
  const { doc, laidOut } = options.held;
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
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
  function draw(state: EditorState, at: readonly Mark[]) {
    const lines = markedLines(state, at);
    return {
      lines: Decoration.set(lines.map(([line]) => mistakeLine.range(state.doc.line(line).from))),
      gutter: RangeSet.of(
        lines.map(([line, cause]) => new CauseMarker(cause, markLabel(cause)).range(state.doc.line(line).from)),
      ),
    };
  }
  const difference = new Compartment();
  const phrases = new Compartment();
  const phrasesNow = () => EditorState.phrases.of(EDITOR_PHRASES[language()]);
  let isCompared = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc,
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
        // Pretty-printed lines differ from those of the file, so line numbers are hidden.
        laidOut === null ? lineNumbers() : withInserted(laidOut),
        field,
        here,
        drawSelection(),
        highlightSpecialChars({ addSpecialChars: TURNING }),
        history(),
        difference.of([]),
        phrases.of(phrasesNow()),
        search({ top: true }),
        doc.length > LARGE ? QUICK_COLOURS : [xml(), syntaxHighlighting(COLOURS), foldGutter(), bracketMatching()],
        THEME,
        // Tab is not bound: keyboard users must be able to leave the editor.
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        EditorView.contentAttributes.of(() => ({ 'aria-label': label(), tabindex: '0' })),
        onEdit === undefined ? EditorState.readOnly.of(true) : [],
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          if (docChanged && !transactions.some((transaction) => transaction.annotation(isOurs))) onEdit?.();
        }),
      ],
    }),
  });
  return {
    goTo: (line, column) => {
      const shown = lineFinder(view.state)(line, column);
      const { from } = view.state.doc.line(shown);
      view.dispatch({ effects: setHere.of(shown) });
      // Scrolls only the editor: `scrollIntoView` would scroll the page away from the report on narrow screens. Runs
      // twice, because the heights of lines outside the viewport are estimates.
      const center = (isFirst: boolean): void =>
        view.requestMeasure({
          read: ({ scrollDOM: { clientHeight } }) => {
            const { top, height } = view.lineBlockAt(from);
            return top - (clientHeight - height) / 2;
          },
          write: (top) => {
            view.scrollDOM.scrollTop = top;
            if (isFirst) center(false);
          },
        });
      center(true);
    },
    text: () => fileText(view.state),
    isLaidOut: laidOut !== null,
    undo: () => void undo(view),
    redo: () => void redo(view),
    isEditable: onEdit !== undefined,
    isCompared: () => isCompared,
    compareWith: (original) => {
      isCompared = original !== null;
      const shown = original === null ? [] : unifiedMergeView({ original: shownAs(original), ...PLAIN_DIFFERENCE });
      view.dispatch({ effects: difference.reconfigure(shown) });
      if (original !== null) goToNextChunk(view);
    },
    setMarks: (at) => view.dispatch({ effects: [setMarks.of(at), phrases.reconfigure(phrasesNow())] }),
    setText: (next) => {
      const changes = changesTo(view.state, withLineFeeds(next));
      if (changes.length > 0) view.dispatch({ changes, annotations: [isOurs.of(true), isolateHistory.of('full')] });
    },
    close: () => view.destroy(),
  };
}
