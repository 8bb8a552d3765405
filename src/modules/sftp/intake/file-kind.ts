import { isPdf } from '../../../lib/is-pdf.ts';

export type FileKind = 'invoice' | 'pdf' | 'zip' | 'ndjson' | 'draft' | 'unknown';

/** Signatures of a ZIP archive; the second is that of an empty one (APPNOTE.TXT, 4.3.7 and 4.3.16). */
const ARCHIVES = new Set(['PK\x03\x04', 'PK\x05\x06']);

const SPACE = /^[\s\uFEFF]*/;

/** Detects the kind of a file from its first kilobyte (`head`), then from its name. */
export function kindOf(name: string, head: Uint8Array): FileKind {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (ARCHIVES.has(bytes.toString('latin1', 0, 4))) return 'zip';
  if (isPdf(head)) return 'pdf';
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson';
  if (ending === 'json') return 'draft';
  // The validation reports an empty or malformed file.
  if (ending === 'xml') return 'invoice';
  const isWide =
    bytes.length >= 2 && ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe));
  const begins = bytes.toString(isWide ? 'utf16le' : 'utf8').replace(SPACE, '');
  return begins.startsWith('<') || (isWide && bytes.includes('<')) ? 'invoice' : 'unknown';
}
