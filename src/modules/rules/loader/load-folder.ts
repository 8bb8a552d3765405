import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamePool } from '@e-invoice/schematron/xml';
import {
  type Canaries,
  checkCanaries,
  deferPack,
  makeRulePack,
  type Pack,
  type RulePack,
} from '@e-invoice/validator/validation';
import { describePack, type LoadOptions, loadPack, prepareExplanations, readPackManifest } from './load-pack.ts';
import { PackRefused } from './pack-refused.ts';
import { readRestrictionTable } from './read-restriction-table.ts';
import { sha256 } from './sha256.ts';

export type FolderOptions = LoadOptions & {
  /** Whether to explain failed assertions from their expressions. */
  readonly explains?: boolean;
};

/**
 * Loads, compiles and verifies the pack in a folder.
 *
 * @throws Error with the reason: the pack does not compile, its `pack.json` is incomplete, or (PackRefused) its
 *   canaries fail
 */
export async function loadFolder(folder: string, options: FolderOptions, today: string): Promise<RulePack> {
  const pack = await loadPack(folder, options);
  prove(toRulePack(pack, folder), folder, today);
  return toRulePack(await withExplanations(pack, folder, options), folder);
}

/** Loads the pack in a folder that was verified already. @throws Error when it cannot be loaded */
export const loadProvenFolder = async (folder: string, options: FolderOptions): Promise<RulePack> =>
  toRulePack(await withExplanations(await loadPack(folder, options), folder, options), folder);

/** Third-party rules have no catalog texts, so explanations are derived from their expressions. */
const withExplanations = async (pack: Pack, folder: string, options: FolderOptions): Promise<Pack> =>
  options.explains === true ? { ...pack, explain: await prepareExplanations(folder, options, pack.names) } : pack;

/**
 * Creates a pack that is compiled and verified on first use, so that the start does not wait for rarely used rules.
 * Throws as `loadFolder` for an invalid `pack.json`; other errors are thrown by `PackNotReady.prepare`.
 */
export function deferFolder(
  folder: string,
  options: LoadOptions & { readonly names: NamePool },
  today: string,
): RulePack {
  const rulePack: RulePack = toRulePack(
    deferPack({
      manifest: readPackManifest(folder),
      names: options.names,
      describe: () => describePack(folder, options),
      load: () => loadPack(folder, options),
      prove: () => prove(rulePack, folder, today),
    }),
    folder,
  );
  return rulePack;
}

/** Whether the pack is an earlier release, stored as a difference to the next one. */
export const isEarlier = (folder: string): boolean => 'differs_from' in readPackManifest(folder);

const toRulePack = (pack: Pack, folder: string): RulePack => {
  const { restrictions } = pack.manifest;
  return makeRulePack(
    pack,
    typeof restrictions === 'string' ? () => readRestrictionTable(join(folder, restrictions)) : null,
    sha256,
  );
};

function prove(rulePack: RulePack, folder: string, today: string): void {
  const failures = checkCanaries(rulePack, readCanaries(folder, rulePack.pack.manifest.canaries), today);
  if (failures.length > 0) throw new PackRefused(`The canary test failed. ${failures.slice(0, 20).join('; ')}`);
}

/** Reads the canary documents named in `pack.json`. @throws PackRefused when they are missing */
export function readCanaries(folder: string, named: unknown): Canaries {
  const { good, bad } = (named ?? {}) as Partial<Record<keyof Canaries, unknown>>;
  if (typeof good !== 'string' || typeof bad !== 'string') {
    throw new PackRefused('pack.json lists no canaries (a good and a bad document)');
  }
  return { good: readFileSync(join(folder, good)), bad: readFileSync(join(folder, bad)) };
}
