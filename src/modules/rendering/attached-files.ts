import type { Invoice } from '@e-invoice/validator/invoice';
import { firstCharacters } from '../../lib/first-characters.ts';
import type { AttachedFile, NotOpened } from './attached-file.ts';

/** Limits per invoice: number of files and their total size in bytes. */
const MAX_FILES = 20;
const MAX_BYTES = 5 * 1024 * 1024;
const LONGEST_STEM = 80;

type FileType = { readonly extensions: readonly [string, ...string[]]; readonly isOne: (bytes: Buffer) => boolean };

const startsWith =
  (...signature: readonly number[]) =>
  (bytes: Buffer): boolean =>
    signature.every((byte, place) => bytes[place] === byte);
const isZip = startsWith(0x50, 0x4b, 3, 4);
const ODS = 'mimetypeapplication/vnd.oasis.opendocument.spreadsheet';
/** Offset of the first file name in a ZIP archive. */
const FIRST_NAME = 30;

/**
 * The media types of EN 16931 (BR-CL-24), each with a check of its content. Types that can contain scripts (HTML,
 * SVG, XML, executables) are excluded.
 */
const TYPES: ReadonlyMap<string, FileType> = new Map(
  Object.entries({
    'application/pdf': { extensions: ['pdf'], isOne: startsWith(0x25, 0x50, 0x44, 0x46, 0x2d) },
    'image/png': { extensions: ['png'], isOne: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
    'image/jpeg': { extensions: ['jpg', 'jpeg'], isOne: startsWith(0xff, 0xd8, 0xff) },
    'text/csv': { extensions: ['csv'], isOne: isTable },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { extensions: ['xlsx'], isOne: isZip },
    'application/vnd.oasis.opendocument.spreadsheet': {
      extensions: ['ods'],
      isOne: (bytes) => isZip(bytes) && bytes.toString('latin1', FIRST_NAME, FIRST_NAME + ODS.length) === ODS,
    },
  }),
);

/** Accepts text without the bytes of an executable or the markup of a web page. */
function isTable(bytes: Buffer): boolean {
  const start = bytes.toString('utf8', 0, 200).replace(/^\ufeff/, '');
  return !bytes.includes(0) && !start.startsWith('MZ') && !/^\s*</.test(start);
}

/**
 * Reads the supporting documents (BG-24, BT-125), keyed by the 0-based index of the document: the file if it is safe
 * to open, otherwise the reason. Documents without a file are omitted.
 */
export function readAttachedFiles({
  attachments,
}: Pick<Invoice, 'attachments'>): Map<number, AttachedFile | NotOpened> {
  const files = new Map<number, AttachedFile | NotOpened>();
  const names = new Set<string>();
  let count = 0;
  let size = 0;
  for (const [place, { file }] of attachments.entries()) {
    if (file === null) continue;
    const stated = (file.mimeCode ?? '').trim().toLowerCase();
    const isTooMuch = count >= MAX_FILES || size + (file.content.length * 3) / 4 > MAX_BYTES;
    const mediaType = typeOf(stated, file.content);
    const type = TYPES.get(mediaType ?? stated);
    const bytes = mediaType === null || isTooMuch ? null : decode(file.content);
    // `isOne` checks a whole table, not only its first bytes.
    if (type === undefined || mediaType === null || bytes === null || !type.isOne(bytes)) {
      files.set(place, type === undefined ? 'type' : isTooMuch ? 'size' : 'content');
      continue;
    }
    count++;
    size += bytes.length;
    files.set(place, { name: safeName(file.filename ?? '', place, type, names), mediaType, bytes });
  }
  return files;
}

/** Number of base64 digits that suffice to detect the file type. */
const HEAD = 400;

/** Types that the first bytes identify unambiguously. */
const PROVEN = ['application/pdf', 'image/png', 'image/jpeg', 'application/vnd.oasis.opendocument.spreadsheet'];

/** Returns the stated type or, if the first bytes prove another one (some programs state wrong types), that type. */
function typeOf(stated: string, content: string): string | null {
  const digits = content
    .slice(0, 2 * HEAD)
    .replaceAll(/\s+/g, '')
    .slice(0, HEAD);
  const head = Buffer.from(digits, 'base64');
  const isOf = (type: string): boolean => TYPES.get(type)?.isOne(head) === true;
  return isOf(stated) ? stated : (PROVEN.find(isOf) ?? null);
}

/** Decodes base64 (RFC 4648, section 4), ignoring white space; null if the text is not valid base64. */
function decode(content: string): Buffer | null {
  const digits = content.replaceAll(/\s+/g, '');
  const padding = digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0;
  // One expression over the whole text would need more backtracking stack than V8 has for several megabytes.
  const isForeign = /[^A-Za-z0-9+/]/.test(digits.slice(0, digits.length - padding));
  return digits !== '' && digits.length % 4 === 0 && !isForeign ? Buffer.from(digits, 'base64') : null;
}

/** Reserved device names on Windows, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Returns a safe file name: no path separators, and no characters that hide the extension or reverse the text
 * direction.
 */
function safeName(filename: string, place: number, { extensions }: FileType, taken: Set<string>): string {
  const plain = firstCharacters(filename, 4 * LONGEST_STEM)
    .normalize('NFC')
    .replaceAll(/\p{C}+/gu, '')
    .replaceAll(/[\\/:*?"<>|\s]+/gu, ' ');
  const ending = extensions.find((extension) => plain.toLowerCase().endsWith(`.${extension}`));
  const bare = ending === undefined ? plain : plain.slice(0, -ending.length - 1);
  const cut = firstCharacters(bare.replaceAll(/^[. ]+/g, ''), LONGEST_STEM);
  const trimmed = cut.replaceAll(/(?<![. ])[. ]+$/g, '');
  const stem = trimmed === '' ? `${place + 1}` : DEVICE.test(trimmed) ? `_${trimmed}` : trimmed;
  for (let copy = 1; ; copy++) {
    const name = `${stem}${copy === 1 ? '' : ` (${copy})`}.${ending ?? extensions[0]}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
