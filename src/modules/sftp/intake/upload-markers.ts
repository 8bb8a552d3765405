import { closeSync, linkSync, lstatSync, openSync, unlinkSync } from 'node:fs';
import { pathIn } from '../../../lib/path-in.ts';
import type { Folders } from './folders.ts';

/*
 * Marks are many and stand for a moment: each is sooner made, seen and removed than handed to a thread. All of a workspace
 * are further names of one empty file: a new file for each, and its end, would cost as much of the file system as the
 * file that is marked.
 */

/** Whether a client has begun to write the file and has not finished. */
export const hasMark = ({ open }: Folders, name: string): boolean =>
  lstatSync(pathIn(open, name), { throwIfNoEntry: false }) !== undefined;

/** Marks a file as half a file; in the turn of the event loop in which the file is made, or has its name. */
export function mark({ work, open }: Folders, name: string): void {
  const one = pathIn(work, 'mark');
  try {
    linkSync(one, pathIn(open, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code === 'ENOENT') closeSync(openSync(one, 'a', 0o660));
    // Where there is no further name, this time or on this file system, a file of its own marks as well.
    closeSync(openSync(pathIn(open, name), 'a', 0o660));
  }
}

/** From now on the file, if it is there, is a whole one. */
export function unmark({ open }: Folders, name: string): void {
  try {
    unlinkSync(pathIn(open, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Removes a mark beside which there is no file: an operator has deleted it, and what comes by its name is another. */
export function unmarkMissing(folders: Folders, name: string): void {
  if (lstatSync(pathIn(folders.inbox, name), { throwIfNoEntry: false }) === undefined) unmark(folders, name);
}
