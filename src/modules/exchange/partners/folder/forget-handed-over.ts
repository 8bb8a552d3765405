import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nameOf } from './folder.ts';
import { forgetWritten } from './forget-written.ts';
import { codeOf, NOT_ALLOWED, NOT_NOW } from './system-error.ts';

/** Of these instance identifiers, those that may still be handed over. */
type FindOpen = (workspaceId: string, instanceIdentifiers: readonly string[]) => Promise<ReadonlySet<string>>;

/** Anything else below the operator's folder is somebody's own. */
const WORKSPACE = /^wsp_[\w-]+$/;

/**
 * Removes from the folders of all workspaces what is kept of documents that cannot be handed over again. What is there is
 * asked of the disk: partners and workspaces that are gone leave it behind as well.
 *
 * @param folders the one that the operator gave
 * @param before milliseconds since the epoch: what is younger stays
 */
export async function forgetHandedOver(
  folders: string,
  before: number,
  findOpen: FindOpen,
  signal: AbortSignal,
): Promise<void> {
  for (const workspaceId of await foldersIn(folders)) {
    if (!WORKSPACE.test(workspaceId)) continue;
    const findOpenNames = async (names: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set([...(await findOpen(workspaceId, names.map(instanceOf)))].map(nameOf));
    for (const folder of await foldersIn(join(folders, workspaceId))) {
      signal.throwIfAborted();
      await forgetWritten(join(folders, workspaceId, folder), before, findOpenNames, signal).catch(unreadable);
    }
  }
}

/** The instance identifier in the name of a file that was put into a folder. */
const instanceOf = (name: string): string => name.replace(/\.xml$/, '');

/** An operator may have put a link to where the partner's software looks. */
const foldersIn = async (path: string): Promise<readonly string[]> => {
  const entries = await readdir(path, { withFileTypes: true }).catch(unreadable);
  return (entries ?? []).flatMap((entry) => (entry.isDirectory() || entry.isSymbolicLink() ? entry.name : []));
};

/** One that is not there, or cannot be read now, keeps no other from being looked at. */
function unreadable(error: unknown): null {
  const code = codeOf(error) ?? '';
  if (!NOT_ALLOWED.has(code) && !NOT_NOW.has(code)) throw error;
  return null;
}
