import { diff } from '@codemirror/merge';
import { type ChangeSpec, type EditorState, RangeSet, StateField } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { LaidOut } from './pretty-print-xml.ts';

/** Diff limits: a slow comparison falls back to an approximate one. */
export const ROUGH = { scanLimit: 500, timeout: 100 };

const blanks = Decoration.mark({});

/** Ranges of white space that the pretty-printer inserted. They are mapped through edits. */
const insertedField = StateField.define<RangeSet<Decoration>>({
  create: () => RangeSet.empty,
  update: (set, { changes }) => set.map(changes),
});

export const withInserted = ({ inserted }: Pick<LaidOut, 'inserted'>) =>
  insertedField.init(() => RangeSet.of(inserted.map(({ from, to }) => blanks.range(from, to))));

/** The inserted ranges that are still white space; text typed into a range belongs to the file. */
function insertedIn(state: EditorState): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  const set = state.field(insertedField, false) ?? RangeSet.empty;
  for (const cursor = set.iter(); cursor.value !== null; cursor.next()) {
    const { from, to } = cursor;
    if (state.sliceDoc(from, to).trim() === '') found.push({ from, to });
  }
  return found;
}

/** The text of the file: the editor content without the inserted white space. */
export function fileText(state: EditorState): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of insertedIn(state)) {
    parts.push(state.sliceDoc(at, from));
    at = to;
  }
  parts.push(state.sliceDoc(at));
  return parts.join('');
}

/** Returns a function that maps an offset in the file (from 0) to an offset in the editor. */
function placeFinder(state: EditorState): (offset: number) => number {
  // For each inserted range, its offset in the file and the number of characters inserted up to and including it.
  const sums: { readonly at: number; readonly added: number }[] = [{ at: -1, added: 0 }];
  for (const { from, to } of insertedIn(state)) {
    const { added } = sums.at(-1)!;
    sums.push({ at: from - added, added: added + to - from });
  }
  return (offset) => {
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (sums[middle]!.at <= offset) low = middle;
      else high = middle - 1;
    }
    return Math.min(offset + sums[low]!.added, state.doc.length);
  };
}

/** Returns a function that maps a position in the file (line and column from 1) to a line in the editor. */
export function lineFinder(state: EditorState): (line: number, column: number) => number {
  if (state.field(insertedField, false) === undefined) return (line) => Math.min(line, state.doc.lines);
  const starts = [0];
  const text = fileText(state);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const find = placeFinder(state);
  return (line, column) => state.doc.lineAt(find((starts[line - 1] ?? 0) + column - 1)).number;
}

/** Changes to the editor content that give the file a new text; surrounding inserted white space is preserved. */
export function changesTo(state: EditorState, text: string): ChangeSpec[] {
  const find = placeFinder(state);
  return diff(fileText(state), text, ROUGH).map(({ fromA, toA, fromB, toB }) => ({
    from: find(fromA),
    // Inserted white space at the end of the change is not part of it.
    to: toA === fromA ? find(fromA) : find(toA - 1) + 1,
    insert: text.slice(fromB, toB),
  }));
}
