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
  /** Whether failed assertions are explained from their expressions. */
  readonly explains?: boolean;
};

/**
 * The pack in a folder, compiled and proven on its canaries.
 *
 * @throws Error that says why it must not serve: it does not compile, its `pack.json` lacks something, or (PackRefused)
 *   it does not tell the good canary from the bad one
 */
export async function loadFolder(folder: string, options: FolderOptions, today: string): Promise<RulePack> {
  const pack = await loadPack(folder, options);
  prove(toRulePack(pack, folder), folder, today);
  return toRulePack(await withExplanations(pack, folder, options), folder);
}

/** The pack in a folder, which has been proven already. @throws Error when it cannot be loaded */
export const loadProvenFolder = async (folder: string, options: FolderOptions): Promise<RulePack> =>
  toRulePack(await withExplanations(await loadPack(folder, options), folder, options), folder);

/** Rules of others have no texts of ours: what is told of a mistake is read from their expressions. */
const withExplanations = async (pack: Pack, folder: string, options: FolderOptions): Promise<Pack> =>
  options.explains === true ? { ...pack, explain: await prepareExplanations(folder, options, pack.names) } : pack;

/**
 * The pack in a folder, compiled and proven when it is first applied: a start does not wait for rules that hardly
 * anybody asks for. Throws as `loadFolder` for what `pack.json` says, and `PackNotReady.prepare` for the rest.
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

/** Whether it is an earlier release, written as a difference from the one after it. */
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

/** The documents that `pack.json` names as canaries. @throws PackRefused when it names none */
export function readCanaries(folder: string, named: unknown): Canaries {
  const { good, bad } = (named ?? {}) as Partial<Record<keyof Canaries, unknown>>;
  if (typeof good !== 'string' || typeof bad !== 'string') {
    throw new PackRefused('pack.json names no canaries (a good and a bad document)');
  }
  return { good: readFileSync(join(folder, good)), bad: readFileSync(join(folder, bad)) };
}
