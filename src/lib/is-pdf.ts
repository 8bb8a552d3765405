const LATIN_1 = new TextDecoder('latin1');

/** Start of XML, JSON (after a byte order mark and white space) or ZIP. A ZIP may contain an uncompressed PDF. */
const OTHER = /^(?:(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\s\0]*[<{[]|PK)/;

/**
 * True when the file is a PDF. The header may follow other bytes within the first kilobyte, as PDF readers accept.
 */
export function isPdf(file: Uint8Array): boolean {
  const head = LATIN_1.decode(file.subarray(0, 1024));
  return head.includes('%PDF-') && !OTHER.test(head);
}
