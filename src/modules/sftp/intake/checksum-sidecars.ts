import { existsSync } from 'node:fs';
import { pathIn } from '../../../lib/path-in.ts';
import { findChecksum, removeChecksum } from '../../../platform/index.ts';
import type { Drop } from './drop.ts';
import type { Folders } from './folders.ts';
import { hasMark } from './upload-markers.ts';

/** Reads the SHA-256 from a complete checksum sidecar in the inbox, or null. */
export const findSideFile = (folders: Folders, name: string): string | null =>
  findChecksum(folders.inbox, name, (sideName) => hasMark(folders, sideName));

/** Removes the sidecar that `findSideFile` would read. A sidecar that is being uploaded is left to its client. */
export const removeSideFile = (folders: Folders, name: string): void =>
  removeChecksum(folders.inbox, name, (sideName) => hasMark(folders, sideName));

/**
 * Removes the sidecar of a file that an earlier process claimed without removing the sidecar. A sidecar with another
 * digest, or next to a file in the inbox, belongs to a newer file and stays.
 */
export function removeTakenSideFile(folders: Folders, { name, expected, settings }: Drop): void {
  if (expected === null || settings.manifest || existsSync(pathIn(folders.inbox, name))) return;
  if (findSideFile(folders, name) === expected) removeSideFile(folders, name);
}
