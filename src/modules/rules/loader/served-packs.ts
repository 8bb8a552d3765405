import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NamePool } from '@e-invoice/schematron/xml';
import type { RulePack } from '@e-invoice/validator/validation';
import { deferFolder, loadProvenFolder } from './load-folder.ts';
import { type PackFile, writePackFiles } from './pack-files.ts';
import { servedFolder } from './pack-folders.ts';
import { PackRefused } from './pack-refused.ts';

/** A release stored by the service; `from` is the first day of validation on which it applies (`YYYY-MM-DD`). */
export type ServedPack = {
  readonly id: string;
  readonly version: string;
  readonly digest: string;
  readonly from: string;
};

type Name = Pick<ServedPack, 'id' | 'version'>;

const cacheOf = (dataDir: string) => {
  const { cacheDir, cacheKey } = servedFolder(dataDir);
  return { cacheDir, ...(cacheKey && { cacheKey }) };
};

export const placeOfServed = (dataDir: string, { id, version }: Name): string =>
  join(servedFolder(dataDir).folder, id, version);

/** Writes a release of the service to this machine, atomically. */
export function keepServed(dataDir: string, name: Name, files: readonly PackFile[]): void {
  const target = placeOfServed(dataDir, name);
  const draft = join(servedFolder(dataDir).folder, `.new-${randomUUID()}`);
  try {
    writePackFiles(draft, files);
    mkdirSync(dirname(target), { recursive: true });
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process of this machine was faster.
    if (!existsSync(join(target, 'pack.json'))) throw error;
  }
}

export const hasServed = (dataDir: string, name: Name): boolean =>
  existsSync(join(placeOfServed(dataDir, name), 'pack.json'));

/**
 * Returns the metadata of a release prepared on this machine without compiling it.
 *
 * @param bundled pack whose name pool it shares
 */
export const describeServed = (
  dataDir: string,
  name: Name,
  { engine, today, bundled }: { readonly engine: string; readonly today: string; readonly bundled: RulePack },
): RulePack =>
  deferFolder(placeOfServed(dataDir, name), { ...cacheOf(dataDir), engine, names: bundled.pack.names }, today);

/**
 * Loads a release prepared on this machine.
 *
 * @param names shared with the packs that it is applied with
 * @throws Error when its digest differs
 */
export async function loadServed(
  dataDir: string,
  engine: string,
  { digest, ...name }: ServedPack,
  names: NamePool,
): Promise<RulePack> {
  const options = { ...cacheOf(dataDir), engine, names, explains: true };
  const pack = await loadProvenFolder(placeOfServed(dataDir, name), options);
  if (pack.digest !== digest)
    throw new PackRefused(`${name.id}@${name.version} has changed since it was installed (digest mismatch)`);
  return pack;
}

/** Returns the same pack with another first day of application. */
export const fromDay = (pack: RulePack, from: string): RulePack => {
  const { published, in_force_to: end } = pack.info;
  const info = {
    ...pack.info,
    mandatory_from: from,
    published: published !== null && published > from ? from : published,
    in_force_to: end !== null && end < from ? null : end,
  };
  return Object.create(pack, { info: { value: info, enumerable: true } }) as RulePack;
};

/** Metadata that determines which packs it can be applied with. */
export type Applied = { readonly info: Pick<RulePack['info'], 'id' | 'version' | 'on'> };

/** Filters packs to those whose `on` packs are all present. */
export function applicable<P extends Applied>(base: readonly Applied[], served: readonly P[]): readonly P[] {
  const there = [...base, ...served].map(({ info: { id, version } }) => ({ id, name: `${id}@${version}` }));
  const isThere = (required: string): boolean => there.some(({ id, name }) => required === id || required === name);
  const usable = served.filter(({ info }) => info.on.every(isThere));
  // A removed pack may be required by another one.
  return usable.length === served.length ? usable : applicable(base, usable);
}
