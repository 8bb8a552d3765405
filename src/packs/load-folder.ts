import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Canaries, checkCanaries, makeRulePack, type RulePack } from '../validation/index.ts';
import { type LoadOptions, loadPack } from './load-pack.ts';
import { PackRefused } from './pack-refused.ts';

/**
 * The pack in a folder, compiled and proven on its canaries.
 *
 * @throws Error that says why it must not serve: it does not compile, its `pack.json` lacks something, or (PackRefused)
 *   it does not tell the good canary from the bad one
 */
export async function loadFolder(folder: string, options: LoadOptions, today: string): Promise<RulePack> {
  const pack = await loadPack(folder, options);
  const { restrictions } = pack.manifest;
  const table = typeof restrictions === 'string' ? readFileSync(join(folder, restrictions), 'utf8') : null;
  const rulePack = makeRulePack(pack, table);
  const failures = checkCanaries(rulePack, readCanaries(folder, pack.manifest.canaries), today);
  if (failures.length > 0) throw new PackRefused(`The canary test failed. ${failures.slice(0, 20).join('; ')}`);
  return rulePack;
}

/** The documents that `pack.json` names as canaries. @throws PackRefused when it names none */
export function readCanaries(folder: string, named: unknown): Canaries {
  const { good, bad } = (named ?? {}) as Partial<Record<keyof Canaries, unknown>>;
  if (typeof good !== 'string' || typeof bad !== 'string') {
    throw new PackRefused('pack.json names no canaries (a good and a bad document)');
  }
  return { good: readFileSync(join(folder, good)), bad: readFileSync(join(folder, bad)) };
}
