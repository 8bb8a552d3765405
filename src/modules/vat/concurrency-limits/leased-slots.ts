import { within } from '../../../lib/with-timeout.ts';
import { closeSlots, type Database, giveSlot, leaveQueue, takeSlot } from './slot-store.ts';

/**
 * Limits concurrency per lane over all processes, and reduces it when the other side reports that it is busy.
 * Processes are served in turn; within a process, first in first out.
 */
export type LeasedSlots = {
  /**
   * Waits for a slot of a lane.
   *
   * @returns function that releases the slot; repeated calls have no effect
   * @throws the signal's reason when it aborts first; the database's error
   */
  readonly enter: (lane: string, signal: AbortSignal) => Promise<() => void>;
  /** Temporarily halves the limit of all processes after a busy response, to one at least. */
  readonly narrow: (lane: string) => Promise<void>;
  /** Whether a caller of this process is waiting. */
  readonly isCrowded: (lane: string) => boolean;
  /** Rejects waiting callers; resolves when all released slots are written. */
  readonly close: () => Promise<void>;
};

type LeasedSlotsParts = {
  readonly db: Database;
  /** Slots per lane. */
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
type RateLimitLane = { readonly waiting: Waiting[]; held: number; looking: boolean; wake: () => void };

export function makeLeasedSlots({ db, most, process, lease, reopen, onError }: LeasedSlotsParts): LeasedSlots {
  const lanes = new Map<string, RateLimitLane>();
  const unfinished = new Set<Promise<void>>();
  let holders = 0;
  let closed = false;

  const rateLimitOf = (name: string): RateLimitLane => {
    const lane = lanes.get(name) ?? { waiting: [], held: 0, looking: false, wake: () => undefined };
    lanes.set(name, lane);
    return lane;
  };

  const finish = (work: Promise<void>): Promise<void> => {
    const done = work.catch(onError).finally(() => unfinished.delete(done));
    unfinished.add(done);
    return done;
  };

  const takeOne = async (name: string, lane: RateLimitLane): Promise<boolean> => {
    // This process holds all slots; the database need not be queried.
    if (lane.held >= most) return false;
    const holder = `${process} ${++holders}`;
    const slot = await takeSlot(db, { lane: name, most, process, holder, lease, waitTimeoutMs: PATIENCE_MS });
    if (slot === null) return false;
    lane.held += 1;
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      const given = giveSlot(db, name, slot, holder).finally(() => {
        lane.held -= 1;
        lane.wake();
      });
      void finish(given);
    };
    const next = lane.waiting.shift();
    if (next === undefined) leave();
    else next.admit(leave);
    return true;
  };

  /** One polling loop per lane, regardless of the number of waiting callers. */
  const look = async (name: string, lane: RateLimitLane): Promise<void> => {
    let queued = false;
    while (lane.waiting.length > 0) {
      const woken = new Promise<void>((done) => {
        lane.wake = done;
      });
      if (await takeOne(name, lane)) {
        queued = false;
        continue;
      }
      queued ||= lane.held < most;
      await within(woken, lane.held < most ? LOOK_MS : PATIENCE_MS, () => undefined);
    }
    lane.looking = false;
    if (queued) await leaveQueue(db, name, process);
  };

  const start = (name: string, lane: RateLimitLane): void => {
    if (lane.looking) return;
    lane.looking = true;
    const looked = look(name, lane).catch((error: unknown) => {
      if (!lane.looking) throw error;
      lane.looking = false;
      for (const { fail } of lane.waiting.splice(0)) fail(error);
    });
    void finish(looked);
  };

  return {
    enter: (name, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (closed) return reject(new Error(STOPPING));
        const lane = rateLimitOf(name);
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
          const at = lane.waiting.indexOf(waiting);
          if (at !== -1) lane.waiting.splice(at, 1);
          if (lane.waiting.length === 0) lane.wake();
          reject(signal.reason);
        };
        signal.addEventListener('abort', abort, { once: true });
        lane.waiting.push(waiting);
        start(name, lane);
      }),
    narrow: (name) => finish(closeSlots(db, name, most, reopen)),
    isCrowded: (name) => rateLimitOf(name).waiting.length > 0,
    close: async () => {
      closed = true;
      for (const { waiting, wake } of lanes.values()) {
        for (const { fail } of waiting.splice(0)) fail(new Error(STOPPING));
        wake();
      }
      while (unfinished.size > 0) await Promise.all(unfinished);
    },
  };
}
