import { isAscii } from 'node:buffer';
import { Refusal } from '../../../../platform/errors/index.ts';
import { type JsonParser, makeJsonParser, makePositionCounter, skipSpace } from '../../../../platform/json/index.ts';

/** Maximum complexity of a line in addition to its bytes: a valid line needs five values and names. */
const LINE = { nodes: 1_000, depth: 10 };

const LINE_FEED = 0x0a;

/** A line up to this size is buffered until it is complete; many small chunks are joined from time to time. */
const SHORT_BYTES = 64 * 1024;
const MAX_PIECES = 1_024;

type NdjsonLine = {
  readonly size: number;
  /**
   * Reason why the line cannot be read: it is not JSON, or has more values than a file; then `value` is undefined.
   */
  readonly refusal: Refusal | null;
  readonly value: unknown;
  readonly repeated: ReturnType<JsonParser['repeated']>;
};

/**
 * Parses the lines of a body as they arrive; yields null for a blank line.
 *
 * @param longestText maximum length of a text in a line, in UTF-16 code units
 */
export async function* readNdjsonValues(
  bytes: AsyncIterable<Buffer>,
  longestText: number,
): AsyncGenerator<NdjsonLine | null> {
  let number = 1;
  let line = beginLine(longestText, number);
  for await (const chunk of bytes) {
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      line.read(chunk.subarray(from, to));
      yield line.end();
      number++;
      line = beginLine(longestText, number);
      from = to + 1;
    }
    line.read(chunk.subarray(from));
  }
  if (!line.isEmpty()) yield line.end();
}

/** Most lines are as short as an invoice: they are parsed when complete, by JSON.parse if that is safe. */
function beginLine(text: number, number: number) {
  let pieces: Buffer[] = [];
  let pieceByPiece: ReturnType<typeof beginLongLine> | null = null;
  let size = 0;

  return {
    isEmpty: () => size === 0,
    read: (bytes: Buffer): void => {
      size += bytes.length;
      if (pieceByPiece !== null) {
        pieceByPiece.read(bytes);
        return;
      }
      pieces.push(bytes);
      if (pieces.length === MAX_PIECES) pieces = [Buffer.concat(pieces)];
      if (size <= SHORT_BYTES) return;
      pieceByPiece = beginLongLine(text, number);
      for (const piece of pieces) pieceByPiece.read(piece);
      pieces = [];
    },
    end: (): NdjsonLine | null => {
      if (pieceByPiece !== null) return pieceByPiece.end(size);
      const whole = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
      const value = parseFlat(whole);
      if (value !== undefined) return { size, refusal: null, value, repeated: null };
      const line = beginLongLine(text, number);
      line.read(whole);
      return line.end(size);
    },
  };
}

function beginLongLine(text: number, number: number) {
  const parser = makeJsonParser({ ...LINE, text }, makePositionCounter(number));
  let isBlank = true;
  let refusal: Refusal | null = null;

  /** A line that the parser rejects fails only itself. */
  const attempt = (work: () => void): void => {
    try {
      if (refusal === null) work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = error;
    }
  };

  return {
    read: (bytes: Buffer): void => {
      // A blank line of any length is skipped.
      isBlank &&= skipSpace(bytes, 0) === bytes.length;
      attempt(() => parser.readAll(bytes));
    },
    end: (size: number): NdjsonLine | null => {
      if (isBlank) return null;
      attempt(parser.end);
      if (refusal !== null) return { size, refusal, value: undefined, repeated: null };
      return { size, refusal, value: parser.value(), repeated: parser.repeated() };
    },
  };
}

/** Maximum number of fields (a name and a value each), equal to the limit of the incremental parser. */
const MAX_FIELDS = LINE.nodes / 2 - 1;

const OPEN_OBJECT = 0x7b;
const OPEN_ARRAY = 0x5b;
const QUOTE = 0x22;
const COLON = 0x3a;

/**
 * Parses a short line with JSON.parse, which is several times as fast as the incremental parser. JSON.parse has no
 * limit on values, so anything but a flat object of texts, and any invalid line, is left to the incremental parser.
 *
 * @returns undefined when the incremental parser must parse the line
 */
function parseFlat(line: Buffer): unknown {
  if (line[0] !== OPEN_OBJECT || line.includes(OPEN_OBJECT, 1) || line.includes(OPEN_ARRAY)) return undefined;
  try {
    const value = JSON.parse(isAscii(line) ? line.toString('latin1') : UTF_8.decode(line)) as object;
    const fields = Object.keys(value).length;
    return fields > MAX_FIELDS || mayRepeat(line, fields) ? undefined : value;
  } catch {
    return undefined;
  }
}

/**
 * JSON.parse accepts repeated names. Each name is followed by a colon, but so may be a quote inside a text, so this
 * may return true for a line without repeated names.
 */
function mayRepeat(line: Buffer, fields: number): boolean {
  let colons = 0;
  for (let at = line.indexOf(QUOTE); at >= 0; at = line.indexOf(QUOTE, at + 1)) {
    if (line[skipSpace(line, at + 1)] === COLON) colons++;
  }
  return colons > fields;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
