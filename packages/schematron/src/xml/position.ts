import type { XmlDocument } from './tree.ts';

/** Both from 1. Line ends are CRLF, CR or LF; a column is a character, whatever its UTF-16 length. */
export type Position = { readonly line: number; readonly column: number };

type PositionIndex = {
  /** Offset of the first character of each line. */
  readonly lines: Int32Array;
  /** Offsets of the second halves of surrogate pairs. */
  readonly halves: Int32Array;
};

const indexes = new WeakMap<XmlDocument, PositionIndex>();

/**
 * Line and column of an offset. The line index is built on first use, so that documents without findings do not pay
 * for it.
 */
export function positionOf(document: XmlDocument, offset: number): Position {
  let index = indexes.get(document);
  if (index === undefined) {
    index = indexText(document.text);
    indexes.set(document, index);
  }
  return findPosition(index, offset);
}

/** The same for a text that could not be parsed. */
export const positionIn = (text: string, offset: number): Position => findPosition(indexText(text), offset);

function indexText(text: string): PositionIndex {
  const lines = [0];
  if (text.includes('\r')) {
    for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) lines.push(index + end.length);
  } else {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
  }
  const halves: number[] = [];
  for (const { index } of text.matchAll(/[\ud800-\udbff](?=[\udc00-\udfff])/g)) halves.push(index + 1);
  return { lines: Int32Array.from(lines), halves: Int32Array.from(halves) };
}

function findPosition({ lines, halves }: PositionIndex, offset: number): Position {
  const line = countUpTo(lines, offset);
  const start = lines[line - 1]!;
  return { line, column: offset - start - (countUpTo(halves, offset - 1) - countUpTo(halves, start - 1)) + 1 };
}

/** The number of entries of a sorted array that are at most `limit`. */
function countUpTo(sorted: Int32Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
