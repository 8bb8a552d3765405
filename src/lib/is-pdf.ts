const LATIN_1 = new TextDecoder('latin1');

/** How XML and JSON begin, after a byte order mark and blanks; and an archive, which may have a PDF in it as it is. */
const OTHER = /^(?:(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\s\0]*[<{[]|PK)/;

/** The file is a PDF: some have other bytes before their header, which readers look for in the first kilobyte. */
export function isPdf(file: Uint8Array): boolean {
  const head = LATIN_1.decode(file.subarray(0, 1024));
  return head.includes('%PDF-') && !OTHER.test(head);
}
