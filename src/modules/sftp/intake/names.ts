import { checkedBy } from '../../../platform/index.ts';

/**
 * A file name may have so many bytes in UTF-8: what Linux file systems hold, less what names of results add. What marks a file as
 * not finished, or as the checksum of another, comes on top of it: whoever may put a file may put it in either way.
 */
const LONGEST_BYTES = 200;

/** Endings that clients give what they have not finished (WinSCP, FileZilla, browsers, our own documentation). */
export const TEMPORARY_NAMES = '.tmp .temp .part .partial .filepart .uploading .crdownload .inprogress'.split(' ');

/** Names that are devices elsewhere: a share over the same folder would open the device. */
const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|:|$)/i;

/** Control characters, what turns the direction of writing, and what a decoder wrote for bytes that are no UTF-8. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\uFFFD\uFEFF\u202A-\u202E\u2066-\u2069/\\]/u;

/** Whether a file may have the name: one part of a path, as it stands in the folder. */
export function isFilename(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || !name.isWellFormed()) return false;
  return (
    Buffer.byteLength(withoutMarks(name)) <= LONGEST_BYTES &&
    !FORBIDDEN.test(name) &&
    !DEVICES.test(name) &&
    !/^ |[ .]$/.test(name)
  );
}

/** The name of the file that it will be, or that it is about. */
function withoutMarks(name: string): string {
  const ending = TEMPORARY_NAMES.find((one) => name.toLowerCase().endsWith(one)) ?? '';
  const final = name.slice(0, name.length - ending.length);
  return checkedBy(final) ?? final;
}

/** Whether a client says by the name that the file is not finished: nobody takes it. */
export const isTemporary = (name: string): boolean =>
  TEMPORARY_NAMES.some((ending) => name.toLowerCase().endsWith(ending)) ||
  name.startsWith('.') ||
  name.startsWith('~') ||
  name.endsWith('~');

/** Whether the file lists others, in the manifest mode. */
export const isManifest = (name: string): boolean => name === 'SHA256SUMS' || /\.manifest\.json$/i.test(name);
