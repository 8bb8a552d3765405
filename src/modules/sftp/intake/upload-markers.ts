import { closeSync, linkSync, lstatSync, openSync, unlinkSync } from 'node:fs';
import { pathIn } from '../../../lib/path-in.ts';
import type { Folders } from './folders.ts';

/*
 * Markers are many and short-lived; synchronous calls are faster than the thread pool. All markers of a workspace are
 * hard links to one empty file: creating and deleting a file for each would cost the file system as much as the
 * uploaded file.
 */

/** Whether a client is writing the file, or left it incomplete. */
export const hasMark = ({ open }: Folders, name: string): boolean =>
  lstatSync(pathIn(open, name), { throwIfNoEntry: false }) !== undefined;

/** Marks a file as incomplete. Call in the same event-loop tick in which the file is created or gets its name. */
export function mark({ work, open }: Folders, name: string): void {
  const one = pathIn(work, 'mark');
  try {
    linkSync(one, pathIn(open, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code === 'ENOENT') closeSync(openSync(one, 'a', 0o660));
    // Fall back to a separate file when the hard link fails, for example on a file system without hard links.
    closeSync(openSync(pathIn(open, name), 'a', 0o660));
  }
}

/** Marks the file, if it exists, as complete. */
export function unmark({ open }: Folders, name: string): void {
  try {
    unlinkSync(pathIn(open, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Removes a marker without a file: an operator deleted the file, and a new file of the name is unrelated. */
export function unmarkMissing(folders: Folders, name: string): void {
  if (lstatSync(pathIn(folders.inbox, name), { throwIfNoEntry: false }) === undefined) unmark(folders, name);
}
