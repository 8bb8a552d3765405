import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installedFolder, PACK_NAME } from './pack-folders.ts';
import { PackRefused } from './pack-refused.ts';

/**
 * Removes an installed release with its compiled code.
 *
 * @throws PackRefused when it is not installed
 */
export function removePack(dataDir: string, id: string, version: string): void {
  const { folder, cacheDir } = installedFolder(dataDir);
  const target = join(folder, id, version);
  if (!PACK_NAME.test(id) || !PACK_NAME.test(version) || !existsSync(target)) {
    throw new PackRefused(`${id}@${version} is not installed`);
  }
  rmSync(target, { recursive: true });
  if (readdirSync(dirname(target)).length === 0) rmSync(dirname(target), { recursive: true });
  if (!existsSync(cacheDir)) return;
  const compiled = readdirSync(cacheDir).filter((name) => name.startsWith(`${id}@${version}.`));
  for (const name of compiled) rmSync(join(cacheDir, name));
}
