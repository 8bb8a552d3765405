import { join } from 'node:path';
import { pathIn } from '../../../lib/path-in.ts';
import { makeFolder } from '../../../platform/index.ts';

/** The folders of one workspace. All are on one file system, so that a rename between them is atomic. */
export type Folders = {
  /** What the workspace sees as `/`. */
  readonly home: string;
  readonly inbox: string;
  readonly results: string;
  readonly archive: string;
  /** What nobody outside sees: the next two. */
  readonly work: string;
  /** What is taken and not finished: a folder for each, which nobody outside sees. */
  readonly staging: string;
  /** An empty file for each one that is being written, by the same name: what a crash leaves of it is no whole file. */
  readonly open: string;
};

const ID = /^wsp_[0-9a-f-]{36}$/;

/** Whether a folder is named as one of a workspace. */
export const isWorkspaceId = (name: string): boolean => ID.test(name);

type Roots = { readonly files: string; readonly work: string };

/** By the root, of which a process has one: it is worked out once, not for each file. */
const known = new Map<string, Roots>();

function rootsIn(root: string): Roots {
  const roots = known.get(root) ?? { files: join(root, 'files'), work: join(root, 'work') };
  known.set(root, roots);
  return roots;
}

/** Where the files of all workspaces are; of a workspace only those with the form of its id. */
export const homesIn = (root: string): string => rootsIn(root).files;

/** The folders of a workspace under the root. @throws RangeError for a text that is no id of a workspace */
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

/** Makes those that are missing. */
export async function makeFolders(folders: Folders): Promise<void> {
  const { inbox, results, archive, staging, open } = folders;
  for (const folder of [inbox, results, archive, staging, open]) makeFolder(folder, 0o770);
}
