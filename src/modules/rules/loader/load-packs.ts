import { NamePool } from '@e-invoice/schematron/xml';
import type { RulePack } from '@e-invoice/validator/validation';
import { describeEngine } from './describe-engine.ts';
import { listFolders } from './list-folders.ts';
import { deferFolder, type FolderOptions, isEarlier, loadFolder, loadProvenFolder } from './load-folder.ts';
import { forgetOtherEngines } from './load-pack.ts';
import { builtInFolder, installedFolder, type PackFolder, type PackRoots } from './pack-folders.ts';

export type { PackRoots } from './pack-folders.ts';

type Origin = 'built-in' | 'installed';

export type LoadedPack = {
  readonly pack: RulePack;
  readonly origin: Origin;
  readonly folder: string;
  /** True when it is compiled and verified on first use. */
  readonly deferred: boolean;
};

export type RefusedPack = {
  readonly id: string;
  readonly version: string;
  readonly origin: Origin;
  readonly reason: string;
  readonly error: unknown;
};

export type LoadedPacks = { readonly loaded: readonly LoadedPack[]; readonly refused: readonly RefusedPack[] };

/**
 * Loads, compiles and verifies all packs; failed ones are returned with the reason. All share one name pool. A
 * built-in pack overrides an installed one of the same id and version.
 *
 * @param today `YYYY-MM-DD`, for rules that read the current date
 * @param defersEarlier whether built-in earlier releases are prepared on first use (`PackNotReady`)
 * @param proven packs (`id@version`) verified by another thread of this process: only these are loaded, without
 *   verification; earlier releases are still verified on first use
 */
export async function loadPacks(
  { root, dataDir }: PackRoots,
  today: string,
  { defersEarlier = false, proven = null }: { defersEarlier?: boolean; proven?: ReadonlySet<string> | null } = {},
): Promise<LoadedPacks> {
  const engine = describeEngine(root).digest;
  const names = new NamePool();
  const ours = { ...builtInFolder({ root }), engine, names, defersEarlier, proven };
  const builtIn = await loadShelf(ours, 'built-in', today, new Set());
  if (dataDir === null) return builtIn;
  const taken = new Set(builtIn.loaded.map(({ pack: { info } }) => `${info.id}@${info.version}`));
  const theirs = { ...installedFolder(dataDir), engine, names, defersEarlier: false, proven, explains: true };
  const installed = await loadShelf(theirs, 'installed', today, taken);
  return {
    loaded: [...builtIn.loaded, ...installed.loaded],
    refused: [...builtIn.refused, ...installed.refused],
  };
}

type ShelfOptions = FolderOptions & {
  readonly names: NamePool;
  readonly defersEarlier: boolean;
  readonly proven: ReadonlySet<string> | null;
};

export const forgetOtherPacks = (root: string): void =>
  forgetOtherEngines({ ...builtInFolder({ root }), engine: describeEngine(root).digest });

async function loadShelf(
  { folder, defersEarlier, proven, ...options }: PackFolder & ShelfOptions,
  origin: Origin,
  today: string,
  taken: ReadonlySet<string>,
): Promise<LoadedPacks> {
  const load = proven === null ? loadFolder : loadProvenFolder;
  const loaded: LoadedPack[] = [];
  const refused: RefusedPack[] = [];
  // The built-in packs for CII are loaded on first use (`listCiiPacks`).
  for (const { id, version, folder: at } of listFolders(folder, origin === 'built-in' ? 'ubl' : 'any')) {
    if (proven !== null && !proven.has(`${id}@${version}`)) continue;
    try {
      if (taken.has(`${id}@${version}`)) throw new Error('A bundled pack has the same id and version');
      const deferred = defersEarlier && isEarlier(at);
      const pack = deferred ? deferFolder(at, options, today) : await load(at, options, today);
      if (pack.info.id !== id || pack.info.version !== version) {
        throw new Error(`pack.json states ${pack.info.id}@${pack.info.version}`);
      }
      loaded.push({ pack, origin, folder: at, deferred });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      refused.push({ id, version, origin, reason, error });
    }
  }
  return { loaded, refused };
}
