import { constants, existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A line of sha256sum, or the digest alone; and a line as BSD, `sha256sum --tag` and `openssl dgst` write it. */
const LINE = /^\\?(?:SHA(?:2-)?256 ?\(.*\) ?= ?)?([0-9a-fA-F]{64})(?:[ \t]+\*?.*)?\s*$/;

/** How a side file may end: programs on Windows write either. */
const ENDINGS = ['.sha256', '.SHA256'];

const MOST_BYTES = 4_096;

/** The digest that a side file says, in lowercase hex; empty where it says none: it then matches nothing. */
export const readChecksum = (bytes: Buffer): string =>
  LINE.exec(decode(bytes).split('\n')[0] ?? '')?.[1]?.toLowerCase() ?? '';

/** PowerShell writes UTF-8 with its mark, or UTF-16. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** The file whose checksum a side file tells; null for any other file. */
export function checkedBy(name: string): string | null {
  const ending = ENDINGS.find((one) => name.endsWith(one) && name.length > one.length);
  return ending === undefined ? null : name.slice(0, -ending.length);
}

/** What the file with checksums beside another says; null when there is none. A link is not followed. */
export async function findChecksum(folder: string, name: string): Promise<string | null> {
  for (const ending of ENDINGS) {
    const path = join(folder, name + ending);
    // Mostly there is none, which is sooner seen than asked of a thread.
    const found = existsSync(path) ? await readSideFile(path) : null;
    if (found !== null) return found;
  }
  return null;
}

async function readSideFile(path: string): Promise<string | null> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  try {
    if (!(await handle.stat()).isFile()) return '';
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0);
    return readChecksum(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** The side file has done what it was for. */
export async function removeChecksum(folder: string, name: string): Promise<void> {
  for (const ending of ENDINGS) await rm(join(folder, name + ending), { force: true });
}
