import { constants } from 'node:fs';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../../platform/index.ts';

/** What came of writing: the document is there, was there already, or something else is in its place. */
type Written = 'written' | 'known' | 'conflict';

/** Beside the documents: what was ever written here, so that a document that was taken away does not come again. */
export const KNOWN = '.known';

const isCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

/** Writes a file with what is in it on the disk, and not only on its way there. */
async function writeThrough(path: string, content: Uint8Array | string): Promise<void> {
  const file = await open(path, 'wx', 0o640);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Names of a folder last only when the folder itself was written. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** What a mark says; null: there is none. A link in its place is not followed, and a pipe not waited for. */
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

/** Whoever works in the folder may not lead us out of it. */
export const isOwnFolder = async (path: string): Promise<boolean> => (await lstat(path)).isDirectory();

/** What is written aside before it counts. */
const PART = /^\.run_[\w-]+\.part$/;

/** The document counts as put, and whether it stands there nobody can say now: putting it again finishes it. */
export class NotFinished extends Error {
  constructor(cause: unknown) {
    super('The document was marked as put, and may not stand there yet', { cause });
    this.name = 'NotFinished';
  }
}

/**
 * Puts a document into a folder whole, and once: it appears under its name by one rename, its checksum
 * (`<name>.sha256`, as `sha256sum --check` reads it) stands there before it, and what was ever put there is known, even
 * when whoever reads the folder has taken it away. May be interrupted anywhere and begun again, by many at once.
 *
 * @param sha256 of the content, lowercase hex
 * @param part a name that nobody else uses, for the file while it is written
 * @throws NotFinished; before anything counts, the system's error
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

/** Writes the parts aside, and the mark that makes them count: whole, and by the first of many alone. */
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

/** Nothing where another one that came meanwhile has done it. */
const moveIfThere = (from: string, to: string): Promise<void> =>
  rename(from, to).catch((error: unknown) => {
    if (!isCode(error, 'ENOENT')) throw error;
  });
