import { createHash } from 'node:crypto';
import { constants, existsSync, renameSync } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SftpSettings } from '../accounts/index.ts';
import type { Folders } from './folders.ts';

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

/** A file that is taken: it is in a folder of its own in staging until its results are written. */
export type Drop = Taking & {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Where its bytes are. */
  readonly path: string;
  /** Where its results are made before they are shown. */
  readonly making: string;
};

const TAKING = '.taking.json';
const MAKING = '.making';
const MARKED = new Error('The file is being written');

const toDrop = (folder: string, workspaceId: string, id: string, name: string, taking: Taking): Drop => ({
  ...taking,
  id,
  workspaceId,
  name,
  path: join(folder, name),
  making: join(folder, MAKING),
});

/**
 * Takes a file out of the inbox: a rename, which one of any number of takers does. Null when it is not there any more,
 * or a client has begun to write it again: its close tells of it. What names files has made sure that `name` begins
 * with no dot.
 */
export async function claim(
  folders: Folders,
  { workspaceId, id, name }: Pick<Drop, 'workspaceId' | 'id' | 'name'>,
  taking: Taking,
): Promise<Drop | null> {
  const folder = join(folders.staging, id);
  await mkdir(folder);
  await writeFile(join(folder, TAKING), JSON.stringify(taking), { flush: true });
  try {
    // Both in one turn of the event loop: a client's file is opened in a turn after its mark is there, so that none is
    // opened between the two, to be written to while it is judged.
    if (existsSync(join(folders.open, name))) throw MARKED;
    renameSync(join(folders.inbox, name), join(folder, name));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (error === MARKED || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return toDrop(folder, workspaceId, id, name, taking);
}

/** What a process that ended has left in staging; a folder without a file was claimed for nothing, and goes. */
export async function listClaimed(folders: Folders, workspaceId: string): Promise<Drop[]> {
  const drops: Drop[] = [];
  for (const id of (await readdir(folders.staging)).sort()) {
    const folder = join(folders.staging, id);
    const name = (await readdir(folder)).find((entry) => !entry.startsWith('.'));
    if (name === undefined) {
      await rm(folder, { recursive: true, force: true });
      continue;
    }
    const taking = JSON.parse(await readFile(join(folder, TAKING), 'utf8')) as Taking;
    drops.push(toDrop(folder, workspaceId, id, name, taking));
  }
  return drops;
}

/** Puts the file into the archive under its day, beside any that is there by its name, and ends the drop. */
export async function archive(folders: Folders, { id, name, path, at }: Drop): Promise<void> {
  const day = join(folders.archive, new Date(at).toISOString().slice(0, 10));
  await mkdir(day, { recursive: true, mode: 0o770 });
  const target = (await isThere(join(day, name))) ? `${name}.${id.slice(-8)}` : name;
  await rename(path, join(day, target)).catch((error: NodeJS.ErrnoException) => {
    // A second run of the same drop was there first.
    if (error.code !== 'ENOENT') throw error;
  });
  await rm(join(folders.staging, id), { recursive: true, force: true });
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
  await rm(join(folders.staging, id), { recursive: true, force: true });
  return true;
}

/** What is known of a file's bytes: how many, their SHA-256 in lowercase hex, and how they begin. */
export type Digest = { readonly bytes: number; readonly sha256: string; readonly head: Buffer };

/** Reads a file once from end to end. Null when it is no plain file: a link is not followed. */
export async function digestFile(path: string): Promise<Digest | null> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ELOOP' || error.code === 'ENXIO' || error.code === 'EISDIR') return null;
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
 * The bytes of a file as its digest counted them.
 *
 * @throws Error where it has other bytes now: whoever put it writes to it still, and it is to be read anew
 */
export async function readCounted(path: string, { bytes }: Digest): Promise<Buffer> {
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
