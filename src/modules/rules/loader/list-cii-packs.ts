import { NamePool } from '@e-invoice/schematron/xml';
import type { RulePack } from '@e-invoice/validator/validation';
import { describeEngine } from './describe-engine.ts';
import { listFolders } from './list-folders.ts';
import { deferFolder } from './load-folder.ts';
import { builtInFolder } from './pack-folders.ts';

/**
 * Lists the built-in packs for Cross Industry Invoices. They are compiled, loaded and verified on first use
 * (`PackNotReady`), so that they affect neither the start nor the validation of UBL invoices.
 *
 * @param names name pool, shared by packs that are applied together
 * @param today `YYYY-MM-DD`, for their canaries
 */
export function listCiiPacks(
  root: string,
  today: string,
  names: NamePool = new NamePool(),
): { readonly pack: RulePack; readonly folder: string }[] {
  const { folder, cacheDir } = builtInFolder({ root });
  const options = { cacheDir, engine: describeEngine(root).digest, names };
  return listFolders(folder, 'cii').map((place) => ({
    pack: deferFolder(place.folder, options, today),
    folder: place.folder,
  }));
}
