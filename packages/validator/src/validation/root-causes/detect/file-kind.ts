import type { Text } from '../../../issues/index.ts';
import { FILE_KINDS, PLAIN_TEXT, WEB_PAGE } from './file-kinds.data.ts';

/** So far the signs of all kinds reach. */
const FIRST = 128;

/** What a file that cannot be read as XML is instead; null where nobody can tell. Linear in its length. */
export function kindOfFile(bytes: Uint8Array): Text | null {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const content = hasMark ? bytes.subarray(3) : bytes;
  const beginning = String.fromCharCode(...content.subarray(0, FIRST));
  const found = FILE_KINDS.find(([, ...signs]) => signs.every(([at, sign]) => beginning.startsWith(sign, at)));
  if (found !== undefined) return found[0];
  if (/^\s*<(?:!doctype\s+html|html[\s>])/i.test(beginning)) return WEB_PAGE;
  return isPlainText(content) ? PLAIN_TEXT : null;
}

const LESS_THAN = 0x3c;
const BLANK = 0x20;

/** A letter, a table or a mail without markup: no tag, no byte below the blank but tabs and ends of lines. */
function isPlainText(bytes: Uint8Array): boolean {
  const isPrinted = (byte: number): boolean =>
    byte !== LESS_THAN && (byte >= BLANK || byte === 0x09 || byte === 0x0a || byte === 0x0d);
  return bytes.some((byte) => byte > BLANK) && bytes.every(isPrinted);
}
