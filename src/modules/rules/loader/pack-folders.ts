import { join } from 'node:path';
import { installationKey } from '../../../platform/index.ts';
import type { LoadOptions } from './load-pack.ts';

/** Where packs lie. */
export type PackRoots = {
  /** The folder of package.json. */
  readonly root: string;
  /** The operator's folder; null: the packs of the project alone. */
  readonly dataDir: string | null;
};

/** One folder of packs: `<id>/<version>/pack.json`, with the folder that keeps their compiled code. */
export type PackFolder = { readonly folder: string; readonly cacheDir: string } & Pick<LoadOptions, 'cacheKey'>;

/** What comes with the project; its code is compiled by the build. */
export const builtInFolder = ({ root }: Pick<PackRoots, 'root'>): PackFolder => ({
  folder: join(root, 'schematron'),
  cacheDir: join(root, 'dist/packs'),
});

/** What the operator installed. */
export const installedFolder = (dataDir: string): PackFolder => ({
  folder: join(dataDir, 'rules'),
  cacheDir: join(dataDir, 'rules', '.compiled'),
  cacheKey: () => installationKey(dataDir),
});

/** What the service keeps in its database, as each machine has it: releases that processes judge by without a restart. */
export const servedFolder = (dataDir: string): PackFolder => ({
  folder: join(dataDir, 'rules', '.served'),
  cacheDir: join(dataDir, 'rules', '.served', '.compiled'),
  cacheKey: () => installationKey(dataDir),
});

/** Ids and versions are names of folders and stand in `?ruleset=`. */
export const PACK_NAME = /^[a-z0-9][a-z0-9._+-]{0,63}$/i;
