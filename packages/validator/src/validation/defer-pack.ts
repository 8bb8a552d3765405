import type { RunnablePack } from '@e-invoice/schematron';
import type { NamePool } from '@e-invoice/schematron/xml';
import type { Pack, PackManifest } from './pack.ts';
import { PackNotReady } from './pack-not-ready.ts';

/** Where a pack comes from when it is needed. */
export type PackSource = {
  readonly manifest: PackManifest;
  readonly names: NamePool;
  /** What is told of it without running it; asked for once. */
  readonly describe: () => Pick<Pack, 'sources' | 'rules' | 'cached'>;
  /** @throws Error when it must not serve */
  readonly load: () => Promise<RunnablePack>;
  /** Is called once the pack can run; what it throws keeps the pack from serving. */
  readonly prove?: () => void;
};

/**
 * A pack that is loaded and proven when it is first needed: until then whatever runs it is thrown a `PackNotReady`,
 * which says how to get there. What is told of the pack without running it is read when it is asked for.
 */
export function deferPack({ manifest, names, describe, load, prove }: PackSource): Pack {
  let described: ReturnType<typeof describe> | null = null;
  let runnable: RunnablePack | null = null;
  let preparing: Promise<void> | null = null;
  const told = () => (described ??= describe());
  const prepareOnce = async (): Promise<void> => {
    try {
      runnable = await load();
      prove?.();
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
    names,
    get sources() {
      return told().sources;
    },
    get rules() {
      return told().rules;
    },
    get cached() {
      return told().cached;
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
    get packSet() {
      return run().packSet;
    },
  };
}
