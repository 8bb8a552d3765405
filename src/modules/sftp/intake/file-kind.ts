import { isPdf } from '../../../lib/is-pdf.ts';

/** What a file is taken as. */
export type FileKind = 'invoice' | 'pdf' | 'zip' | 'ndjson' | 'draft' | 'unknown';

/** How an archive begins; the second has nothing in it (APPNOTE.TXT, 4.3.7 and 4.3.16). */
const ARCHIVES = new Set(['PK\x03\x04', 'PK\x05\x06']);

const SPACE = /^[\s\uFEFF]*/;

/** What a file is, by how it begins and then by its name. `head`: its first kilobyte. */
export function kindOf(name: string, head: Uint8Array): FileKind {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (ARCHIVES.has(bytes.toString('latin1', 0, 4))) return 'zip';
  if (isPdf(head)) return 'pdf';
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson';
  if (ending === 'json') return 'draft';
  // An empty or broken file of this name is told so by the validation.
  if (ending === 'xml') return 'invoice';
  const isWide =
    bytes.length >= 2 && ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe));
  const begins = bytes.toString(isWide ? 'utf16le' : 'utf8').replace(SPACE, '');
  return begins.startsWith('<') || (isWide && bytes.includes('<')) ? 'invoice' : 'unknown';
}
