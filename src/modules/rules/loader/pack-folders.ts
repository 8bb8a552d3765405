import { join } from 'node:path';
import { installationKey } from '../../../platform/index.ts';
import type { LoadOptions } from './load-pack.ts';

export type PackRoots = {
  /** The folder of package.json. */
  readonly root: string;
  /** Data folder of the operator; null to use only built-in packs. */
  readonly dataDir: string | null;
};

/** A folder of packs, `<id>/<version>/pack.json`, with its cache of compiled code. */
export type PackFolder = { readonly folder: string; readonly cacheDir: string } & Pick<LoadOptions, 'cacheKey'>;

/** Built-in packs; the build compiles them. */
export const builtInFolder = ({ root }: Pick<PackRoots, 'root'>): PackFolder => ({
  folder: join(root, 'schematron'),
  cacheDir: join(root, 'dist/packs'),
});

/** Packs installed by the operator. */
export const installedFolder = (dataDir: string): PackFolder => ({
  folder: join(dataDir, 'rules'),
  cacheDir: join(dataDir, 'rules', '.compiled'),
  cacheKey: () => installationKey(dataDir),
});

/** Local copies of the releases in the service's database, which processes activate without a restart. */
export const servedFolder = (dataDir: string): PackFolder => ({
  folder: join(dataDir, 'rules', '.served'),
  cacheDir: join(dataDir, 'rules', '.served', '.compiled'),
  cacheKey: () => installationKey(dataDir),
});

/** Ids and versions are used as folder names and in `?ruleset=`. */
export const PACK_NAME = /^[a-z0-9][a-z0-9._+-]{0,63}$/i;
