import type { RunnablePack } from '@e-invoice/schematron';
import type { NamePool } from '@e-invoice/schematron/xml';
import { type Pack, PackNotReady } from '@e-invoice/validator/validation';
import { describePack, type LoadOptions, loadPack, readPackManifest } from './load-pack.ts';

/**
 * A pack that is compiled, loaded and proven when it is first needed: until then whatever runs it is thrown a
 * `PackNotReady`, which says how to get there. What is told of the pack without running it is read when it is asked for.
 *
 * @param prove is called once the pack can run; what it throws keeps the pack from serving
 * @throws Error when the manifest cannot be used
 */
export function deferPack(dir: string, options: LoadOptions & { readonly names: NamePool }, prove: () => void): Pack {
  const manifest = readPackManifest(dir);
  let described: ReturnType<typeof describePack> | null = null;
  let runnable: RunnablePack | null = null;
  let preparing: Promise<void> | null = null;
  const describe = () => (described ??= describePack(dir, options));
  const prepareOnce = async (): Promise<void> => {
    try {
      runnable = await loadPack(dir, options);
      prove();
    } catch (error) {
      runnable = null;
      preparing = null;
      throw error;
    }
  };
  const run = (): RunnablePack => {
    if (runnable !== null) return runnable;
    throw new PackNotReady(`${manifest.id}@${manifest.version}`, () => (preparing ??= prepareOnce()));
  };
  return {
    manifest,
    names: options.names,
    get sources() {
      return describe().sources;
    },
    get rules() {
      return describe().rules;
    },
    get cached() {
      return describe().cached;
    },
    get module() {
      return run().module;
    },
    get all() {
      return run().all;
    },
    get others() {
      return run().others;
    },
    get company() {
      return run().company;
    },
  };
}
