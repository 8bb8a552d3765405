import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedBy } from '../runtime/index.ts';
import { type Folders, foldersOf, homesIn, isWorkspaceId } from './folders.ts';
import { unmarkMissing } from './half-marks.ts';
import { isTemporary } from './names.ts';
import type { DropboxParts } from './parts.ts';

type SweepParts = Pick<DropboxParts, 'root' | 'now' | 'halfFileMs' | 'keepMs' | 'log'>;

/** The entries of a folder that nothing was written to since the time; folders by their own time. */
async function listOlder(folder: string, before: number): Promise<string[]> {
  const older: string[] = [];
  for (const name of await readdir(folder)) {
    const stat = await lstat(join(folder, name)).catch(() => null);
    if (stat !== null && stat.mtimeMs < before) older.push(name);
  }
  return older;
}

/**
 * Removes what a workspace has left: half files and those under temporary names after their time, results and archived
 * files after theirs. Answers the names of the half files.
 */
export async function sweepWorkspace(parts: SweepParts, folders: Folders): Promise<readonly string[]> {
  const { now, halfFileMs, keepMs } = parts;
  const half = new Set(await readdir(folders.open));
  const swept: string[] = [];
  for (const name of await listOlder(folders.inbox, now() - halfFileMs)) {
    if (!half.has(name) && !isTemporary(name) && checkedBy(name) === null) continue;
    await rm(join(folders.inbox, name), { recursive: true, force: true });
    swept.push(name);
  }
  for (const name of swept) unmarkMissing(folders, name);
  if (keepMs > 0) {
    for (const folder of [folders.results, folders.archive]) {
      for (const name of await listOlder(folder, now() - keepMs))
        await rm(join(folder, name), { recursive: true, force: true });
    }
  }
  return swept;
}

/** The workspaces that have folders, whether they live or not. */
export const listHomes = async (root: string): Promise<string[]> =>
  (await readdir(homesIn(root)).catch(() => [])).filter(isWorkspaceId);

/** Removes the folders of a workspace that is gone, with everything in them; empty ones that are not ours stay. */
export async function removeHome({ root, log }: Pick<SweepParts, 'root' | 'log'>, workspaceId: string): Promise<void> {
  const { home, work, inbox, results, archive } = foldersOf(root, workspaceId);
  let entries = 0;
  for (const folder of [inbox, results, archive, work]) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
    entries += names.length;
  }
  for (const folder of [home, work]) {
    await rm(folder, { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
    });
  }
  if (entries > 0) log.info({ workspace_id: workspaceId }, 'the files of a workspace that is gone were erased');
}
