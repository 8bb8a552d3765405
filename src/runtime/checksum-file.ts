import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A line of sha256sum, or the digest alone. */
const LINE = /^\\?([0-9a-fA-F]{64})(?:[ \t]+\*?.*)?\s*$/;

const MOST_BYTES = 4_096;

/** The digest that a side file says, in lowercase hex; empty where it says none: it then matches nothing. */
export const readChecksum = (text: string): string => LINE.exec(text.split('\n')[0] ?? '')?.[1]?.toLowerCase() ?? '';

/** What the file with checksums beside another says; null when there is none. A link is not followed. */
export async function findChecksum(folder: string, name: string): Promise<string | null> {
  const path = join(folder, `${name}.sha256`);
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  try {
    if (!(await handle.stat()).isFile()) return '';
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0);
    return readChecksum(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** The side file has done what it was for. */
export const removeChecksum = (folder: string, name: string): Promise<void> =>
  rm(join(folder, `${name}.sha256`), { force: true });
