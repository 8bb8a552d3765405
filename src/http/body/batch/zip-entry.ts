import { isIgnoredEntry } from '@e-invoice/validator/archive-entries';
import type { Entry } from 'yauzl';
import type { RefusalCode } from './refusals.data.ts';
import { isFilename } from './refuse-file.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The name of an entry; null when it is not UTF-8, whatever the archive says of it. */
export function readName(raw: Uint8Array): string | null {
  try {
    return decoder.decode(raw);
  } catch {
    return null;
  }
}

const latin1 = (raw: Uint8Array): string => Buffer.from(raw).toString('latin1');

/** Whether an entry is left out without a notice; what decides that is ASCII. */
export const isIgnored = (raw: Uint8Array): boolean => isIgnoredEntry(latin1(raw));

const STORED = 0;
const DEFLATED = 8;

/** Why an entry is not unpacked; null when it may be. */
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

/** Absolute, on a drive, upwards, or with the other system's separators: nothing that a folder of invoices has. */
const leadsOut = (name: string): boolean =>
  name.startsWith('/') || name.includes('\\') || /^[A-Za-z]:/.test(name) || name.split('/').includes('..');

/** Archives made on Unix keep the file's mode in the upper half of the attributes. */
const isLink = (attributes: number): boolean => ((attributes >>> 16) & 0o170000) === 0o120000;
