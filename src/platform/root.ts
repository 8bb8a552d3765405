import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Root of the project: the nearest parent folder of the module that has a package.json. Counting levels would fail,
 * since the code runs as src/*.ts and as dist/src/*.js.
 *
 * @throws Error when no parent folder has one
 */
export function findRoot(moduleUrl: string = import.meta.url): string {
  let folder = dirname(fileURLToPath(moduleUrl));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`No package.json above ${fileURLToPath(moduleUrl)}`);
    folder = parent;
  }
  return folder;
}
