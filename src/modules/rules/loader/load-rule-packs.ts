import type { RulePack } from '@e-invoice/validator/validation';
import { toUtcDay } from '../../../lib/utc-day.ts';
import { type LoadedPacks, loadPacks } from './load-packs.ts';
import { PackRefused } from './pack-refused.ts';

/**
 * Loads the built-in packs, verified with their canaries.
 *
 * @throws PackRefused when a pack does not compile or fails: the checkout is broken then
 */
export async function loadRulePacks(root: string): Promise<RulePack[]> {
  const { loaded, refused } = await loadPacks({ root, dataDir: null }, toUtcDay(Date.now()));
  refuseBuiltIn(refused);
  return loaded.map(({ pack }) => pack);
}

/** @throws PackRefused when a built-in pack was rejected */
export function refuseBuiltIn(refused: LoadedPacks['refused']): void {
  const own = refused.filter(({ origin }) => origin === 'built-in');
  if (own.length === 0) return;
  const reasons = own.map(({ id, version, reason }) => `${id}@${version}: ${reason}`);
  throw new PackRefused(reasons.join('\n'), { cause: own[0]!.error });
}
