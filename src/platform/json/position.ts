import { isAscii } from 'node:buffer';

/** Both 1-based; the column counts code points. */
export type Position = { readonly line: number; readonly column: number };

/** Counts lines and columns of UTF-8 text in chunks. */
type PositionCounter = {
  /** Advances over the bytes between two indexes of a chunk. */
  readonly advance: (chunk: Buffer, from: number, to: number) => void;
  readonly position: () => Position;
};

const LINE_FEED = 0x0a;
const MARK = 0xef;

export function makePositionCounter(firstLine = 1): PositionCounter {
  let line = firstLine;
  let column = 1;
  return {
    advance: (chunk, from, to) => {
      const bytes = chunk.subarray(from, to);
      // At the beginning of a line this byte can only be a byte order mark, for which editors show no column.
      let start = column === 1 && bytes[0] === MARK ? 1 : 0;
      for (let at = bytes.indexOf(LINE_FEED, start); at >= 0; at = bytes.indexOf(LINE_FEED, start)) {
        line++;
        column = 1;
        start = at + 1;
      }
      column += countCharacters(bytes.subarray(start));
    },
    position: () => ({ line, column }),
  };
}

/** Counts code points of UTF-8; continuation bytes are skipped. */
export function countCharacters(bytes: Buffer): number {
  if (isAscii(bytes)) return bytes.length;
  let count = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) count++;
  return count;
}
