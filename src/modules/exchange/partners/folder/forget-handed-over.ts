import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nameOf } from './folder.ts';
import { forgetWritten } from './forget-written.ts';
import { codeOf, NOT_ALLOWED, NOT_NOW } from './system-error.ts';

/** Returns those instance identifiers that may still be submitted. */
type FindOpen = (workspaceId: string, instanceIdentifiers: readonly string[]) => Promise<ReadonlySet<string>>;

/** Other entries of the operator's folder are not ours and stay untouched. */
const WORKSPACE = /^wsp_[\w-]+$/;

/**
 * Deletes bookkeeping files of documents that cannot be submitted again, in the folders of all workspaces. The
 * folders are listed from disk, because deleted partners and workspaces leave files behind as well.
 *
 * @param folders the folder that the operator configured
 * @param before milliseconds since the epoch: younger files stay
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

/** Instance identifier from the file name. */
const instanceOf = (name: string): string => name.replace(/\.xml$/, '');

/** Includes symbolic links: the operator may link a folder to where the partner's software reads. */
const foldersIn = async (path: string): Promise<readonly string[]> => {
  const entries = await readdir(path, { withFileTypes: true }).catch(unreadable);
  return (entries ?? []).flatMap((entry) => (entry.isDirectory() || entry.isSymbolicLink() ? entry.name : []));
};

/** A missing or unreadable folder does not stop the cleanup of the others. */
function unreadable(error: unknown): null {
  const code = codeOf(error) ?? '';
  if (!NOT_ALLOWED.has(code) && !NOT_NOW.has(code)) throw error;
  return null;
}
