import { makeValidator, type Validator } from '@e-invoice/validator/validation';
import { type LoadedPacks, loadPacks, type PackRoots } from './load-packs.ts';
import { loadCodeLists, loadUblStructure } from './load-tables.ts';
import { sha256 } from './sha256.ts';

export type ValidatorConfig = PackRoots & {
  readonly maxXmlBytes: number;
  /** `YYYY-MM-DD`, for the canaries of the packs. */
  readonly today: string;
  /** Packs (`id@version`) that this process has proven: these alone are loaded then. */
  readonly proven?: readonly string[];
};

/**
 * The validator of this installation, with every pack that serves; earlier releases wait until they are first applied.
 * Those that do not serve are told beside it: the caller decides what that means.
 */
export async function openValidator({
  root,
  dataDir,
  maxXmlBytes,
  today,
  proven,
}: ValidatorConfig): Promise<LoadedPacks & { readonly validator: Validator }> {
  const { loaded, refused } = await loadPacks({ root, dataDir }, today, {
    defersEarlier: true,
    proven: proven === undefined ? null : new Set(proven),
  });
  const validator = makeValidator({
    packs: loaded.map(({ pack }) => pack),
    structure: loadUblStructure(root),
    codeLists: loadCodeLists(root),
    limits: { bytes: maxXmlBytes },
    sha256,
  });
  return { loaded, refused, validator };
}
