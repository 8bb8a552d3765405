import { checkedBy } from '../../../platform/index.ts';

/**
 * Maximum length of a file name in UTF-8 bytes: the limit of Linux file systems minus the suffixes of results.
 * Suffixes of partial files and checksum sidecars do not count, so that a file may be uploaded either way.
 */
const LONGEST_BYTES = 200;

/** Suffixes that clients use for incomplete files (WinSCP, FileZilla, browsers, our documentation). */
export const TEMPORARY_NAMES = '.tmp .temp .part .partial .filepart .uploading .crdownload .inprogress'.split(' ');

/** Reserved device names on Windows: a share of the same folder would open the device. */
const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|:|$)/i;

/**
 * Control characters, bidirectional controls, and the replacement character that a decoder writes for invalid UTF-8.
 */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\uFFFD\uFEFF\u202A-\u202E\u2066-\u2069/\\]/u;

/** Whether the name is allowed. The name is one path segment, exactly as in the folder. */
export function isFilename(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || !name.isWellFormed()) return false;
  return (
    Buffer.byteLength(withoutMarks(name)) <= LONGEST_BYTES &&
    !FORBIDDEN.test(name) &&
    !DEVICES.test(name) &&
    !/^ |[ .]$/.test(name)
  );
}

function withoutMarks(name: string): string {
  const ending = TEMPORARY_NAMES.find((one) => name.toLowerCase().endsWith(one)) ?? '';
  const final = name.slice(0, name.length - ending.length);
  return checkedBy(final) ?? final;
}

/** Whether the suffix marks the file as incomplete. Such a file is never claimed. */
export const isTemporary = (name: string): boolean =>
  TEMPORARY_NAMES.some((ending) => name.toLowerCase().endsWith(ending)) ||
  name.startsWith('.') ||
  name.startsWith('~') ||
  name.endsWith('~');

/** Whether the file is a manifest; only relevant in manifest mode. */
export const isManifest = (name: string): boolean => name === 'SHA256SUMS' || /\.manifest\.json$/i.test(name);
