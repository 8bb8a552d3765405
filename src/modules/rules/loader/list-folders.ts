import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type PackFolder = { readonly id: string; readonly version: string; readonly folder: string };

/** Lists the `<id>/<version>` folders that contain a pack.json, sorted. */
export function listFolders(shelf: string): PackFolder[] {
  return foldersIn(shelf).flatMap((id) =>
    foldersIn(join(shelf, id))
      .map((version) => ({ id, version, folder: join(shelf, id, version) }))
      .filter(({ folder }) => existsSync(join(folder, 'pack.json'))),
  );
}

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
        .sort()
    : [];
