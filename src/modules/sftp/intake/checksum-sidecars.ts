import { existsSync } from 'node:fs';
import { pathIn } from '../../../lib/path-in.ts';
import { findChecksum, removeChecksum } from '../../../platform/index.ts';
import type { Drop } from './drop.ts';
import type { Folders } from './folders.ts';
import { hasMark } from './upload-markers.ts';

/** What a whole side file beside the file of the inbox says of its SHA-256; null when there is none. */
export const findSideFile = (folders: Folders, name: string): string | null =>
  findChecksum(folders.inbox, name, (sideName) => hasMark(folders, sideName));

/** Removes what `findSideFile` would read; one that is written now stays with its writer. */
export const removeSideFile = (folders: Folders, name: string): void =>
  removeChecksum(folders.inbox, name, (sideName) => hasMark(folders, sideName));

/**
 * Removes the side file of a file that an earlier process has taken and not removed it. One that says anything else, or
 * beside which there is a file again, is of a newer file.
 */
export function removeTakenSideFile(folders: Folders, { name, expected, settings }: Drop): void {
  if (expected === null || settings.manifest || existsSync(pathIn(folders.inbox, name))) return;
  if (findSideFile(folders, name) === expected) removeSideFile(folders, name);
}
