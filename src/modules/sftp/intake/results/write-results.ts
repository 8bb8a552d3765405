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
 * One file of a result: suffix added to the name of the uploaded file, and content. A function is called after the
 * result folder is written.
 */
export type ResultFile = { readonly ending: string; readonly content: string | Uint8Array | (() => string) };

type ResultFolder = {
  readonly ending: string;
  readonly files: AsyncIterable<{ readonly name: string; readonly content: string }>;
};

type AboutFile = {
  readonly name: string;
  /** Lower-case hex; null when the bytes could not be read. */
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

export const writeJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Suffixes of the files that contain the digest of the uploaded file. */
const MAIN = ['.result.json', '.summary.json'];

/**
 * Base name of the results: the file name, with the first characters of the digest appended when results of other
 * bytes exist under the same name.
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

/** Trigger files: scripts wait for them to appear. */
const VERDICTS = ['.ok', '.err'];

/** All other suffixes that a result of any kind may have; the last is a folder. */
const BESIDE =
  '.report.md .report.html .evidence.zip .invoice.html .invoice.pdf .send-package.xml .preview.xml .result.json.jws .summary.json.jws .csv .results'.split(
    ' ',
  );

/** Main files come last, so that an interrupted removal still identifies the result. */
const ALL = [...BESIDE, ...MAIN];

export function removeVerdicts({ results }: Folders, base: string): void {
  const beginning = pathIn(results, base);
  for (const ending of VERDICTS) {
    const path = beginning + ending;
    if (existsSync(path)) rmSync(path, { force: true });
  }
}

/**
 * Removes files of an earlier result that the new one does not replace. A client may have deleted only the main file
 * after reading it; without this removal, a send package of other bytes would stay next to the new result and be
 * taken for a part of it.
 */
function removeEarlier({ results }: Folders, base: string, endings: ReadonlySet<string>): void {
  const beginning = pathIn(results, base);
  const isThere = (ending: string): boolean => lstatSync(beginning + ending, { throwIfNoEntry: false }) !== undefined;
  // An error result does not replace an existing result: that may be of the same bytes, of a document that could not
  // be canceled.
  const stays = !MAIN.some((ending) => endings.has(ending)) && MAIN.some(isThere);
  for (const ending of stays ? [] : ALL) {
    if (endings.has(ending) || !isThere(ending)) continue;
    rmSync(beginning + ending, { recursive: true, force: true });
  }
}

const flush = promisify(fdatasync);

/** Larger files in the results folder were not written by the service. */
const LARGEST = 16 * 1024 * 1024;

/**
 * Returns the digest stored in a result; null when there is no result or it cannot be read. Behind a third-party SFTP
 * server, clients may write anything here: symbolic links are not followed.
 */
async function readAbout(path: string): Promise<string | null> {
  // The usual case.
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

type ShownResult = {
  readonly drop: Pick<Drop, 'making'>;
  readonly base: string;
  readonly files: readonly ResultFile[];
  /** Suffix of a folder that is published already. */
  readonly folder?: string | undefined;
};

/**
 * Publishes the results of files, in the order of `files`. All are written to staging, flushed, then renamed, so that
 * a client that sees the last file of a result sees all of them. A repeated call replaces an earlier result, whose
 * other files are removed first.
 *
 * Files are flushed because nothing can recreate them once the original is archived, and all in parallel to share the
 * disk latency. Small unflushed writes are faster synchronously than in the thread pool. The loop yields after each
 * result, because clients wait for responses of the same process.
 */
export async function showEach(folders: Folders, results: readonly ShownResult[]): Promise<void> {
  const descriptors: number[] = [];
  try {
    const folders = new Set(results.map(({ drop }) => dirname(drop.making)));
    for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o770 });
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

/** Publishes the results of one file, optionally with a folder. */
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
