import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The project's root: the nearest folder above the given module that has a package.json.
 * The same code runs as src/*.ts and as dist/src/*.js, so counting levels would be wrong in one of them.
 *
 * @throws Error when no folder above has one
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
