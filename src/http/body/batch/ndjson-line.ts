import { isAscii } from 'node:buffer';
import { Refusal } from '../../../platform/errors/index.ts';
import { type JsonParser, makeJsonParser, makePositionCounter, skipSpace } from '../../../platform/json/index.ts';

/** What a line may cost besides its bytes: it needs five values and names. */
const LINE = { nodes: 1_000, depth: 10 };

const LINE_FEED = 0x0a;

/** A line of up to so many bytes is held until it is whole; one that comes byte by byte is joined now and then. */
const SHORT_BYTES = 64 * 1024;
const MAX_PIECES = 1_024;

type NdjsonLine = {
  readonly size: number;
  /** Why the line cannot be read: it is not JSON, or has more values than a file; then `value` is undefined. */
  readonly refusal: Refusal | null;
  readonly value: unknown;
  readonly repeated: ReturnType<JsonParser['repeated']>;
};

/**
 * The lines of a body, parsed as they come; null for a blank one.
 *
 * @param longestText of a text in a line, in UTF-16 units
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

/** Most lines are as short as an invoice: such a one is read in one go when it is whole, by the platform where that costs little. */
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

  /** A line that the parser refuses fails alone. */
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
      // A blank line is none, however long it is.
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

/** Each field is a name and a value, and a line may have so many of both together as the other parser lets it. */
const MAX_FIELDS = LINE.nodes / 2 - 1;

const OPEN_OBJECT = 0x7b;
const OPEN_ARRAY = 0x5b;
const QUOTE = 0x22;
const COLON = 0x3a;

/**
 * What a short line says, by the platform's parser, which is several times as fast as ours. It knows no bound on values: what may
 * have more than an object of texts is left to ours, and so is all that is not as it should be.
 *
 * @returns undefined where the other parser has to say what it is
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

/** The platform's parser is silent about a name that comes twice. Each name is followed by a colon, and so may be a quote in a text. */
function mayRepeat(line: Buffer, fields: number): boolean {
  let colons = 0;
  for (let at = line.indexOf(QUOTE); at >= 0; at = line.indexOf(QUOTE, at + 1)) {
    if (line[skipSpace(line, at + 1)] === COLON) colons++;
  }
  return colons > fields;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
