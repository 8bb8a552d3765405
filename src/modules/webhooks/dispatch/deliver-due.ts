import { isMemberError } from '../../../lib/group-outcomes.ts';
import type { Due } from './dispatch-store.ts';

type Parts = {
  /**
   * Due deliveries that are neither on their way nor refused; null when there shall be no more.
   *
   * @param refused sent in this run, but the database refused to store their outcome
   */
  readonly take: (onTheirWay: readonly string[], refused: readonly string[]) => Promise<readonly Due[] | null>;
  /** Sends one. Resolves when it was answered, or could not be sent. */
  readonly send: (due: Due, signal: AbortSignal) => Promise<Sent>;
  readonly signal: AbortSignal;
};

/** What came of sending one. */
export type Sent = {
  readonly arrived: boolean;
  /** Resolves once what came of it is stored, and rejects when it is not. False: there shall be no more. */
  readonly stored: Promise<boolean>;
};

/** Deliveries of one webhook that are on their way at once: its share of the connections, and of the receiver. */
const AT_ONCE = 8;

/**
 * So many that were answered may wait to be stored, together: the next are sent meanwhile. They would be sent again if the
 * process died.
 */
const MAX_UNSTORED = 32;

/** While slow ones are on their way, how often new ones are looked for, in milliseconds. */
const LOOK = 200;

/**
 * Sends what is due until nothing is, several at once: a slow answer holds up one place, not those behind it.
 *
 * A delivery whose outcome the database refuses to store does not stop the others; its error is thrown at the end.
 *
 * @throws the first error of `take` or `send`, after everything on its way has stopped
 */
export async function deliverDue({ take, send, signal }: Parts): Promise<void> {
  /** Until they are stored. */
  const onTheirWay = new Set<string>();
  const storing = new Set<Promise<void>>();
  const refused = new Map<string, unknown>();
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  let ready: Due[] = [];
  let over = false;
  let looking: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    const found = await take([...onTheirWay], [...refused.keys()]);
    if (found === null) over = true;
    else ready = [...found];
    if (over || ready.length > 0) return;
    if (onTheirWay.size === 0) over = true;
    // What is being stored is soon: then there may be nothing left, and whoever adds one asks for a run.
    else if (storing.size > 0) await Promise.race(storing);
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

  const store = (due: Due, stored: Promise<boolean>): Promise<void> => {
    const one = stored
      .then(
        (goesOn) => {
          if (!goesOn) over = true;
        },
        (error: unknown) => {
          if (isMemberError(error)) refused.set(due.id, error);
          else stop.abort(error);
        },
      )
      .finally(() => {
        onTheirWay.delete(due.id);
        storing.delete(one);
      });
    storing.add(one);
    return one;
  };

  const work = async (): Promise<void> => {
    for (let due = await next(); due !== null; due = await next()) {
      const { arrived, stored } = await send(due, stopped);
      const one = store(due, stored);
      // What did not arrive may be the end of the webhook, after which nothing more is sent.
      if (!arrived) await one;
      else if (storing.size >= MAX_UNSTORED) await Promise.race(storing);
    }
  };

  const works = Array.from({ length: AT_ONCE }, work);
  try {
    await Promise.all(works);
  } catch (error) {
    stop.abort(error);
    await Promise.allSettled(works);
  }
  await Promise.all(storing);
  if (stop.signal.aborted) throw stop.signal.reason;
  const [error] = refused.values();
  if (refused.size > 0) throw error;
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
