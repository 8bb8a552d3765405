import type { RulePack } from '@e-invoice/validator/validation';
import { toUtcDay } from '../../../lib/utc-day.ts';
import { type LoadedPacks, loadPacks } from './load-packs.ts';
import { PackRefused } from './pack-refused.ts';

/**
 * The packs that come with the project, proven on their canaries.
 *
 * @throws PackRefused when one of them does not compile or fails: the project itself is broken then
 */
export async function loadRulePacks(root: string): Promise<RulePack[]> {
  const { loaded, refused } = await loadPacks({ root, dataDir: null }, toUtcDay(Date.now()));
  refuseBuiltIn(refused);
  return loaded.map(({ pack }) => pack);
}

/** @throws PackRefused when one of those that were refused comes with the project */
export function refuseBuiltIn(refused: LoadedPacks['refused']): void {
  const own = refused.filter(({ origin }) => origin === 'built-in');
  if (own.length === 0) return;
  const reasons = own.map(({ id, version, reason }) => `${id}@${version}: ${reason}`);
  throw new PackRefused(reasons.join('\n'), { cause: own[0]!.error });
}
