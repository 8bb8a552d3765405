import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the folder and its missing parents, for any configured path. Node's `recursive` option never returns when a
 * file system reports ENOENT although the parent exists (as /proc does), and it blocks signals.
 *
 * @throws the system's error, which names the folder that could not be created
 */
export function makeFolder(path: string, mode: number): void {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may create it at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}
