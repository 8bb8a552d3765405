import { opendir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwnFolder, KNOWN } from './write-once.ts';

/** Marks per database query. */
const AT_ONCE = 500;

/** Temporary files of `writeOnce`; other dot files are not ours and stay untouched. */
const ASIDE = /^\.(run_[\w-]+\.part)(\.sha256|\.mark)?$/;

/** A mark has the file name of its document. */
const MARK = /^[\w-]{1,100}\.xml$/;

/** Returns those file names whose documents may still be written, or written again. */
type FindOpen = (names: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Deletes leftovers of `writeOnce` for documents that are not written again: their marks, and temporary files of
 * interrupted writes. Files younger than `before` always stay, because a write may be in progress.
 *
 * @param before milliseconds since the epoch
 * @returns number of deleted marks
 * @throws the system error, for example of a missing folder
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
      // A write that may be repeated still needs the temporary file that its mark names.
      if (!parts.has(`.${ASIDE.exec(name)![1]}`)) await rm(join(folder, name), { force: true });
    }
  }
  return forgotten;
}

/** The temporary file that a mark names; empty when it names no file. */
const partOf = async (mark: string): Promise<string> => (await readFile(mark, 'utf8')).trim().split(' ')[1] ?? '';

/** Names of old files in batches; empty when the folder does not exist. */
async function* oldFilesOf(
  folder: string,
  before: number,
  isMatch: (name: string) => boolean,
): AsyncGenerator<readonly string[]> {
  let names: string[] = [];
  for await (const entry of await opendir(folder).catch(nothing)) {
    if (!entry.isFile() || !isMatch(entry.name)) continue;
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
