/**
 * The bytes of an XML file that came as text inside JSON.
 *
 * JSON carries characters, not bytes, but the file still declares an encoding. Written in that encoding it is the file
 * that the declaration promises, with its true hash, and no letter is misread. A text that its declared encoding
 * cannot hold, or that declares one unknown here, is written in UTF-8, and is then judged for contradicting itself.
 */
export function encodeText(text: string): Buffer {
  const declared = DECLARED.exec(text)?.[1]?.toLowerCase();
  if (declared === undefined || declared === 'utf-8') return Buffer.from(text, 'utf8');
  return encodeAs(declared, text) ?? Buffer.from(text, 'utf8');
}

const DECLARED = /^\uFEFF?<\?xml\s[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,40})["']/;

function encodeAs(encoding: string, text: string): Buffer | null {
  const marked = text.startsWith('\uFEFF') ? text : `\uFEFF${text}`;
  switch (encoding) {
    case 'utf-16':
    case 'utf-16le':
      return Buffer.from(marked, 'utf16le');
    case 'utf-16be':
      return Buffer.from(marked, 'utf16le').swap16();
    case 'iso-8859-1':
      return encodeByTable(text, LATIN_1);
    case 'iso-8859-2':
    case 'windows-1250':
    case 'windows-1252':
      return encodeByTable(text, tableOf(encoding));
    default:
      return null;
  }
}

type Table = ReadonlyMap<string, number>;

const LATIN_1: Table = new Map(Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte]));

const tables = new Map<string, Table>();

/** Character → byte, turned round from what the decoder makes of every byte. */
function tableOf(encoding: string): Table {
  let table = tables.get(encoding);
  if (table === undefined) {
    const decoder = new TextDecoder(encoding);
    table = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
    tables.set(encoding, table);
  }
  return table;
}

function encodeByTable(text: string, table: Table): Buffer | null {
  const bytes = Buffer.allocUnsafe(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const byte = table.get(text[index]!);
    if (byte === undefined) return null;
    bytes[index] = byte;
  }
  return bytes;
}
