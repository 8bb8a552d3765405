import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type PackFolder = { readonly id: string; readonly version: string; readonly folder: string };

/** The syntax of the documents that a pack validates: `syntax` in `pack.json`, `ubl` if it is missing. */
type Syntax = 'ubl' | 'cii';

/** Lists the `<id>/<version>` folders with a pack.json, sorted; by default only packs for UBL. */
export function listFolders(shelf: string, syntax: Syntax | 'any' = 'ubl'): PackFolder[] {
  return foldersIn(shelf).flatMap((id) =>
    foldersIn(join(shelf, id))
      .map((version) => ({ id, version, folder: join(shelf, id, version) }))
      .filter(({ folder }) => existsSync(join(folder, 'pack.json')) && isFor(folder, syntax)),
  );
}

const isFor = (folder: string, syntax: Syntax | 'any'): boolean => syntax === 'any' || syntaxOf(folder) === syntax;

/** An invalid pack.json counts as one for UBL, so that its loader reports the error. */
function syntaxOf(folder: string): Syntax {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')) as { syntax?: unknown } | null;
    return manifest?.syntax === 'cii' ? 'cii' : 'ubl';
  } catch {
    return 'ubl';
  }
}

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
        .sort()
    : [];
