import { isMemberError } from '../../../lib/group-outcomes.ts';
import type { Due } from './dispatch-store.ts';

type Parts = {
  /**
   * Due deliveries, without those in flight or rejected; null when the run must end.
   *
   * @param refused sent in this run, but the database rejected the result
   */
  readonly take: (onTheirWay: readonly string[], refused: readonly string[]) => Promise<readonly Due[] | null>;
  /** Sends a delivery. Resolves when it has been answered or has failed. */
  readonly send: (due: Due, signal: AbortSignal) => Promise<Sent>;
  readonly signal: AbortSignal;
};

/** Result of sending a delivery. */
export type Sent = {
  readonly arrived: boolean;
  /** Resolves when the result is stored, rejects when storing fails. False: the run must end. */
  readonly stored: Promise<boolean>;
};

/** Maximum concurrent deliveries per webhook, to limit its share of connections and the load of its receiver. */
const AT_ONCE = 8;

/**
 * Maximum number of answered deliveries whose results are not stored yet, while others are sent. They would be sent
 * again after a crash.
 */
const MAX_UNSTORED = 32;

/** Interval at which new deliveries are queried while slow ones are in flight, in milliseconds. */
const POLL_MS = 200;

/**
 * Sends all due deliveries concurrently: a slow response blocks one slot only.
 *
 * A delivery whose result cannot be stored does not stop the others; its error is thrown at the end.
 *
 * @throws the first error of `take` or `send`, after all deliveries in flight have stopped
 */
export async function deliverDue({ take, send, signal }: Parts): Promise<void> {
  /** Until their results are stored. */
  const onTheirWay = new Set<string>();
  const storing = new Set<Promise<void>>();
  const refused = new Map<string, unknown>();
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  let ready: Due[] = [];
  let over = false;
  let polling: Promise<void> | null = null;

  const poll = async (): Promise<void> => {
    const found = await take([...onTheirWay], [...refused.keys()]);
    if (found === null) over = true;
    else ready = [...found];
    if (over || ready.length > 0) return;
    if (onTheirWay.size === 0) over = true;
    // Storing takes little time; if nothing is due afterwards the run ends, and a later delivery enqueues a new run.
    else if (storing.size > 0) await Promise.race(storing);
    else await pause(POLL_MS, stopped);
  };

  const next = async (): Promise<Due | null> => {
    while (!over) {
      stopped.throwIfAborted();
      const due = ready.shift();
      if (due !== undefined) {
        // Added synchronously, so that the next query does not return it again.
        onTheirWay.add(due.id);
        return due;
      }
      polling ??= poll().finally(() => {
        polling = null;
      });
      await polling;
    }
    return null;
  };

  const store = (due: Due, stored: Promise<boolean>): Promise<void> => {
    const one = stored
      .then(
        (continues) => {
          if (!continues) over = true;
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
      // A failed attempt may disable the webhook, after which nothing may be sent.
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
