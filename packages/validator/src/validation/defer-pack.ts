import type { RunnablePack } from '@e-invoice/schematron';
import type { NamePool } from '@e-invoice/schematron/xml';
import type { Pack, PackManifest } from './pack.ts';
import { PackNotReady } from './pack-not-ready.ts';

/** How to load a pack on demand. */
export type PackSource = {
  readonly manifest: PackManifest;
  readonly names: NamePool;
  /** Metadata that is available without loading the pack; called once. */
  readonly describe: () => Pick<Pack, 'sources' | 'rules' | 'cached'>;
  /** @throws Error when the pack must not be used */
  readonly load: () => Promise<RunnablePack>;
  /** Called once the pack can run; the pack is rejected when it throws. */
  readonly prove?: () => void;
};

/**
 * Creates a pack that is loaded and verified on first use. Until then, every access to runnable parts throws a
 * `PackNotReady` whose `prepare` loads the pack. Metadata is read on first access and does not load the pack.
 */
export function deferPack({ manifest, names, describe, load, prove }: PackSource): Pack {
  let described: ReturnType<typeof describe> | null = null;
  let runnable: RunnablePack | null = null;
  let preparing: Promise<void> | null = null;
  const description = () => (described ??= describe());
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
      return description().sources;
    },
    get rules() {
      return description().rules;
    },
    get cached() {
      return description().cached;
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
