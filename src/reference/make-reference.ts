import type { Layer } from '../issues/index.ts';
import type { Log, Metrics } from '../runtime/index.ts';
import { REFERENCE_NAME } from './judge-file.ts';
import { type Opinion, type Reason, unavailable } from './opinion.ts';
import type { PackName, Setup } from './protocol.ts';
import { makeSeat, SeatStopped } from './seat.ts';

export type ReferenceParts = {
  readonly setup: Setup;
  /** For one file, in milliseconds, and the heap of the process, in MiB. */
  readonly timeLimit: number;
  readonly memoryLimit: number;
  /** For rules that have to be compiled first. */
  readonly prepareLimit?: number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The process's program; the real one unless told otherwise. */
  readonly script?: URL;
};

/** The second judge: libxml2 and SaxonJS in a process of their own. */
export type Reference = {
  /**
   * Judges a file by the same rule sources as the first judge. Never fails: what went wrong is the opinion's reason.
   *
   * @param asked the releases that apply, and of which layers is told
   */
  readonly judge: (
    bytes: Uint8Array,
    asked: { readonly packs: readonly PackName[]; readonly layers: readonly Layer[] },
  ) => Promise<Opinion>;
  /** Of the process; null while there is none. */
  readonly pid: () => number | null;
  readonly close: () => Promise<void>;
};

/** Files that may wait; each takes a tenth of a second, so that the last one waits a few of them. */
const MOST_WAITING = 16;
const IDLE_LIMIT = 10 * 60_000;
const PREPARE_LIMIT = 60_000;

/** Makes the second judge. Its process starts with the first file, and ends when none has come for a while. */
export function makeReference(parts: ReferenceParts): Reference {
  const { log, metrics, prepareLimit = PREPARE_LIMIT } = parts;
  const seat = makeSeat({ ...parts, prepareLimit, idleLimit: IDLE_LIMIT });
  const stopped = metrics.counter({
    name: 'reference_unavailable_total',
    help: 'Files of which the second judge had no opinion.',
    labels: ['reason'],
  });
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const judgeNext = async (bytes: Uint8Array, asked: Parameters<Reference['judge']>[1]): Promise<Opinion> => {
    const began = performance.now();
    const without = (reason: Reason): Opinion => {
      stopped.inc({ reason });
      return unavailable(REFERENCE_NAME, reason, Math.round(performance.now() - began));
    };
    if (bytes.length > parts.setup.limits.bytes) return without('too_large');
    try {
      return await seat.ask({ bytes, ...asked });
    } catch (error) {
      if (!(error instanceof SeatStopped)) throw error;
      log.warn({ reason: error.reason, says: error.message, bytes: bytes.length }, 'the second judge has no opinion');
      return without(error.reason);
    }
  };

  return {
    pid: seat.pid,
    close: seat.close,
    judge: async (bytes, asked) => {
      if (waiting >= MOST_WAITING) {
        stopped.inc({ reason: 'busy' });
        return unavailable(REFERENCE_NAME, 'busy', 0);
      }
      waiting += 1;
      const turn = last.then(() => judgeNext(bytes, asked));
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        waiting -= 1;
      }
    },
  };
}
