import type { Worker } from 'node:worker_threads';
import { type Log, openThread } from '../runtime/index.ts';
import type { Ask, Setup, Told } from './protocol.ts';
import { JudgingStopped } from './stopped.ts';

type SeatParts = {
  readonly setup: Setup;
  readonly script: URL;
  readonly timeLimit: number;
  readonly memoryLimit: number;
  readonly log: Log;
  /** A thread is ready: it can be asked. */
  readonly onFree: () => void;
};

/** One judge's place: a thread sits there, and another one after it was ended. */
export type Seat = {
  readonly isFree: () => boolean;
  /** One at a time. Throws JudgingStopped, and any other error for a thread that broke down. */
  readonly ask: (ask: Ask) => Promise<Told>;
  readonly close: () => Promise<void>;
};

type Asked = { readonly resolve: (told: Told) => void; readonly reject: (error: unknown) => void };

/** A thread that cannot even start is tried again after so many milliseconds. */
const RESTART_PAUSE = 1_000;

/** Starts a thread, and the next one whenever it ends. */
export function startSeat({ setup, script, timeLimit, memoryLimit, log, onFree }: SeatParts): Seat {
  let thread: Worker | null = null;
  let ready = false;
  let closed = false;
  let asked: Asked | null = null;
  let again: NodeJS.Timeout | null = null;

  const start = (): void => {
    again = null;
    const fresh = openThread(script, setup, memoryLimit);
    thread = fresh;
    let fault: unknown = null;
    let wasReady = false;
    fresh.on('message', (told: Told) => {
      if (told.kind === 'ready') {
        ready = true;
        wasReady = true;
        onFree();
        return;
      }
      const answered = asked;
      asked = null;
      answered?.resolve(told);
    });
    fresh.on('error', (error: NodeJS.ErrnoException) => {
      fault = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new JudgingStopped('memory', `${memoryLimit} MiB`) : error;
    });
    fresh.on('exit', () => {
      ready = false;
      thread = null;
      asked?.reject(fault ?? new Error('A judge ended by itself'));
      asked = null;
      if (closed) return;
      if (!wasReady) log.error({ err: fault }, 'a judge does not start');
      again = setTimeout(start, wasReady ? 0 : RESTART_PAUSE);
    });
  };
  start();

  return {
    isFree: () => ready && asked === null,
    ask: ({ bytes, request }) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          asked = null;
          ready = false;
          reject(new JudgingStopped('time', `${timeLimit} ms`));
          thread?.terminate();
        }, timeLimit);
        asked = {
          resolve: (told) => {
            clearTimeout(late);
            resolve(told);
          },
          reject: (error) => {
            clearTimeout(late);
            reject(error);
          },
        };
        // Its own copy, handed over: the caller's bytes may be a part of something larger.
        const own = new Uint8Array(bytes);
        thread!.postMessage({ bytes: own, request }, [own.buffer]);
      }),
    close: async () => {
      closed = true;
      if (again !== null) clearTimeout(again);
      await thread?.terminate();
    },
  };
}
