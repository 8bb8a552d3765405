import type { Socket } from 'node:net';

/**
 * Maximum bytes held for one connection before it is paused: requests not answered yet, and responses not yet read by
 * the client.
 */
const MAX_HELD = 8 * 1024 * 1024;

/** Backpressure for one connection: the socket is paused while a client requests more than it reads. */
export type Flow = {
  /** Counts bytes already in memory. Call the returned function when they are released. */
  readonly hold: (bytes: number) => () => void;
  /**
   * Waits, first in first out, until the given number of bytes may be held. Call the returned function when they are
   * sent.
   */
  readonly enter: (bytes: number) => Promise<() => void>;
};

type Waiter = { readonly bytes: number; readonly enter: (leave: () => void) => void };

export function makeFlow(
  socket: Pick<Socket, 'pause' | 'resume' | 'writableLength'> & {
    on: (event: 'drain', listener: () => void) => unknown;
  },
): Flow {
  const waiting = new Set<Waiter>();
  let held = 0;
  let isPaused = false;
  const isFull = (): boolean => held >= MAX_HELD || socket.writableLength >= MAX_HELD;
  const hold = (bytes: number): (() => void) => {
    held += bytes;
    return () => {
      held -= bytes;
      goOn();
    };
  };
  /**
   * Admits waiting requests and resumes reading when no request waits. A request waits only for the disk and the
   * client, never for a later request.
   */
  const goOn = (): void => {
    for (const waiter of waiting) {
      if (isFull()) break;
      waiting.delete(waiter);
      waiter.enter(hold(waiter.bytes));
    }
    const pauses = waiting.size > 0 || isFull();
    if (pauses === isPaused) return;
    isPaused = pauses;
    if (pauses) socket.pause();
    else socket.resume();
  };
  socket.on('drain', goOn);
  return {
    hold: (bytes) => {
      const leave = hold(bytes);
      goOn();
      return leave;
    },
    enter: (bytes) =>
      new Promise((resolve) => {
        waiting.add({ bytes, enter: resolve });
        goOn();
      }),
  };
}
