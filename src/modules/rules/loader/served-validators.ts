import { makeValidator, type RulePack, type Validator, type ValidatorParts } from '@e-invoice/validator/validation';
import { describeEngine } from './describe-engine.ts';
import type { PackRoots } from './pack-folders.ts';
import { fromDay, loadServed, type ServedPack } from './served-packs.ts';

type ServedParts = PackRoots & {
  /** Built-in and installed packs, and the validator of only these. */
  readonly packs: readonly RulePack[];
  readonly validator: Validator;
  readonly parts: Omit<ValidatorParts, 'packs'>;
};

/** Enough for the combinations in use: canary, active and shadow releases. */
const MAX_VALIDATORS = 8;

/**
 * Creates a function that returns the validator for the given releases of the service in addition to `packs`.
 * Releases are loaded on first use and stay in memory.
 */
export function makeServedValidators({ root, dataDir, packs, parts, validator }: ServedParts) {
  const loaded = new Map<string, Promise<RulePack>>();
  const made = new Map<string, Promise<Validator>>();

  const load = (pack: ServedPack): Promise<RulePack> => {
    if (dataDir === null) throw new Error('No data folder is configured for installed releases');
    const names = packs[0]!.pack.names;
    const loading = loaded.get(pack.digest) ?? loadServed(dataDir, describeEngine(root).digest, pack, names);
    loaded.set(pack.digest, loading);
    // Retry a failed load at the next use.
    loading.catch(() => loaded.delete(pack.digest));
    return loading;
  };

  const make = async (served: readonly ServedPack[]): Promise<Validator> => {
    const more = await Promise.all(served.map(load));
    const dated = more.map((pack, index) => fromDay(pack, served[index]!.from));
    return makeValidator({ ...parts, packs: [...packs, ...dated] });
  };

  return (served: readonly ServedPack[]): Promise<Validator> => {
    if (served.length === 0) return Promise.resolve(validator);
    const key = JSON.stringify(served);
    const known = made.get(key);
    if (known !== undefined) return known;
    const making = make(served);
    made.set(key, making);
    making.catch(() => made.delete(key));
    if (made.size > MAX_VALIDATORS) made.delete(made.keys().next().value!);
    return making;
  };
}
