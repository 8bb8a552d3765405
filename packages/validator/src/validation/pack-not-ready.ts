/** A pack has to be compiled or loaded before it can be applied; whoever applies it does that, and asks again. */
export class PackNotReady extends Error {
  /** Makes it ready, once for all who wait. @throws Error (PackRefused) when it must not serve */
  readonly prepare: () => Promise<void>;
  /** Which. */
  readonly pack: string;

  constructor(name: string, prepare: () => Promise<void>) {
    super(`The pack ${name} is not loaded yet`);
    this.name = 'PackNotReady';
    this.pack = name;
    this.prepare = prepare;
  }

  /** Several packs of one rule set, made ready at the same time: nobody waits for one after the other. */
  static ofAll(waited: readonly PackNotReady[]): PackNotReady {
    const [first] = waited;
    if (first !== undefined && waited.length === 1) return first;
    return new PackNotReady(waited.map(({ pack }) => pack).join(', '), async () => {
      await Promise.all(waited.map(({ prepare }) => prepare()));
    });
  }
}

/**
 * Does what applies packs, and does it again when one of them had to be made ready first.
 *
 * @throws whatever `work` throws beside PackNotReady; the reason why a pack must not serve
 */
export async function whenReady<T>(work: () => T): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof PackNotReady)) throw error;
      await error.prepare();
    }
  }
}
