import { makeValidator, type RulePack, type Validator, type ValidatorParts } from '@e-invoice/validator/validation';
import { describeEngine } from './describe-engine.ts';
import type { PackRoots } from './pack-folders.ts';
import { fromDay, loadServed, type ServedPack } from './served-packs.ts';

type ServedParts = PackRoots & {
  /** Those that are always there, and the validator of them alone. */
  readonly packs: readonly RulePack[];
  readonly validator: Validator;
  readonly parts: Omit<ValidatorParts, 'packs'>;
};

/** Those of a canary, of everybody else and of shadows are in use by turns. */
const MAX_VALIDATORS = 8;

/**
 * Makes what gives the validator that applies releases of the service beside those that are always there. A release is
 * loaded when it is first asked for, and stays.
 */
export function makeServedValidators({ root, dataDir, packs, parts, validator }: ServedParts) {
  const loaded = new Map<string, Promise<RulePack>>();
  const made = new Map<string, Promise<Validator>>();

  const load = (pack: ServedPack): Promise<RulePack> => {
    if (dataDir === null) throw new Error('There is no folder for releases of the service');
    const names = packs[0]!.pack.names;
    const loading = loaded.get(pack.digest) ?? loadServed(dataDir, describeEngine(root).digest, pack, names);
    loaded.set(pack.digest, loading);
    // What could not be loaded is tried again when it is next asked for.
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
