import { lstatSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathIn } from '../../../lib/path-in.ts';
import { checkedBy } from '../../../platform/index.ts';
import { type Folders, foldersOf, homesIn, isWorkspaceId } from './folders.ts';
import { isTemporary } from './names.ts';
import type { DropboxParts } from './parts.ts';
import { unmarkMissing } from './upload-markers.ts';

type SweepParts = Pick<DropboxParts, 'root' | 'now' | 'halfFileMs' | 'keepMs' | 'log'>;

/**
 * Interval between sweeps of results and archived files, in milliseconds; longer than for partial files because they
 * are many and kept for days.
 */
const KEPT_EVERY_MS = 3_600_000;

const IN_ONE_TURN = 32;

/** Lists entries not modified since the given time; for folders, the time of the folder itself counts. */
async function listOlder(folder: string, before: number): Promise<string[]> {
  const older: string[] = [];
  for (const [index, name] of (await readdir(folder)).entries()) {
    if (index % IN_ONE_TURN === IN_ONE_TURN - 1) await nextTurn();
    if (isOlder(pathIn(folder, name), before)) older.push(name);
  }
  return older;
}

/** A synchronous stat is faster than a call to the thread pool. */
function isOlder(path: string, before: number): boolean {
  try {
    return lstatSync(path).mtimeMs < before;
  } catch {
    return false;
  }
}

/**
 * Removes expired partial and temporary files and, once an hour, expired results and archived files. Returns the
 * names of the removed partial files.
 */
type Sweep = (workspaceId: string, folders: Folders) => Promise<readonly string[]>;

/** Creates the sweep. The first sweep of a workspace checks everything. */
export function makeSweep({ now, halfFileMs, keepMs }: SweepParts): Sweep {
  const nextStored = new Map<string, number>();
  return async (workspaceId, folders) => {
    const half = new Set(await readdir(folders.open));
    const swept: string[] = [];
    for (const name of await listOlder(folders.inbox, now() - halfFileMs)) {
      if (!half.has(name) && !isTemporary(name) && checkedBy(name) === null) continue;
      await rm(pathIn(folders.inbox, name), { recursive: true, force: true });
      swept.push(name);
    }
    for (const name of swept) unmarkMissing(folders, name);
    if (keepMs > 0 && (nextStored.get(workspaceId) ?? 0) <= now()) {
      for (const folder of [folders.results, folders.archive]) {
        for (const name of await listOlder(folder, now() - keepMs))
          await rm(pathIn(folder, name), { recursive: true, force: true });
      }
      nextStored.set(workspaceId, now() + KEPT_EVERY_MS);
    }
    return swept;
  };
}

/** Lists workspaces that have folders, existing or erased. */
export const listHomes = async (root: string): Promise<string[]> =>
  (await readdir(homesIn(root)).catch(() => [])).filter(isWorkspaceId);

/** Removes the folders of an erased workspace with their content. Unknown folders stay, even when empty. */
export async function removeHome({ root, log }: Pick<SweepParts, 'root' | 'log'>, workspaceId: string): Promise<void> {
  const { home, work, inbox, results, archive } = foldersOf(root, workspaceId);
  let entries = 0;
  for (const folder of [inbox, results, archive, work]) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) await rm(pathIn(folder, name), { recursive: true, force: true });
    entries += names.length;
  }
  for (const folder of [home, work]) {
    await rm(folder, { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
    });
  }
  if (entries > 0) log.info({ workspace_id: workspaceId }, 'files of a deleted workspace erased');
}
