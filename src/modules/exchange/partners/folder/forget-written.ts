import { opendir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwnFolder, KNOWN } from './write-once.ts';

/** Marks that are asked for in one query. */
const AT_ONCE = 500;

/** What `writeOnce` writes aside before it counts; anything else that begins with a dot is somebody's own. */
const ASIDE = /^\.(run_[\w-]+\.part)(\.sha256|\.mark)?$/;

/** The name of a mark, which is that of its document. */
const MARK = /^[\w-]{1,100}\.xml$/;

/** Which of these names of files may still be put there, or put again. */
type FindOpen = (names: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Removes what `writeOnce` keeps of documents that never come again: their marks, and files that were written aside and
 * never counted, because a process ended there. What is younger than `before` stays, whatever is asked: a write may
 * still be on its way.
 *
 * @param before milliseconds since the epoch
 * @returns how many marks were removed
 * @throws the system's error, such as of a folder that is not there
 */
export async function forgetWritten(
  folder: string,
  before: number,
  findOpen: FindOpen,
  signal: AbortSignal,
): Promise<number> {
  const known = join(folder, KNOWN);
  const parts = new Set<string>();
  let forgotten = 0;
  const isOurs = await isOwnFolder(known).catch(nowhere);
  for await (const names of isOurs ? oldFilesOf(known, before, (name) => MARK.test(name)) : []) {
    signal.throwIfAborted();
    const open = await findOpen(names);
    for (const name of names) {
      if (open.has(name)) {
        parts.add(await partOf(join(known, name)));
        continue;
      }
      await rm(join(known, name), { force: true });
      forgotten += 1;
    }
  }
  for await (const names of oldFilesOf(folder, before, (name) => ASIDE.test(name))) {
    signal.throwIfAborted();
    for (const name of names) {
      // A document that may come again is finished with what its mark names.
      if (!parts.has(`.${ASIDE.exec(name)![1]}`)) await rm(join(folder, name), { force: true });
    }
  }
  return forgotten;
}

/** The name of the file aside that a mark says; empty when the mark says none. */
const partOf = async (mark: string): Promise<string> => (await readFile(mark, 'utf8')).trim().split(' ')[1] ?? '';

/** The names of a folder's old files, many at once; none of a folder that is not there. */
async function* oldFilesOf(
  folder: string,
  before: number,
  wanted: (name: string) => boolean,
): AsyncGenerator<readonly string[]> {
  let names: string[] = [];
  for await (const entry of await opendir(folder).catch(nothing)) {
    if (!entry.isFile() || !wanted(entry.name)) continue;
    const { mtimeMs } = await stat(join(folder, entry.name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs >= before) continue;
    names.push(entry.name);
    if (names.length === AT_ONCE) {
      yield names;
      names = [];
    }
  }
  if (names.length > 0) yield names;
}

function nothing(error: unknown): [] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  throw error;
}

const nowhere = (error: unknown): boolean => nothing(error).length > 0;
