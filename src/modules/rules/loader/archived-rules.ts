import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RuleIndexEntry } from '@e-invoice/schematron';
import type { PackManifest } from '@e-invoice/validator/validation';
import { describeEngine, type Engine } from './describe-engine.ts';
import { listFolders } from './list-folders.ts';
import { compileExplanations, compilePack, type LoadOptions } from './load-pack.ts';
import { loadCodeLists, readUblTables } from './load-tables.ts';
import { builtInFolder, installedFolder, type PackRoots, servedFolder } from './pack-folders.ts';
import { readRestrictionTable } from './read-restriction-table.ts';

/** A release of rules with its sources, and what the engine of the archive compiled of them. */
export type ArchivedPack = {
  readonly manifest: PackManifest;
  /** The schema and what it includes, in the order of inclusion: path from the folder of the pack, and text. */
  readonly files: readonly (readonly [path: string, text: string])[];
  /** SHA-256 over these files. */
  readonly sources: string;
  readonly rules: readonly RuleIndexEntry[];
  readonly code: string;
  /** What explains failed assertions; null: that is not told of this release. */
  readonly explanations: string | null;
  /** The table of restrictions of the syntax; null when it has none. */
  readonly restrictions: string | null;
};

/** All that judging takes beside the program: every release of rules that is here, the structure of UBL, code lists. */
export type ArchivedRules = {
  readonly engine: Engine;
  readonly packs: readonly ArchivedPack[];
  readonly tables: { readonly structure: string; readonly datatypes: string };
  readonly codeLists: readonly (readonly [name: string, list: unknown])[];
};

/**
 * Every release in its places, compiled by the engine that runs here.
 *
 * @throws SchemaRefused, Error when one of them cannot be read or compiled
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
    for (const { folder } of listFolders(shelf)) {
      const pack = await archive(folder, cache, engine, explains);
      const name = `${pack.manifest.id}@${pack.manifest.version}`;
      // As when they are loaded: what comes with the project goes before what has its name.
      if (!packs.has(name)) packs.set(name, pack);
    }
  }
  return {
    engine,
    packs: [...packs.values()],
    tables: readUblTables(root),
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
