import type { Socket } from 'node:net';

/** What is held for one connection at most before it waits, in bytes: asked for and not answered, or answered and not taken. */
const MAX_HELD = 8 * 1024 * 1024;

/** Keeps a connection from filling the memory: one that asks for more than it takes is not read from meanwhile. */
export type Flow = {
  /** Counts bytes that are there already; call what it gives once they are gone. */
  readonly hold: (bytes: number) => () => void;
  /** Waits, in the order of calls, until there is room for so many bytes more; call what it gives once they are sent. */
  readonly enter: (bytes: number) => Promise<() => void>;
};

type Waiter = { readonly bytes: number; readonly enter: (leave: () => void) => void };

/** Makes the flow of a connection on its socket. */
export function makeFlow(
  socket: Pick<Socket, 'pause' | 'resume' | 'writableLength'> & { on: (event: 'drain', told: () => void) => unknown },
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
  /** Lets in who has room, and reads on where nobody waits. Disk and client alone are waited for, never a later request. */
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
