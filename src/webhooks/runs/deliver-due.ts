import type { Due } from './store.ts';

type Parts = {
  /** Due deliveries without the given ones; null when there shall be no more. */
  readonly take: (onTheirWay: readonly string[]) => Promise<readonly Due[] | null>;
  /** Sends one and stores what came of it; rejects when that could not be done. False: there shall be no more. */
  readonly send: (due: Due, signal: AbortSignal) => Promise<boolean>;
  readonly signal: AbortSignal;
};

/** Deliveries of one webhook that are on their way at once: its share of the connections, and of the receiver. */
const AT_ONCE = 8;

/** While slow ones are on their way, how often new ones are looked for, in milliseconds. */
const LOOK = 200;

/**
 * Sends what is due until nothing is, several at once: a slow answer holds up one place, not those behind it.
 *
 * @throws the first failure of `take` or `send`, once everything on its way was told to stop
 */
export async function deliverDue({ take, send, signal }: Parts): Promise<void> {
  const onTheirWay = new Set<string>();
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  let ready: Due[] = [];
  let over = false;
  let looking: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    const found = await take([...onTheirWay]);
    if (found === null) over = true;
    else ready = [...found];
    if (over || ready.length > 0) return;
    if (onTheirWay.size === 0) over = true;
    else await pause(LOOK, stopped);
  };

  const next = async (): Promise<Due | null> => {
    while (!over) {
      stopped.throwIfAborted();
      const due = ready.shift();
      if (due !== undefined) {
        // At once: whoever looks next must not find it again.
        onTheirWay.add(due.id);
        return due;
      }
      looking ??= look().finally(() => {
        looking = null;
      });
      await looking;
    }
    return null;
  };

  const work = async (): Promise<void> => {
    for (let due = await next(); due !== null; due = await next()) {
      try {
        if (!(await send(due, stopped))) over = true;
      } finally {
        onTheirWay.delete(due.id);
      }
    }
  };

  const works = Array.from({ length: AT_ONCE }, work);
  try {
    await Promise.all(works);
  } catch (error) {
    stop.abort(error);
    await Promise.allSettled(works);
    throw error;
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
