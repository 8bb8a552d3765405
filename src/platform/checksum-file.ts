import { closeSync, constants, existsSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { pathIn } from '../lib/path-in.ts';

/** Accepts the output of sha256sum, a bare digest, and the BSD format (`sha256sum --tag`, `openssl dgst`). */
const LINE = /^\\?(?:SHA(?:2-)?256 ?\(.*\) ?= ?)?([0-9a-fA-F]{64})(?:[ \t]+\*?.*)?\s*$/;

/** Suffixes of sidecar files: Windows programs write either case. */
const ENDINGS = ['.sha256', '.SHA256'];

const MAX_BYTES = 4_096;

/**
 * Parses the digest of a sidecar file, in lowercase hex; empty (matches no file) when the content is not a digest.
 */
export const readChecksum = (bytes: Buffer): string =>
  LINE.exec(decodeSums(bytes).split('\n')[0] ?? '')?.[1]?.toLowerCase() ?? '';

/** Decodes a checksum file: PowerShell writes UTF-8 with a byte order mark, or UTF-16. */
export function decodeSums(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** Name of the file that a sidecar belongs to; null when the name is not that of a sidecar. */
export function checkedBy(name: string): string | null {
  const ending = ENDINGS.find((one) => name.endsWith(one) && name.length > one.length);
  return ending === undefined ? null : name.slice(0, -ending.length);
}

/** Possible sidecar names of a file. */
export const sideNamesOf = (name: string): readonly string[] => ENDINGS.map((ending) => name + ending);

/** Whether to ignore a sidecar, by its name. */
type LeavesOut = (sideName: string) => boolean;

/**
 * Reads the sidecar checksum of a file; null when there is no sidecar. Symbolic links are not followed.
 *
 * @param leavesOut is called in the same tick of the event loop that reads the sidecar, so no upload to it can start
 *   in between
 */
export function findChecksum(folder: string, name: string, leavesOut: LeavesOut = () => false): string | null {
  for (const sideName of sideNamesOf(name)) {
    const path = pathIn(folder, sideName);
    // Most files have no sidecar; `existsSync` avoids the cost of an exception.
    const found = existsSync(path) && !leavesOut(sideName) ? readSideFile(path) : null;
    if (found !== null) return found;
  }
  return null;
}

function readSideFile(path: string): string | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    if (!fstatSync(descriptor).isFile()) return '';
    const buffer = Buffer.alloc(MAX_BYTES);
    return readChecksum(buffer.subarray(0, readSync(descriptor, buffer, 0, MAX_BYTES, 0)));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Removes the sidecars of a file after its checksum was verified.
 *
 * @param leavesOut see `findChecksum`
 */
export function removeChecksum(folder: string, name: string, leavesOut: LeavesOut = () => false): void {
  for (const sideName of sideNamesOf(name)) if (!leavesOut(sideName)) rmSync(pathIn(folder, sideName), { force: true });
}
