import { closeSync, constants, existsSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { pathIn } from '../lib/path-in.ts';

/** A line of sha256sum, or the digest alone; and a line as BSD, `sha256sum --tag` and `openssl dgst` write it. */
const LINE = /^\\?(?:SHA(?:2-)?256 ?\(.*\) ?= ?)?([0-9a-fA-F]{64})(?:[ \t]+\*?.*)?\s*$/;

/** How a side file may end: programs on Windows write either. */
const ENDINGS = ['.sha256', '.SHA256'];

const MAX_BYTES = 4_096;

/** The digest that a side file says, in lowercase hex; empty where it says none: it then matches nothing. */
export const readChecksum = (bytes: Buffer): string =>
  LINE.exec(decodeSums(bytes).split('\n')[0] ?? '')?.[1]?.toLowerCase() ?? '';

/** The text of a file with checksums, or a list of them: PowerShell writes UTF-8 with its mark, or UTF-16. */
export function decodeSums(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** The file whose checksum a side file tells; null for any other file. */
export function checkedBy(name: string): string | null {
  const ending = ENDINGS.find((one) => name.endsWith(one) && name.length > one.length);
  return ending === undefined ? null : name.slice(0, -ending.length);
}

/** The names that a side file of a file can have. */
export const sideNamesOf = (name: string): readonly string[] => ENDINGS.map((ending) => name + ending);

/** Whether a side file is left alone, by its name. */
type LeavesOut = (sideName: string) => boolean;

/**
 * What the file with checksums beside another says; null when there is none. A link is not followed.
 *
 * @param leavesOut is asked, and a side file read, in one turn of the event loop: none is begun to be written in between
 */
export function findChecksum(folder: string, name: string, leavesOut: LeavesOut = () => false): string | null {
  for (const sideName of sideNamesOf(name)) {
    const path = pathIn(folder, sideName);
    // Mostly there is none.
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
 * The side file has done what it was for.
 *
 * @param leavesOut as of `findChecksum`
 */
export function removeChecksum(folder: string, name: string, leavesOut: LeavesOut = () => false): void {
  for (const sideName of sideNamesOf(name)) if (!leavesOut(sideName)) rmSync(pathIn(folder, sideName), { force: true });
}
