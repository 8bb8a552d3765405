import type { Worker } from 'node:worker_threads';
import { openThread } from '../../runtime/index.ts';
import type { Ask, Setup, Told } from './protocol.ts';
import { RenderingStopped } from './stopped.ts';

type SeatParts = {
  readonly setup: Setup;
  readonly script: URL;
  /** Per file, in milliseconds, and of the thread's heap, in MiB. */
  readonly timeLimit: number;
  readonly memoryLimit: number;
  /** After so many milliseconds without a file the thread is ended. */
  readonly idleTime: number;
};

/** A place for one thread, which is there while it is needed. */
type Seat = {
  /** One at a time. Throws RenderingStopped, and any other error for a thread that broke down. */
  readonly ask: (ask: Ask) => Promise<Told>;
  /** Starts the thread before it is asked; it ends again when nothing is asked for long. */
  readonly warmUp: () => void;
  readonly isTaken: () => boolean;
  /** Ends the thread, and with it what it was asked. */
  readonly end: () => Promise<void>;
};

type Asked = {
  /** The thread listens: the file goes there, and its time begins. */
  readonly begin: () => void;
  readonly resolve: (told: Told) => void;
  readonly reject: (error: unknown) => void;
};

type Thread = { readonly worker: Worker; isReady: boolean; asked: Asked | null };

/** Makes the place; a thread comes with the first ask, and a new one with the next ask after it ended. */
export function makeSeat({ setup, script, timeLimit, memoryLimit, idleTime }: SeatParts): Seat {
  let current: Thread | null = null;
  let rest: NodeJS.Timeout | undefined;

  const start = (): Thread => {
    const worker = openThread(script, setup, memoryLimit);
    const thread: Thread = { worker, isReady: false, asked: null };
    let fault: unknown = null;
    worker.on('message', (told: Told) => {
      if (told.kind !== 'ready') return thread.asked?.resolve(told);
      thread.isReady = true;
      thread.asked?.begin();
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      fault = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new RenderingStopped('memory', `${memoryLimit} MiB`) : error;
    });
    worker.on('exit', () => {
      if (current === thread) current = null;
      thread.asked?.reject(fault ?? new Error('A renderer ended before its page was made'));
    });
    return thread;
  };

  const end = async (): Promise<void> => {
    clearTimeout(rest);
    const ended = current;
    current = null;
    await ended?.worker.terminate();
  };

  return {
    ask: ({ bytes, request }) =>
      new Promise((resolve, reject) => {
        clearTimeout(rest);
        current ??= start();
        const thread = current;
        let late: NodeJS.Timeout | undefined;
        const finish = (): void => {
          clearTimeout(late);
          thread.asked = null;
          rest = setTimeout(end, idleTime).unref();
        };
        const asked: Asked = {
          begin: () => {
            late = setTimeout(() => {
              asked.reject(new RenderingStopped('time', `${timeLimit} ms`));
              end();
            }, timeLimit);
            // Its own copy, handed over: the caller's bytes may be a part of something larger.
            const own = new Uint8Array(bytes);
            thread.worker.postMessage({ bytes: own, request } satisfies Ask, [own.buffer]);
          },
          resolve: (told) => {
            finish();
            resolve(told);
          },
          reject: (error) => {
            finish();
            reject(error);
          },
        };
        thread.asked = asked;
        if (thread.isReady) asked.begin();
      }),
    warmUp: () => {
      if (current !== null) return;
      current = start();
      rest = setTimeout(end, idleTime).unref();
    },
    isTaken: () => current !== null,
    end,
  };
}
