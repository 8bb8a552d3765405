import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** `path` is relative to the pack folder, with `/`. */
export type PackFile = { readonly path: string; readonly content: Uint8Array };

/** @throws Error for a path outside the folder */
export function writePackFiles(folder: string, files: readonly PackFile[]): void {
  for (const { path, content } of files) {
    const file = resolve(folder, path);
    if (!file.startsWith(resolve(folder) + sep)) throw new Error(`${path} is outside the folder`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

export function readPackFiles(folder: string): PackFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
    .map((path) => ({ path, content: readFileSync(join(folder, path)) }));
}
