import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pathIn } from '../../../../lib/path-in.ts';
import type { Counted, Drop } from '../drop.ts';
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

export const aboutFile = ({ name, at }: Pick<Drop, 'name' | 'at'>, digest: Counted | null): AboutFile => ({
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
export async function chooseBase(
  { results }: Folders,
  { name }: Pick<Drop, 'name'>,
  { sha256 }: AboutFile,
): Promise<string> {
  for (const ending of MAIN) {
    const found = await readAbout(pathIn(results, name + ending));
    if (found !== null && found !== sha256) return `${name}.${sha256?.slice(0, 8) ?? 'x'}`;
  }
  return name;
}

/** What tells by being there how it went; scripts wait for them. */
const VERDICTS = ['.ok', '.err'];

/** Whatever else may stand beside a result, of any kind of file; the last is a folder. */
const BESIDE =
  '.report.md .report.html .evidence.zip .invoice.html .invoice.pdf .send-package.xml .preview.xml .result.json.jws .summary.json.jws .csv .results'.split(
    ' ',
  );

/** Whatever a result may have left; before a verdict of its own, which goes first. */
const ALL = [...BESIDE, ...MAIN];

/** Removes what an earlier result of the name told. */
export function removeVerdicts({ results }: Folders, base: string): void {
  const beginning = pathIn(results, base);
  for (const ending of VERDICTS) {
    const path = beginning + ending;
    if (existsSync(path)) rmSync(path, { force: true });
  }
}

/**
 * Removes what an earlier result of the name has left and the new one does not replace. A client may have deleted the
 * result alone, once it was read: a package to be sent would stand beside that of other bytes, and be taken for its own.
 */
function removeEarlier({ results }: Folders, base: string, endings: ReadonlySet<string>): void {
  const beginning = pathIn(results, base);
  const isThere = (ending: string): boolean => lstatSync(beginning + ending, { throwIfNoEntry: false }) !== undefined;
  // A refusal says nothing of a result that is there: it may be of the same bytes, which could not be stopped any more.
  const stays = !MAIN.some((ending) => endings.has(ending)) && MAIN.some(isThere);
  for (const ending of stays ? [] : ALL) {
    if (endings.has(ending) || !isThere(ending)) continue;
    rmSync(beginning + ending, { recursive: true, force: true });
  }
}

const flush = promisify(fdatasync);

/** Larger files among results are none of ours. */
const LARGEST = 16 * 1024 * 1024;

/**
 * The digest that a result is about; null where there is no result, or one that cannot be read. Before a server of
 * others clients may put anything there: a link is not followed.
 */
async function readAbout(path: string): Promise<string | null> {
  // Mostly there is none.
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
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

/** The results of one file. */
type ShownResult = {
  readonly drop: Pick<Drop, 'making'>;
  readonly base: string;
  readonly files: readonly ResultFile[];
  /** The ending of a folder that is shown already. */
  readonly folder?: string | undefined;
};

/**
 * Shows the results of files, of each in their order: they are written where nobody looks, all are flushed, then they are
 * renamed. Whoever sees the last one sees all. A second time replaces them, and what an earlier one has left goes first.
 *
 * Each is flushed, since nothing tells of it any more once the original is in the archive; but all at once, so that they
 * share the waits for the disk. Small writes that are not flushed are quicker done than handed to a thread. Clients wait for
 * answers of the same process: no turn of the event loop has more than the files of one result.
 */
export async function showEach(folders: Folders, results: readonly ShownResult[]): Promise<void> {
  const descriptors: number[] = [];
  try {
    const beside = new Set(results.map(({ drop }) => dirname(drop.making)));
    for (const folder of beside) mkdirSync(folder, { recursive: true, mode: 0o770 });
    for (const { drop, files } of results) {
      for (const [index, { content }] of files.entries()) {
        const descriptor = openSync(`${drop.making}-${index}`, 'w', 0o660);
        descriptors.push(descriptor);
        writeFileSync(descriptor, typeof content === 'function' ? content() : content);
      }
      await nextTurn();
    }
    await Promise.all(descriptors.map((descriptor) => flush(descriptor)));
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
  for (const { drop, base, files, folder = '' } of results) {
    removeVerdicts(folders, base);
    removeEarlier(folders, base, new Set([...files.map(({ ending }) => ending), folder]));
    const beginning = pathIn(folders.results, base);
    for (const [index, { ending }] of files.entries()) renameSync(`${drop.making}-${index}`, beginning + ending);
    await nextTurn();
  }
}

/** Shows the results of one file, with a folder when there is one. */
export async function showResults(
  folders: Folders,
  drop: Pick<Drop, 'making'>,
  base: string,
  files: readonly ResultFile[],
  folder: ResultFolder | null = null,
): Promise<void> {
  if (folder !== null) {
    await rm(drop.making, { recursive: true, force: true });
    await mkdir(drop.making, { recursive: true, mode: 0o770 });
    await showFolder(folders, drop.making, base, folder);
  }
  await showEach(folders, [{ drop, base, files, folder: folder?.ending }]);
}

async function showFolder({ results }: Folders, making: string, base: string, { ending, files }: ResultFolder) {
  const made = pathIn(making, 'folder');
  await mkdir(made, { mode: 0o770 });
  for await (const { name, content } of files)
    await writeFile(pathIn(made, name), content, { flush: true, flag: 'wx', mode: 0o660 });
  const target = pathIn(results, base + ending);
  await rename(target, pathIn(making, 'before')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(made, target);
}
