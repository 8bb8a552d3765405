import { digestTerms } from '@e-invoice/validator/invoice';
import { makeValidator, type RulePack, type Validator } from '@e-invoice/validator/validation';
import { makeCiiParts } from './cii-parts.ts';
import { listCiiPacks } from './list-cii-packs.ts';
import { type LoadedPacks, loadPacks, type PackRoots } from './load-packs.ts';
import { loadCodeLists, loadUblStructure, readCiiTables } from './load-tables.ts';
import type { ServedPack } from './served-packs.ts';
import { makeServedValidators } from './served-validators.ts';
import { sha256 } from './sha256.ts';

export type ValidatorConfig = PackRoots & {
  readonly maxXmlBytes: number;
  /** `YYYY-MM-DD`, for the canaries of the packs. */
  readonly today: string;
  /** Packs (`id@version`) that this process has verified; when present, only these are loaded. */
  readonly proven?: readonly string[];
};

/**
 * Creates the validator of this installation with all usable packs; earlier releases are prepared on first use.
 * Rejected packs are returned too, and the caller decides how to handle them.
 *
 * `withServed` returns the validator that also applies releases of the service prepared on this machine; `withPacks`
 * returns one with additional packs, which share the name pool.
 */
export async function openValidator({ root, dataDir, maxXmlBytes, today, proven }: ValidatorConfig): Promise<
  LoadedPacks & {
    readonly validator: Validator;
    readonly withServed: (served: readonly ServedPack[]) => Promise<Validator>;
    readonly withPacks: (more: readonly RulePack[]) => Validator;
  }
> {
  const { loaded, refused } = await loadPacks({ root, dataDir }, today, {
    defersEarlier: true,
    proven: proven === undefined ? null : new Set(proven),
  });
  const packs = loaded.map(({ pack }) => pack);
  const [first] = packs;
  const parts = {
    structure: loadUblStructure(root),
    cii: () => ({
      ...makeCiiParts(readCiiTables(root)),
      packs: listCiiPacks(root, today, first?.pack.names).map(({ pack }) => pack),
    }),
    codeLists: loadCodeLists(root),
    limits: { bytes: maxXmlBytes },
    digestTerms,
    sha256,
  };
  const validator = makeValidator({ ...parts, packs });
  const withServed = makeServedValidators({ root, dataDir, packs, parts, validator });
  const withPacks = (more: readonly RulePack[]): Validator => makeValidator({ ...parts, packs: [...packs, ...more] });
  return { loaded, refused, validator, withServed, withPacks };
}
