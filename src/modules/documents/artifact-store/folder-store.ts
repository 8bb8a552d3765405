import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../../platform/index.ts';
import { type ArtifactStore, checkAddress } from './artifact-store.ts';
import { ArtifactStoreError } from './store-fault.ts';

/** Folder for files being written: on the same file system, so that the final rename is atomic. */
const UNFINISHED = '.unfinished';

/**
 * Artifact store in a folder, which several processes may share. Files are written atomically.
 *
 * @param folder absolute path; created on first use
 * @param writable returns why the folder is not writable; null when it is
 */
export function makeFolderStore(folder: string, writable: () => Promise<string | null>): ArtifactStore {
  const pathOf = (address: string): string => join(folder, checkAddress(address));

  return {
    put: (address, bytes) =>
      withStoreErrors(async () => {
        const path = pathOf(address);
        const unfinished = join(folder, UNFINISHED, randomUUID());
        makeFolder(dirname(unfinished), 0o700);
        await makeFolders(folder, dirname(path));
        try {
          await writeThrough(unfinished, bytes);
          await rename(unfinished, path);
        } catch (error) {
          await rm(unfinished, { force: true });
          throw error;
        }
        await syncFolder(dirname(path));
      }),

    get: (address, maxBytes) =>
      withStoreErrors(async () => {
        const file = await unlessMissing(open(pathOf(address)));
        if (file === null) return null;
        try {
          const { size } = await file.stat();
          const bytes = Buffer.alloc(Math.min(size, maxBytes));
          for (let at = 0; at < bytes.length; ) {
            const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
            if (bytesRead === 0) return bytes.subarray(0, at);
            at += bytesRead;
          }
          return bytes;
        } finally {
          await file.close();
        }
      }),

    has: (address) =>
      withStoreErrors(async () => (await unlessMissing(access(pathOf(address)).then(() => true))) ?? false),

    delete: (address) => withStoreErrors(() => rm(pathOf(address), { force: true })),

    forgetUnfinished: (before) =>
      withStoreErrors(async () => {
        for (const name of (await unlessMissing(readdir(join(folder, UNFINISHED)))) ?? []) {
          const path = join(folder, UNFINISHED, name);
          const found = await unlessMissing(stat(path));
          if (found !== null && found.mtime < before) await rm(path, { force: true });
        }
      }),

    check: writable,
  };
}

/** Converts system errors to ArtifactStoreError; they may be temporary, for example a full disk. */
async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ArtifactStoreError('unavailable', `artifact folder: ${(error as Error).message}`, error);
  }
}

const unlessMissing = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Creates the directories of a path and fsyncs the parent of each new one. */
async function makeFolders(root: string, path: string): Promise<void> {
  if (existsSync(path)) return;
  makeFolder(path, 0o700);
  for (let made = path; made.length >= root.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** A rename is durable only after an fsync of its directory. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
