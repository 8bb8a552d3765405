import { watchProcessor } from './processor-timeout.ts';

/** The pause between a sign and the next question, in milliseconds. */
const PAUSE = 1_000;

type WatchParts = {
  /** Sends the question. */
  readonly ask: () => void;
  /** The thread's processor time in milliseconds; null when it has ended. */
  readonly used: () => number | null;
  /** A thread that uses so many milliseconds of processor time without a sign is taken for stuck. */
  readonly limit: number;
  /** Ends the thread; called once, with the processor time that it used without a sign. */
  readonly onStuck: (spent: number) => void;
};

/**
 * Watches a thread that does many things at once, so that its single requests have no limit here: it is asked for a sign
 * again and again, which a blocked event loop does not give. The time that it takes to start does not count, nor does the
 * time that a busy machine gives to others.
 *
 * @returns `sign` is called with what the thread sends back, `end` ends the watch
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
