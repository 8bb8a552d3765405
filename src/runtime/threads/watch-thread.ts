/** How long a thread is left alone between two questions, in milliseconds. */
const PAUSE = 1_000;

/**
 * Watches a thread that does many things at once, whose single requests therefore have no time of their own here: it is
 * asked for a sign again and again, and one whose event loop stands still gives none. How long it takes to start does not
 * count.
 *
 * @param ask sends the question
 * @param limit after so many milliseconds without a sign the thread is taken for stuck
 * @param onStuck ends it; called once
 * @returns `sign` takes what the thread sends back, `end` ends the watch
 */
export function watchThread(ask: () => void, limit: number, onStuck: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const askInTime = (): void => {
    timer = setTimeout(onStuck, limit).unref();
    ask();
  };
  ask();
  return {
    sign: (): void => {
      clearTimeout(timer);
      if (!ended) timer = setTimeout(askInTime, PAUSE).unref();
    },
    end: (): void => {
      ended = true;
      clearTimeout(timer);
    },
  };
}
