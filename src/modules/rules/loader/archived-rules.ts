import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RuleIndexEntry } from '@e-invoice/schematron';
import type { PackManifest } from '@e-invoice/validator/validation';
import { describeEngine, type Engine } from './describe-engine.ts';
import { listFolders } from './list-folders.ts';
import { compileExplanations, compilePack, type LoadOptions } from './load-pack.ts';
import { loadCodeLists, readCiiTables, readUblTables } from './load-tables.ts';
import { builtInFolder, installedFolder, type PackRoots, servedFolder } from './pack-folders.ts';
import { readRestrictionTable } from './read-restriction-table.ts';

/** A rule release with its sources and the code that the archived engine compiled from them. */
export type ArchivedPack = {
  readonly manifest: PackManifest;
  /** The schema and its inclusions, in the order of inclusion: path relative to the pack folder, and text. */
  readonly files: readonly (readonly [path: string, text: string])[];
  /** SHA-256 over these files. */
  readonly sources: string;
  readonly rules: readonly RuleIndexEntry[];
  readonly code: string;
  /** Code that explains failed assertions; null when the release has no explanations. */
  readonly explanations: string | null;
  /** Table of syntax restrictions; null without one. */
  readonly restrictions: string | null;
};

/**
 * All data needed to repeat a validation: the installed rule releases, the structures of UBL and CII and the code lists.
 */
export type ArchivedRules = {
  readonly engine: Engine;
  readonly packs: readonly ArchivedPack[];
  readonly tables: { readonly structure: string; readonly datatypes: string };
  readonly ciiTables: { readonly structure: string; readonly datatypes: string };
  readonly codeLists: readonly (readonly [name: string, list: unknown])[];
};

/**
 * Collects every release, compiled by the running engine.
 *
 * @throws SchemaRefused, Error when a release cannot be read or compiled
 */
export async function collectRules({ root, dataDir }: PackRoots): Promise<ArchivedRules> {
  const engine = describeEngine(root);
  const shelves = [
    { ...builtInFolder({ root }), explains: false },
    ...(dataDir === null
      ? []
      : [installedFolder(dataDir), servedFolder(dataDir)].map((shelf) => ({ ...shelf, explains: true }))),
  ];
  const packs = new Map<string, ArchivedPack>();
  for (const { folder: shelf, explains, ...cache } of shelves) {
    for (const { folder } of listFolders(shelf, 'any')) {
      const pack = await archive(folder, cache, engine, explains);
      const name = `${pack.manifest.id}@${pack.manifest.version}`;
      // Same precedence as in `loadPacks`: a built-in pack overrides an installed one of the same name.
      if (!packs.has(name)) packs.set(name, pack);
    }
  }
  return {
    engine,
    packs: [...packs.values()],
    tables: readUblTables(root),
    ciiTables: readCiiTables(root),
    codeLists: [...loadCodeLists(root)],
  };
}

async function archive(
  folder: string,
  cache: Pick<LoadOptions, 'cacheDir' | 'cacheKey'>,
  engine: Engine,
  explains: boolean,
): Promise<ArchivedPack> {
  const options = { ...cache, engine: engine.digest };
  const { manifest, compiled } = await compilePack(folder, options);
  const { restrictions } = manifest;
  return {
    manifest,
    files: compiled.files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
    sources: compiled.sources,
    rules: compiled.rules,
    code: compiled.code,
    explanations: explains ? await compileExplanations(folder, options) : null,
    restrictions: typeof restrictions === 'string' ? readRestrictionTable(join(folder, restrictions)) : null,
  };
}
