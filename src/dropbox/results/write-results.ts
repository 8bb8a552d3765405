import { constants } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest, Drop } from '../drop.ts';
import type { Folders } from '../folders.ts';

/**
 * One file of a result: what is added to the name of the dropped file, and what is in it; a function is asked once the
 * folder is written.
 */
export type ResultFile = { readonly ending: string; readonly content: string | Uint8Array | (() => string) };

/** A folder of a result, by the names of its files. */
type ResultFolder = {
  readonly ending: string;
  readonly files: AsyncIterable<{ readonly name: string; readonly content: string }>;
};

/** What each result tells of the file that it is about. */
type AboutFile = {
  readonly name: string;
  /** Lowercase hex; null where the bytes could not be read. */
  readonly sha256: string | null;
  readonly size_bytes: number | null;
  /** ISO 8601, UTC, with milliseconds. */
  readonly taken_at: string;
};

export const aboutFile = ({ name, at }: Drop, digest: Digest | null): AboutFile => ({
  name,
  sha256: digest?.sha256 ?? null,
  size_bytes: digest?.bytes ?? null,
  taken_at: new Date(at).toISOString(),
});

/** JSON as it stands in a file. */
export const writeJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The endings of the files that tell which bytes a result is about. */
const MAIN = ['.result.json', '.summary.json'];

/**
 * The name that results begin with: that of the file, with a part of the digest behind it where results are there of
 * other bytes under the same name.
 */
export async function chooseBase({ results }: Folders, { name }: Drop, { sha256 }: AboutFile): Promise<string> {
  for (const ending of MAIN) {
    const found = await readAbout(join(results, name + ending));
    if (found !== null && found !== sha256) return `${name}.${sha256?.slice(0, 8) ?? 'x'}`;
  }
  return name;
}

/** What tells by being there how it went; scripts wait for them. */
const VERDICTS = ['.ok', '.err'];

/** Removes what an earlier result of the name told. */
export async function removeVerdicts({ results }: Folders, base: string): Promise<void> {
  for (const ending of VERDICTS) await rm(join(results, base + ending), { force: true });
}

/** Larger files among results are none of ours. */
const LARGEST = 16 * 1024 * 1024;

/**
 * The digest that a result is about; null where there is no result, or one that cannot be read. Before a server of
 * others clients may put anything there: a link is not followed.
 */
async function readAbout(path: string): Promise<string | null> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > LARGEST) return null;
    const read = JSON.parse(await handle.readFile('utf8')) as { file?: { sha256?: unknown } } | null;
    return typeof read?.file?.sha256 === 'string' ? read.file.sha256 : null;
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}

/**
 * Shows the files of a result, in their order: each is written and flushed where nobody looks, then renamed. Whoever
 * sees the last one sees all. A second time replaces them, and what an earlier one told by `.ok` or `.err` goes first.
 */
export async function showResults(
  folders: Folders,
  { making }: Drop,
  base: string,
  files: readonly ResultFile[],
  folder: ResultFolder | null = null,
): Promise<void> {
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true, mode: 0o770 });
  await removeVerdicts(folders, base);
  if (folder !== null) await showFolder(folders, making, base, folder);
  for (const { ending, content } of files) {
    const made = join(making, 'file');
    const written = typeof content === 'function' ? content() : content;
    await writeFile(made, written, { flush: true, flag: 'wx', mode: 0o660 });
    await rename(made, join(folders.results, base + ending));
  }
}

async function showFolder({ results }: Folders, making: string, base: string, { ending, files }: ResultFolder) {
  const made = join(making, 'folder');
  await mkdir(made, { mode: 0o770 });
  for await (const { name, content } of files)
    await writeFile(join(made, name), content, { flush: true, flag: 'wx', mode: 0o660 });
  const target = join(results, base + ending);
  await rename(target, join(making, 'before')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(made, target);
}
