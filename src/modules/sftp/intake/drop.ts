import { createHash } from 'node:crypto';
import { closeSync, constants, lstatSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { own } from '../../../lib/own-property.ts';
import { pathIn } from '../../../lib/path-in.ts';
import { refusal } from '../../../platform/errors/index.ts';
import type { Cii, SftpSettings } from '../../accounts/index.ts';
import type { Folders } from './folders.ts';
import { hasMark } from './upload-markers.ts';

/** Uploader of a file, as recorded in the audit trail. */
export type Giver = { readonly actor: string; readonly address: string | null };

/** `cii`: the default of the workspace, or of the instance; absent in records of earlier versions. */
export type IntakeSettings = SftpSettings & { readonly cii?: Cii };

/** Recorded when a file is claimed; later restarts and changed settings do not affect it. */
type Taking = Giver & {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly settings: IntakeSettings;
  /** SHA-256 from the checksum sidecar, unchanged; null without a sidecar. */
  readonly expected: string | null;
};

/** A claimed file. It is in a staging folder, with the other files of its group, until its results are written. */
export type Drop = Taking & {
  /** Shared by all files of the group. */
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly path: string;
  /** Path prefix under which the results are written before they are moved into place. */
  readonly making: string;
};

/** Lock key of a file: files of one name are processed one after the other. */
export const lineOf = ({ workspaceId, name }: Pick<Drop, 'workspaceId' | 'name'>): string => `${workspaceId}/${name}`;

const TAKING = '.taking.json';
const MAKING = '.making';

export type Claiming = { readonly name: string; readonly expected: string | null };

/** Claim record, stored next to the files of a group. */
type Record = Omit<Taking, 'expected'> & {
  /** SHA-256 by file name, for files with a sidecar. */
  readonly checksums: Readonly<{ [name: string]: string }>;
};

const toDrop = (folder: string, workspaceId: string, id: string, name: string, record: Record): Drop => {
  const { checksums, ...taking } = record;
  return {
    ...taking,
    expected: own(checksums, name) ?? null,
    id,
    workspaceId,
    name,
    path: pathIn(folder, name),
    // Unique per file: the files of a group are processed concurrently.
    making: pathIn(folder, `${MAKING}-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`),
  };
};

/** A group of files with its claim record, not moved yet. */
export type Prepared = Pick<Drop, 'workspaceId' | 'id'> & {
  readonly files: readonly Claiming[];
  readonly folder: string;
  readonly record: Record;
};

/** Creates the staging folder and writes the claim record once for all files. */
export async function prepare(
  folders: Folders,
  { workspaceId, id }: Pick<Drop, 'workspaceId' | 'id'>,
  files: readonly Claiming[],
  taking: Omit<Taking, 'expected'>,
): Promise<Prepared> {
  const folder = pathIn(folders.staging, id);
  const checksums = Object.fromEntries(
    files.flatMap(({ name, expected }) => (expected === null ? [] : [[name, expected]])),
  );
  const record: Record = { ...taking, checksums };
  await mkdir(folder);
  try {
    await writeFile(pathIn(folder, TAKING), JSON.stringify(record), { flush: true });
  } catch (error) {
    // On a full disk each attempt would leave a folder behind.
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return { workspaceId, id, files, folder, record };
}

/** Moves the files into staging in one event-loop tick. `error` is the last error that prevented a move. */
export function moveIn(
  folders: Folders,
  { workspaceId, id, files, folder, record }: Prepared,
): { readonly drops: Drop[]; readonly error: unknown } {
  const drops: Drop[] = [];
  let fault: unknown = null;
  for (const { name } of files) {
    try {
      // Check and rename run in one tick. A client's file is opened in a later tick than its marker is created, so no
      // client can open the file in between and write to it during validation.
      if (hasMark(folders, name) || !renameIfThere(pathIn(folders.inbox, name), pathIn(folder, name))) continue;
      drops.push(toDrop(folder, workspaceId, id, name, record));
    } catch (error) {
      fault = error;
    }
  }
  return { drops, error: fault };
}

export const dismiss = ({ folder }: Prepared): Promise<void> => rm(folder, { recursive: true, force: true });

/**
 * Claims files by atomic rename, so that concurrent workers never claim a file twice; the claim record is written
 * once per group. Skipped files: those already gone, those that a client is rewriting (their close reports them
 * again), and those that failed while others succeeded (the next scan finds them). Callers guarantee that no name
 * begins with a dot.
 */
export async function claim(
  folders: Folders,
  ids: Pick<Drop, 'workspaceId' | 'id'>,
  files: readonly Claiming[],
  taking: Omit<Taking, 'expected'>,
): Promise<Drop[]> {
  const prepared = await prepare(folders, ids, files, taking);
  const { drops, error } = moveIn(folders, prepared);
  if (drops.length > 0) return drops;
  await dismiss(prepared);
  if (error !== null) throw error;
  return [];
}

function renameIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

const listFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((entry) => !entry.startsWith('.'));

/** Lists the groups that an earlier process left in staging, and removes empty folders. */
export async function listClaimed(folders: Folders, workspaceId: string): Promise<Drop[][]> {
  const claimed: Drop[][] = [];
  for (const id of (await readdir(folders.staging)).sort()) {
    const folder = pathIn(folders.staging, id);
    const names = await listFiles(folder);
    if (names.length === 0) {
      await rm(folder, { recursive: true, force: true });
      continue;
    }
    const record = JSON.parse(await readFile(pathIn(folder, TAKING), 'utf8')) as Record;
    claimed.push(names.map((name) => toDrop(folder, workspaceId, id, name, record)));
  }
  return claimed;
}

async function release({ staging }: Folders, id: string): Promise<void> {
  const folder = pathIn(staging, id);
  const names = await listFiles(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) await rm(folder, { recursive: true, force: true });
}

/**
 * Moves the file into the archive folder of its day and removes it from staging. An archived file of the same name is
 * not overwritten.
 */
export async function archive(folders: Folders, drop: Drop): Promise<void> {
  await archiveAll(folders, [drop]);
}

export async function archiveAll(folders: Folders, drops: readonly Drop[]): Promise<void> {
  const days = new Set<string>();
  for (const { id, name, path, at } of drops) {
    const day = pathIn(folders.archive, new Date(at).toISOString().slice(0, 10));
    if (!days.has(day)) mkdirSync(day, { recursive: true, mode: 0o770 });
    days.add(day);
    const target =
      lstatSync(pathIn(day, name), { throwIfNoEntry: false }) === undefined ? name : `${name}.${id.slice(-8)}`;
    // A previous attempt may have moved the file already.
    renameIfThere(path, pathIn(day, target));
    await nextTurn();
  }
  for (const id of new Set(drops.map((drop) => drop.id))) await release(folders, id);
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );

/**
 * Returns true, and cleans up, when there is nothing left to process: the file is in the archive already, or the
 * folders of its workspace were erased.
 */
export async function endIfGone(folders: Folders, { id, path }: Drop): Promise<boolean> {
  if (await isThere(path)) return false;
  await release(folders, id);
  return true;
}

/** Size, and SHA-256 in lower-case hex. */
export type Counted = { readonly bytes: number; readonly sha256: string };

/** `head`: the first bytes of the file. */
export type Digest = Counted & { readonly head: Buffer };

/**
 * Reads a file once from start to end. Returns null when it is not a regular file; symbolic links are not followed.
 *
 * @throws Refusal `drop_unreadable` when the mode of the file denies access to the service; a retry cannot succeed
 */
export async function digestFile(path: string): Promise<Digest | null> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ELOOP' || error.code === 'ENXIO' || error.code === 'EISDIR') return null;
      if (error.code === 'EACCES') throw refusal('drop_unreadable', { filename: basename(path) });
      throw error;
    },
  );
  if (handle === null) return null;
  try {
    if (!(await handle.stat()).isFile()) return null;
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(64 * 1024);
    let head: Buffer = Buffer.alloc(0);
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, bytes);
      if (bytesRead === 0) break;
      if (bytes === 0) head = Buffer.from(chunk.subarray(0, Math.min(bytesRead, 1024)));
      hash.update(chunk.subarray(0, bytesRead));
      bytes += bytesRead;
    }
    return { bytes, sha256: hash.digest('hex'), head };
  } finally {
    await handle.close();
  }
}

/**
 * Reads a small file synchronously, which is faster than a call to the thread pool. Returns null when the file is
 * larger, is not a regular file or cannot be read; symbolic links are not followed.
 */
export function readSmall(path: string, most: number): { readonly digest: Digest; readonly content: Buffer } | null {
  const stats = lstatSync(path);
  if (!stats.isFile() || stats.size > most) return null;
  const descriptor = openReadable(path);
  if (descriptor === null) return null;
  try {
    // One byte more than expected: detects a growing file without reading all of it.
    const buffer = Buffer.alloc(stats.size + 1);
    const bytes = readSync(descriptor, buffer, 0, buffer.length, 0);
    if (bytes !== stats.size) return null;
    const content = buffer.subarray(0, bytes);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { digest: { bytes, sha256, head: content.subarray(0, 1024) }, content };
  } finally {
    closeSync(descriptor);
  }
}

function openReadable(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return null;
    throw error;
  }
}

/**
 * Reads the bytes that the digest covers.
 *
 * @throws Error when the bytes have changed: the uploader is still writing, and the file must be read again
 */
export async function readCounted(path: string, { bytes }: Counted): Promise<Buffer> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    // One byte more than expected: detects a growing file without reading all of it.
    const buffer = Buffer.alloc(bytes + 1);
    let read = 0;
    while (read < buffer.length) {
      const { bytesRead } = await handle.read(buffer, read, buffer.length - read, read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    if (read !== bytes) throw new Error('The file has changed since it was taken');
    return buffer.subarray(0, bytes);
  } finally {
    await handle.close();
  }
}
