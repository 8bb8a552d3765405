import { within } from '../../../lib/with-timeout.ts';
import { closeSlots, type Database, giveSlot, leaveQueue, takeSlot } from './slot-store.ts';

/**
 * Limits concurrency per source over all processes, and reduces it when the other side reports that it is busy.
 * Processes are served in turn; within a process, first in first out.
 */
export type LeasedSlots = {
  /**
   * Waits for a slot of a source.
   *
   * @returns function that releases the slot; repeated calls have no effect
   * @throws the signal's reason when it aborts first; the database's error
   */
  readonly enter: (source: string, signal: AbortSignal) => Promise<() => void>;
  /** Temporarily halves the limit of all processes after a busy response, to one at least. */
  readonly narrow: (source: string) => Promise<void>;
  /** Whether a caller of this process is waiting. */
  readonly isCrowded: (source: string) => boolean;
  /** Rejects waiting callers; resolves when all released slots are written. */
  readonly close: () => Promise<void>;
};

type LeasedSlotsParts = {
  readonly db: Database;
  /** Slots per source. */
  readonly most: number;
  /** Name of this process, unique among running processes. */
  readonly process: string;
  /**
   * Lease in milliseconds, after which a slot is free although it was not released; longer than any exchange takes.
   */
  readonly lease: number;
  /** Time until the first closed slot reopens, in milliseconds; each further slot reopens this much later. */
  readonly reopen: number;
  /** Called for errors that no caller can receive. */
  readonly onError: (error: unknown) => void;
};

const LOOK_MS = 25;
/** A process that has not polled for this long does not count as waiting: it is gone, or its callers have left. */
const PATIENCE_MS = 1_000;

const STOPPING = 'the service is stopping';

type Waiting = { readonly admit: (leave: () => void) => void; readonly fail: (error: unknown) => void };
type SourceState = { readonly waiting: Waiting[]; held: number; looking: boolean; wake: () => void };

export function makeLeasedSlots({ db, most, process, lease, reopen, onError }: LeasedSlotsParts): LeasedSlots {
  const states = new Map<string, SourceState>();
  const unfinished = new Set<Promise<void>>();
  let holders = 0;
  let closed = false;

  const rateLimitOf = (name: string): SourceState => {
    const state = states.get(name) ?? { waiting: [], held: 0, looking: false, wake: () => undefined };
    states.set(name, state);
    return state;
  };

  const finish = (work: Promise<void>): Promise<void> => {
    const done = work.catch(onError).finally(() => unfinished.delete(done));
    unfinished.add(done);
    return done;
  };

  const takeOne = async (name: string, state: SourceState): Promise<boolean> => {
    // This process holds all slots; the database need not be queried.
    if (state.held >= most) return false;
    const holder = `${process} ${++holders}`;
    const slot = await takeSlot(db, { source: name, most, process, holder, lease, waitTimeoutMs: PATIENCE_MS });
    if (slot === null) return false;
    state.held += 1;
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      const released = giveSlot(db, name, slot, holder).finally(() => {
        state.held -= 1;
        state.wake();
      });
      void finish(released);
    };
    const next = state.waiting.shift();
    if (next === undefined) leave();
    else next.admit(leave);
    return true;
  };

  /** One polling loop per source, regardless of the number of waiting callers. */
  const look = async (name: string, state: SourceState): Promise<void> => {
    let queued = false;
    while (state.waiting.length > 0) {
      const woken = new Promise<void>((done) => {
        state.wake = done;
      });
      if (await takeOne(name, state)) {
        queued = false;
        continue;
      }
      queued ||= state.held < most;
      await within(woken, state.held < most ? LOOK_MS : PATIENCE_MS, () => undefined);
    }
    state.looking = false;
    if (queued) await leaveQueue(db, name, process);
  };

  const start = (name: string, state: SourceState): void => {
    if (state.looking) return;
    state.looking = true;
    const looked = look(name, state).catch((error: unknown) => {
      if (!state.looking) throw error;
      state.looking = false;
      for (const { fail } of state.waiting.splice(0)) fail(error);
    });
    void finish(looked);
  };

  return {
    enter: (name, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (closed) return reject(new Error(STOPPING));
        const state = rateLimitOf(name);
        const end = (): void => signal.removeEventListener('abort', abort);
        const waiting: Waiting = {
          admit: (leave) => {
            end();
            resolve(leave);
          },
          fail: (error) => {
            end();
            reject(error);
          },
        };
        const abort = (): void => {
          const at = state.waiting.indexOf(waiting);
          if (at !== -1) state.waiting.splice(at, 1);
          if (state.waiting.length === 0) state.wake();
          reject(signal.reason);
        };
        signal.addEventListener('abort', abort, { once: true });
        state.waiting.push(waiting);
        start(name, state);
      }),
    narrow: (name) => finish(closeSlots(db, name, most, reopen)),
    isCrowded: (name) => rateLimitOf(name).waiting.length > 0,
    close: async () => {
      closed = true;
      for (const { waiting, wake } of states.values()) {
        for (const { fail } of waiting.splice(0)) fail(new Error(STOPPING));
        wake();
      }
      while (unfinished.size > 0) await Promise.all(unfinished);
    },
  };
}
