import type { Text } from '../../../issues/index.ts';
import { FILE_KINDS, PLAIN_TEXT, WEB_PAGE } from './file-kinds.data.ts';

/** Number of bytes that the signatures of all file kinds cover. */
const FIRST = 128;

/** Recognises the kind of a file that is not XML; null when unknown. Linear in the length of the file. */
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

/** Plain text: no tags, and no control characters except tabs and line ends. */
function isPlainText(bytes: Uint8Array): boolean {
  const isPrinted = (byte: number): boolean =>
    byte !== LESS_THAN && (byte >= BLANK || byte === 0x09 || byte === 0x0a || byte === 0x0d);
  return bytes.some((byte) => byte > BLANK) && bytes.every(isPrinted);
}
