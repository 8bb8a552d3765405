import { createHash } from 'node:crypto';
import { closeSync, constants, lstatSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { own } from '../../../lib/own-property.ts';
import { pathIn } from '../../../lib/path-in.ts';
import { refusal } from '../../../platform/errors/index.ts';
import type { SftpSettings } from '../../accounts/index.ts';
import type { Folders } from './folders.ts';
import { hasMark } from './upload-markers.ts';

/** Who put a file, as the audit trail tells it. */
export type Giver = { readonly actor: string; readonly address: string | null };

/** What is decided when a file is taken, and stays so whatever happens to the process or the settings. */
type Taking = Giver & {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly settings: SftpSettings;
  /** What a side file says of its SHA-256, as it stands there; null: there was none. */
  readonly expected: string | null;
};

/** A file that is taken: it is in a folder of staging, with what was taken together with it, until its results are written. */
export type Drop = Taking & {
  /** The same for all that were taken together. */
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Where its bytes are. */
  readonly path: string;
  /** Where its results are made before they are shown; what is made beside begins with the same name. */
  readonly making: string;
};

/** By which files of one name are known: they follow one another. */
export const lineOf = ({ workspaceId, name }: Pick<Drop, 'workspaceId' | 'name'>): string => `${workspaceId}/${name}`;

const TAKING = '.taking.json';
const MAKING = '.making';

/** A file to be taken, and what a side file says of its SHA-256. */
export type Claiming = { readonly name: string; readonly expected: string | null };

/** What stands beside files that were taken together; one that was taken alone by an earlier release has `expected`. */
type Record = Omit<Taking, 'expected'> & {
  readonly expected?: string | null;
  /** By the name of the file, where there was a side file. */
  readonly checksums?: Readonly<{ [name: string]: string }>;
};

const toDrop = (folder: string, workspaceId: string, id: string, name: string, record: Record): Drop => {
  const { checksums = {}, expected = null, ...taking } = record;
  return {
    ...taking,
    expected: own(checksums, name) ?? expected,
    id,
    workspaceId,
    name,
    path: pathIn(folder, name),
    // Of its own: files that were taken together are worked on beside each other.
    making: pathIn(folder, `${MAKING}-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`),
  };
};

/** Files that are about to be taken together: what is decided of them is written down. */
export type Prepared = Pick<Drop, 'workspaceId' | 'id'> & {
  readonly files: readonly Claiming[];
  readonly folder: string;
  readonly record: Record;
};

/** Makes the folder in staging, and writes what is decided of the files once for all of them. */
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
    // A full disk: each attempt would leave a folder.
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return { workspaceId, id, files, folder, record };
}

/** Renames each of the files, in one turn of the event loop; `error`: what kept any of them from it. */
export function moveIn(
  folders: Folders,
  { workspaceId, id, files, folder, record }: Prepared,
): { readonly drops: Drop[]; readonly error: unknown } {
  const drops: Drop[] = [];
  let fault: unknown = null;
  for (const { name } of files) {
    try {
      // Both in one turn of the event loop: a client's file is opened in a turn after its mark is there, so that none is
      // opened between the two, to be written to while it is judged.
      if (hasMark(folders, name) || !renameIfThere(pathIn(folders.inbox, name), pathIn(folder, name))) continue;
      drops.push(toDrop(folder, workspaceId, id, name, record));
    } catch (error) {
      fault = error;
    }
  }
  return { drops, error: fault };
}

/** Nothing of what was prepared is taken. */
export const dismiss = ({ folder }: Prepared): Promise<void> => rm(folder, { recursive: true, force: true });

/**
 * Takes files out of the inbox together: what is decided of them is written once, and each is renamed, which one of any
 * number of takers does. Left out are those that are not there any more, those that a client has begun to write again,
 * whose close tells of them, and those that cannot be taken beside others that can: the next look finds them. What names files has made sure that no name begins with a dot.
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

/** What a process that ended has left in staging, by the folders of what was taken together; an empty one goes. */
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

/** Removes the folder of what was taken together once no file is left in it. */
async function release({ staging }: Folders, id: string): Promise<void> {
  const folder = pathIn(staging, id);
  const names = await listFiles(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) await rm(folder, { recursive: true, force: true });
}

/** Puts the file into the archive under its day, beside any that is there by its name, and ends the drop. */
export async function archive(folders: Folders, drop: Drop): Promise<void> {
  await archiveAll(folders, [drop]);
}

/** As `archive`, for files that were taken together. */
export async function archiveAll(folders: Folders, drops: readonly Drop[]): Promise<void> {
  const days = new Set<string>();
  for (const { id, name, path, at } of drops) {
    const day = pathIn(folders.archive, new Date(at).toISOString().slice(0, 10));
    if (!days.has(day)) mkdirSync(day, { recursive: true, mode: 0o770 });
    days.add(day);
    const target =
      lstatSync(pathIn(day, name), { throwIfNoEntry: false }) === undefined ? name : `${name}.${id.slice(-8)}`;
    // A second run of the same drop may have been there first.
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
 * Whether there is nothing left to work on: the file is in the archive already, or the folders of its workspace were
 * erased. Ends the drop then.
 */
export async function endIfGone(folders: Folders, { id, path }: Drop): Promise<boolean> {
  if (await isThere(path)) return false;
  await release(folders, id);
  return true;
}

/** How many bytes a file has, and their SHA-256 in lowercase hex. */
export type Counted = { readonly bytes: number; readonly sha256: string };

/** What is known of a file's bytes; `head`: how they begin. */
export type Digest = Counted & { readonly head: Buffer };

/**
 * Reads a file once from end to end. Null when it is no plain file: a link is not followed.
 *
 * @throws Refusal `drop_unreadable` for one that somebody else has put with a mode that keeps the service out: no wait changes that
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
 * Reads a small file at once: as many bytes are sooner read than handed to a thread. Null for one that is larger, and for
 * what is no plain file or may not be read: a link is not followed.
 */
export function readSmall(path: string, most: number): { readonly digest: Digest; readonly content: Buffer } | null {
  const stats = lstatSync(path);
  if (!stats.isFile() || stats.size > most) return null;
  const descriptor = openReadable(path);
  if (descriptor === null) return null;
  try {
    // One more than there should be: what grows is seen, and never read whole.
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
 * The bytes of a file as its digest counted them.
 *
 * @throws Error where it has other bytes now: whoever put it writes to it still, and it is to be read anew
 */
export async function readCounted(path: string, { bytes }: Counted): Promise<Buffer> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    // One more than there should be: what grows is seen, and never read whole.
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
