import { isIgnoredEntry } from '@e-invoice/validator/archive-entries';
import type { Entry } from 'yauzl';
import type { RefusalCode } from './refusals.data.ts';
import { isFilename } from './refuse-file.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes the name of an entry; null when it is not UTF-8, regardless of the flag in the archive. */
export function readName(raw: Uint8Array): string | null {
  try {
    return decoder.decode(raw);
  } catch {
    return null;
  }
}

const latin1 = (raw: Uint8Array): string => Buffer.from(raw).toString('latin1');

/** True when an entry is skipped silently; the patterns are ASCII. */
export const isIgnored = (raw: Uint8Array): boolean => isIgnoredEntry(latin1(raw));

const STORED = 0;
const DEFLATED = 8;

/** Reason why an entry is not unpacked; null when it may be. */
export function findFault(entry: Entry, name: string | null, isTwice: boolean, fileBytes: number): RefusalCode | null {
  if (name === null) return 'name_not_utf8';
  if (leadsOut(name)) return 'name_leads_out';
  if (!isFilename(name)) return 'filename_not_allowed';
  if (isTwice) return 'name_twice';
  if (isLink(entry.externalFileAttributes)) return 'entry_is_link';
  if (entry.isEncrypted()) return 'entry_encrypted';
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) return 'entry_method_unsupported';
  if (entry.uncompressedSize > fileBytes) return 'file_too_large';
  return null;
}

/** Absolute paths, drive letters, `..` and backslashes: an archive of invoices has no such names. */
const leadsOut = (name: string): boolean =>
  name.startsWith('/') || name.includes('\\') || /^[A-Za-z]:/.test(name) || name.split('/').includes('..');

/** Archives created on Unix store the file mode in the upper 16 bits of the attributes. */
const isLink = (attributes: number): boolean => ((attributes >>> 16) & 0o170000) === 0o120000;
