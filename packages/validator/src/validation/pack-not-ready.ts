/** Thrown when a pack must be compiled or loaded before use. The caller awaits `prepare` and retries. */
export class PackNotReady extends Error {
  /** Prepares the pack, once for all concurrent callers. @throws Error (PackRefused) when it must not be used */
  readonly prepare: () => Promise<void>;
  /** Id and version of the pack. */
  readonly pack: string;

  constructor(name: string, prepare: () => Promise<void>) {
    super(`The pack ${name} is not loaded yet`);
    this.name = 'PackNotReady';
    this.pack = name;
    this.prepare = prepare;
  }

  /** Combines several packs of one ruleset, so that they are prepared in parallel. */
  static ofAll(waited: readonly PackNotReady[]): PackNotReady {
    const [first] = waited;
    if (first !== undefined && waited.length === 1) return first;
    return new PackNotReady(waited.map(({ pack }) => pack).join(', '), async () => {
      await Promise.all(waited.map(({ prepare }) => prepare()));
    });
  }
}

/**
 * Runs `work`, and runs it again after preparing each pack that it needs.
 *
 * @throws any error of `work` other than PackNotReady, and the reason why a pack must not be used
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
