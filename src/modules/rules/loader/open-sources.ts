import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { PackRefused } from './pack-refused.ts';
import { readZip } from './read-zip.ts';

/** Files of a release, by path with `/` from its root. */
export type RuleSources = {
  readonly paths: readonly string[];
  /** @throws Error when the release has no such file */
  readonly read: (path: string) => Uint8Array;
};

/**
 * Opens a folder or a ZIP archive.
 *
 * @throws PackRefused when it does not exist, or the archive is unsafe
 */
export async function openSources(place: string): Promise<RuleSources> {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) throw new PackRefused(`No such file or folder: ${place}`);
  if (found.isDirectory()) return openFolder(realpathSync(place));
  const files = await readZip(readFileSync(place));
  return {
    paths: [...files.keys()].sort(),
    read: (path) => {
      const bytes = files.get(path);
      if (bytes === undefined) throw new Error(`${path} is not in the archive`);
      return bytes;
    },
  };
}

function openFolder(folder: string): RuleSources {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return {
    paths: entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .sort(),
    read: (path) => {
      // Symbolic links are followed only inside the folder.
      const file = realpathSync(join(folder, path));
      const inside = relative(folder, file);
      if (inside.startsWith('..') || isAbsolute(inside)) throw new Error(`${path} is outside the folder`);
      return readFileSync(file);
    },
  };
}
