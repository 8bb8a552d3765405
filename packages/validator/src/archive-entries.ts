/**
 * Classifies the entries of ZIP archives. The web page, batches over HTTP and SFTP, and the command line use
 * different ZIP readers; all of them classify entries here, so that the same archive gives the same list of files.
 */

/** Added by operating systems. */
const SYSTEM_FILES = /^(?:Thumbs\.db|desktop\.ini)$/i;
/** Resource forks of macOS; signatures and manifests of signed containers (ETSI EN 319 162-1, 4.4). */
const SYSTEM_FOLDERS = new Set(['__MACOSX', 'META-INF']);

/** A dot or two dots are steps in a path, not the beginning of a hidden name. */
const isHidden = (segment: string): boolean => segment.startsWith('.') && segment !== '.' && segment !== '..';

/** Whether an entry is skipped silently: a folder, a hidden file, or a file added by an operating system. */
export function isIgnoredEntry(name: string): boolean {
  if (name.endsWith('/')) return true;
  const segments = name.split('/');
  const file = segments.at(-1)!;
  return (
    SYSTEM_FILES.test(file) || segments.some(isHidden) || segments.slice(0, -1).some((it) => SYSTEM_FOLDERS.has(it))
  );
}

/** Whether the name of an entry marks it as an invoice, regardless of its content. */
export const isNamedInvoice = (name: string): boolean => /\.(xml|pdf)$/i.test(name);

/** Number of leading bytes that determine the kind of an entry. */
export const HEAD_BYTES = 1024;

/**
 * Leading bytes of XML (XML 1.0, appendix F), after a byte order mark and white space, in UTF-8, UTF-16 and EBCDIC;
 * and of PDF.
 */
const INVOICE = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\s\0]*<|^\x4c\x6f\xa7\x94|^%PDF-/;
/** HTML and SVG are markup, but not invoices. */
const OTHER_MARKUP = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html[\s>]|svg[\s>])/i;
/** Signatures of a ZIP archive; the second is that of an empty one (APPNOTE 4.3.7 and 4.3.16). */
const ZIP = ['PK\x03\x04', 'PK\x05\x06'];
/** gzip, 7z, RAR, bzip2, xz. */
const OTHER_ARCHIVES = ['\x1f\x8b', '7z\xbc\xaf\x27\x1c', 'Rar!', 'BZh', '\xfd7zXZ\0'];
/** Offset of the name of the first entry in a ZIP archive (APPNOTE 4.3.7). */
const FIRST_NAME = 30;
/** Office documents are ZIP archives, too (ISO/IEC 29500-2; OpenDocument 1.3, part 2). */
const OFFICE_DOCUMENT =
  /^(?:\[Content_Types\]|_rels\/|docProps\/|word\/|xl\/|ppt\/|mimetypeapplication\/(?:vnd\.oasis|epub))/;

/** Kind of an entry: `archive` is a ZIP archive, `unopened` an archive of another format, `other` not an invoice. */
type EntryKind = 'invoice' | 'archive' | 'unopened' | 'other';

/**
 * Classifies an entry by name and content. A ZIP archive is opened whatever its name; any other file with the name of
 * an invoice is validated as one.
 *
 * @param head the first `HEAD_BYTES` of the content, or all of it when it is shorter
 */
export function kindOfEntry(name: string, head: Uint8Array): EntryKind {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  const begins = (sign: string): boolean => text.startsWith(sign);
  if (ZIP.some(begins) && !OFFICE_DOCUMENT.test(text.slice(FIRST_NAME))) return 'archive';
  if (OTHER_ARCHIVES.some(begins)) return 'unopened';
  return isNamedInvoice(name) || (INVOICE.test(text) && !OTHER_MARKUP.test(text)) ? 'invoice' : 'other';
}
