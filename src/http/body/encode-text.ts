import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Converts an XML file that arrived as text in JSON to bytes.
 *
 * JSON contains characters, not bytes, but the XML still declares an encoding. Encoding the text as declared restores
 * the original file, with its hash, and no character is misread. If the declared encoding is unknown or lacks a
 * character of the text, UTF-8 is used. A long text is encoded in slices.
 */
export async function encodeText(text: string): Promise<Buffer> {
  const match = DECLARED.exec(text.slice(0, LONGEST_DECLARATION));
  const [declaration = '', name = 'utf-8'] = match ?? [];
  const encode = findEncoder(name.toLowerCase());
  const encoded = encode === null ? null : await encodeSlices(text, encode);
  if (encoded !== null) return encoded;
  const before = declaration.slice(0, -1 - name.length);
  return (await encodeSlices(`${before}UTF-8${text.slice(before.length + name.length)}`, toUtf8))!;
}

const toUtf8: Encode = (part) => Buffer.from(part, 'utf8');
const NOT_ASCII = /[^\0-\x7f]/;

const DECLARED = /^\uFEFF?<\?xml\s[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,40})["']/;

/** In UTF-16 code units; real declarations have less than a hundredth of it. */
const LONGEST_DECLARATION = 10_000;

/** UTF-16 code units encoded before yielding to other requests. */
const SLICE = 256 * 1024;

/** @returns null when the encoding lacks a character */
type Encode = (part: string, first: boolean) => Buffer | null;

async function encodeSlices(text: string, encode: Encode): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let from = 0;
  do {
    if (from > 0) await nextTurn();
    const to = from + SLICE - (isHighSurrogate(text.charCodeAt(from + SLICE - 1)) ? 1 : 0);
    const part = encode(text.slice(from, to), from === 0);
    if (part === null) return null;
    parts.push(part);
    from = to;
  } while (from < text.length);
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** A slice must not end between the two halves of a surrogate pair. */
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

function findEncoder(encoding: string): Encode | null {
  switch (encoding) {
    case 'utf-8':
    case 'utf8':
      return toUtf8;
    case 'us-ascii':
    case 'ascii':
      return (part) => (NOT_ASCII.test(part) ? null : toUtf8(part, false));
    case 'utf-16':
    case 'utf-16le':
      return (part, first) => Buffer.from(first ? mark(part) : part, 'utf16le');
    case 'utf-16be':
      return (part, first) => Buffer.from(first ? mark(part) : part, 'utf16le').swap16();
    case 'iso-8859-1':
    case 'iso-8859-2':
    case 'windows-1250':
    case 'windows-1252': {
      const table = tableOf(encoding);
      return (part) => encodeByTable(part, table);
    }
    default:
      return null;
  }
}

const mark = (text: string): string => (text.startsWith('\uFEFF') ? text : `\uFEFF${text}`);

/** UTF-16 code unit → byte; -1 for an unsupported character. */
type Table = Int16Array;

const tables = new Map<string, Table>();

/**
 * Inverts the decoder's table of all bytes. ISO 8859-1 is mapped directly, because TextDecoder reads it as
 * windows-1252.
 */
function tableOf(encoding: string): Table {
  let table = tables.get(encoding);
  if (table === undefined) {
    const decoder = encoding === 'iso-8859-1' ? null : new TextDecoder(encoding);
    table = new Int16Array(65_536).fill(-1);
    for (let byte = 0; byte < 256; byte++) {
      table[decoder === null ? byte : decoder.decode(Uint8Array.of(byte)).charCodeAt(0)] = byte;
    }
    tables.set(encoding, table);
  }
  return table;
}

function encodeByTable(text: string, table: Table): Buffer | null {
  const bytes = Buffer.allocUnsafe(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const byte = table[text.charCodeAt(index)]!;
    if (byte < 0) return null;
    bytes[index] = byte;
  }
  return bytes;
}
