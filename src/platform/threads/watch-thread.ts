import { watchProcessor } from './processor-timeout.ts';

/** Pause between a heartbeat and the next ping, in milliseconds. */
const PAUSE = 1_000;

type WatchParts = {
  /** Sends the ping. */
  readonly ask: () => void;
  /** Processor time of the thread in milliseconds; null when it has ended. */
  readonly used: () => number | null;
  /** Processor time in milliseconds without a heartbeat, after which the thread counts as stuck. */
  readonly limit: number;
  /** Ends the thread; called once, with the processor time used without a heartbeat. */
  readonly onStuck: (spent: number) => void;
};

/**
 * Watches a thread that executes many requests concurrently, for which limits per request are impossible. It is
 * pinged repeatedly; a blocked event loop does not reply. Startup time, and time that a busy machine gives to other
 * processes, does not count.
 *
 * @returns `sign` must be called for each reply of the thread, `end` ends the watch
 */
export function watchThread({ ask, used, limit, onStuck }: WatchParts) {
  let pause: NodeJS.Timeout | undefined;
  let unwatch: () => void = () => undefined;
  let ended = false;
  const askInTime = (): void => {
    unwatch = watchProcessor({
      used,
      limit,
      expected: Number.POSITIVE_INFINITY,
      isWaitedFor: () => false,
      onEnd: (_, spent) => onStuck(spent),
    });
    ask();
  };
  ask();
  return {
    sign: (): void => {
      unwatch();
      if (!ended) pause = setTimeout(askInTime, PAUSE).unref();
    },
    end: (): void => {
      ended = true;
      clearTimeout(pause);
      unwatch();
    },
  };
}
