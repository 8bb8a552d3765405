import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder and those above it that are missing, which must be made whatever the configuration names. Node's own
 * `recursive` never ends where a file system says ENOENT to a folder whose parent is there, as /proc does, and listens to no
 * signal meanwhile.
 *
 * @throws the system's error, which names the folder that could not be made
 */
export function makeFolder(path: string, mode: number): void {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may make it at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}
