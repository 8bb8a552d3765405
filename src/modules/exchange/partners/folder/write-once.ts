import { constants } from 'node:fs';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../../platform/index.ts';

/** `known`: the document was written before. `conflict`: a different document has its name. */
type Written = 'written' | 'known' | 'conflict';

/**
 * Subfolder with a mark per written document, so that a document that the partner already removed is not written
 * again.
 */
export const KNOWN = '.known';

const isCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

/** Writes a file and fsyncs it. */
async function writeThrough(path: string, content: Uint8Array | string): Promise<void> {
  const file = await open(path, 'wx', 0o640);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is durable only after an fsync of its directory. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Content of a mark; null when there is no mark. O_NOFOLLOW and O_NONBLOCK: a symbolic link is not followed, and a
 * pipe does not block.
 */
async function readMark(path: string): Promise<string | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Rejects symbolic links: a user with access to the folder must not redirect writes out of it. */
export const isOwnFolder = async (path: string): Promise<boolean> => (await lstat(path)).isDirectory();

/** Name of the temporary file. */
const PART = /^\.run_[\w-]+\.part$/;

/** The mark exists, but the document may not be in place; a repeated write completes it. */
export class NotFinished extends Error {
  constructor(cause: unknown) {
    super('The document is marked as written, but the file may not be there yet', { cause });
    this.name = 'NotFinished';
  }
}

/**
 * Writes a document into a folder atomically and at most once. The checksum file (`<name>.sha256`, in the format of
 * `sha256sum --check`) appears first, then the document by a rename. A mark prevents a second write even after the
 * partner has removed the document. Safe to interrupt, repeat and run concurrently.
 *
 * @param sha256 of the content, lowercase hex
 * @param part unique name of the temporary file
 * @throws NotFinished; before the mark is written, the system error
 */
export async function writeOnce(
  folder: string,
  name: string,
  { content, sha256, part }: { readonly content: Uint8Array; readonly sha256: string; readonly part: string },
): Promise<Written> {
  makeFolder(join(folder, KNOWN), 0o777);
  if (!(await isOwnFolder(join(folder, KNOWN)))) throw systemError('ENOTDIR');
  const mark = join(folder, KNOWN, name);
  const isMarked = (await readMark(mark)) !== null || !(await markFirst(folder, name, mark, { content, sha256, part }));
  const [marked, half = ''] = ((await readMark(mark)) ?? '').trim().split(' ');
  if (marked !== sha256 || !PART.test(half)) return 'conflict';
  try {
    await moveIfThere(join(folder, `${half}.sha256`), join(folder, `${name}.sha256`));
    await moveIfThere(join(folder, half), join(folder, name));
    await syncFolder(join(folder, KNOWN));
    await syncFolder(folder);
  } catch (error) {
    throw new NotFinished(error);
  }
  return isMarked ? 'known' : 'written';
}

const systemError = (code: string): Error => Object.assign(new Error(code), { code });

/**
 * Writes the temporary files, then the mark with `link`, which only the first of several concurrent writers
 * completes.
 */
async function markFirst(
  folder: string,
  name: string,
  mark: string,
  { content, sha256, part }: { readonly content: Uint8Array; readonly sha256: string; readonly part: string },
): Promise<boolean> {
  const half = join(folder, part);
  const note = `${half}.mark`;
  try {
    await writeThrough(half, content);
    await writeThrough(`${half}.sha256`, `${sha256}  ${name}\n`);
    await writeThrough(note, `${sha256} ${part}\n`);
    await link(note, mark);
    return true;
  } catch (error) {
    await rm(half, { force: true });
    await rm(`${half}.sha256`, { force: true });
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(note, { force: true });
  }
}

/** A missing source means that a concurrent writer has already moved it. */
const moveIfThere = (from: string, to: string): Promise<void> =>
  rename(from, to).catch((error: unknown) => {
    if (!isCode(error, 'ENOENT')) throw error;
  });
