import { join } from 'node:path';
import { pathIn } from '../../../lib/path-in.ts';
import { makeFolder } from '../../../platform/index.ts';

/** Folders of one workspace. All are on one file system, so that a rename between them is atomic. */
export type Folders = {
  /** Shown to the workspace as `/`. */
  readonly home: string;
  readonly inbox: string;
  readonly results: string;
  readonly archive: string;
  /** Internal; contains `staging` and `open`. */
  readonly work: string;
  /** Claimed files in progress, one folder per group. */
  readonly staging: string;
  /**
   * Upload markers: an empty file for each file that is being written, under the same name. After a crash the marker
   * shows that the file is incomplete.
   */
  readonly open: string;
};

const ID = /^wsp_[0-9a-f-]{36}$/;

/** Whether a folder name has the form of a workspace id. */
export const isWorkspaceId = (name: string): boolean => ID.test(name);

type Roots = { readonly files: string; readonly work: string };

/** Cached by root, of which a process has only one, instead of being computed per file. */
const known = new Map<string, Roots>();

function rootsIn(root: string): Roots {
  const roots = known.get(root) ?? { files: join(root, 'files'), work: join(root, 'work') };
  known.set(root, roots);
  return roots;
}

/** Folder that contains the folders of all workspaces. Folders whose names are not workspace ids are ignored. */
export const homesIn = (root: string): string => rootsIn(root).files;

/** Returns the folders of a workspace under the root. @throws RangeError when the text is not a workspace id */
export function foldersOf(root: string, workspaceId: string): Folders {
  if (!isWorkspaceId(workspaceId)) throw new RangeError('Only the id of a workspace names a folder');
  const home = pathIn(homesIn(root), workspaceId);
  const work = pathIn(rootsIn(root).work, workspaceId);
  return {
    home,
    inbox: pathIn(home, 'inbox'),
    results: pathIn(home, 'results'),
    archive: pathIn(home, 'archive'),
    work,
    staging: pathIn(work, 'staging'),
    open: pathIn(work, 'open'),
  };
}

export async function makeFolders(folders: Folders): Promise<void> {
  const { inbox, results, archive, staging, open } = folders;
  for (const folder of [inbox, results, archive, staging, open]) makeFolder(folder, 0o770);
}
