import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { PackRefused } from './pack-refused.ts';
import { readZip } from './read-zip.ts';

/** The files of a release, by paths with `/` from where it begins. */
export type RuleSources = {
  readonly paths: readonly string[];
  /** @throws Error when there is no such file in the release */
  readonly read: (path: string) => Uint8Array;
};

/**
 * Opens a folder or a ZIP archive.
 *
 * @throws PackRefused when there is none, or the archive cannot be trusted
 */
export async function openSources(place: string): Promise<RuleSources> {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) throw new PackRefused(`There is no file or folder ${place}`);
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
      // A link is followed only as long as it stays inside.
      const file = realpathSync(join(folder, path));
      const inside = relative(folder, file);
      if (inside.startsWith('..') || isAbsolute(inside)) throw new Error(`${path} is outside of the folder`);
      return readFileSync(file);
    },
  };
}
