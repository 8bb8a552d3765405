import type { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import { openThread } from './open-thread.ts';
import { processorTimeOf, watchProcessor } from './processor-timeout.ts';
import { ThreadStopped } from './stopped.ts';
import type { ThreadData, ThreadMessage } from './thread-messages.ts';

type ThreadSlotParts = {
  /** Program of the thread; it calls `serveRequests`. */
  readonly script: URL;
  readonly data: ThreadData<unknown>;
  /** Heap limit of the thread, in MiB. */
  readonly memoryLimit: number;
  /** Idle time in milliseconds after which the thread is ended; null: never. */
  readonly idleTime: number | null;
  /** Whether a permanent thread starts with the slot; otherwise with its first request or the warm-up. */
  readonly startsNow: boolean;
  readonly log: Log;
  /** Called when the slot can accept a request. */
  readonly onFree: () => void;
};

type Bounds = {
  readonly limit: number;
  /** Processor time after which the request is ended as soon as others wait for its thread. */
  readonly expected: number;
  readonly isWaitedFor: () => boolean;
};

/** Slot for one thread, which is replaced when it ends. */
type ThreadSlot = {
  readonly isFree: () => boolean;
  readonly hasThread: () => boolean;
  /**
   * Executes one request at a time. The time limit starts when the thread is ready.
   *
   * @param bounds milliseconds of processor time
   * @throws ThreadStopped; Error when the thread has a defect, crashes, or ends with the slot
   */
  readonly ask: (request: unknown, bounds: Bounds, transfer: readonly ArrayBuffer[]) => Promise<unknown>;
  /** Starts the thread in advance; a non-permanent thread ends again when idle. */
  readonly warmUp: () => void;
  readonly close: () => Promise<void>;
};

type PendingTask = {
  readonly begin: () => void;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** Delay in milliseconds before a thread that failed to start is started again. */
const RESTART_PAUSE = 1_000;

export function makeThreadSlot(parts: ThreadSlotParts): ThreadSlot {
  const { script, data, memoryLimit, idleTime, startsNow, log, onFree } = parts;
  const keeps = idleTime === null;
  let state: 'none' | 'starting' | 'ready' | 'ending' = 'none';
  let thread: Worker | null = null;
  let id: number | null = null;
  let pending: PendingTask | null = null;
  let closed = false;
  let restart: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  const end = (): void => {
    state = 'ending';
    thread?.terminate();
  };

  const rest = (): void => {
    if (!keeps) idle = setTimeout(end, idleTime).unref();
  };

  const start = (): void => {
    restart = undefined;
    state = 'starting';
    const fresh = openThread(script, data, memoryLimit);
    thread = fresh;
    let fault: unknown = null;
    fresh.on('message', (message: ThreadMessage<unknown>) => {
      // Messages that arrive after the decision to end the thread are ignored.
      if (state === 'ending') return;
      if (message.kind === 'ready') {
        state = 'ready';
        id = message.id;
        if (pending !== null) return pending.begin();
        rest();
        onFree();
      } else if (message.kind === 'reply') pending?.resolve(message.reply);
      else pending?.reject(new Error('Unexpected error in a thread', { cause: message.stack }));
    });
    fresh.on('error', (error: NodeJS.ErrnoException) => {
      fault = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadStopped('memory', `${memoryLimit} MiB`) : error;
    });
    fresh.on('exit', () => {
      const neverReady = state === 'starting';
      state = 'none';
      thread = null;
      clearTimeout(idle);
      if (neverReady && !closed) log.error({ err: fault }, 'thread does not start');
      pending?.reject(fault ?? new Error('A worker thread exited unexpectedly'));
      if (closed) return;
      if (keeps) restart = setTimeout(start, neverReady ? RESTART_PAUSE : 0);
      else onFree();
    });
  };

  if (keeps && startsNow) start();
  return {
    isFree: () => !closed && pending === null && (state === 'ready' || (state === 'none' && restart === undefined)),
    hasThread: () => thread !== null && state !== 'ending',
    ask: (request, bounds, transfer) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        let stopWatch = (): void => {};
        const finish = (): void => {
          stopWatch();
          pending = null;
        };
        const mine: PendingTask = {
          begin: () => {
            stopWatch = watchProcessor({
              ...bounds,
              used: () => processorTimeOf(id),
              onEnd: (reached, spent) => {
                end();
                mine.reject(new ThreadStopped('time', `${bounds[reached]} ms`, reached === 'expected' ? spent : null));
              },
            });
            thread!.postMessage(request, transfer);
          },
          resolve: (reply) => {
            finish();
            rest();
            resolve(reply);
          },
          reject: (error) => {
            finish();
            if (state === 'ready') rest();
            reject(error);
          },
        };
        pending = mine;
        if (state === 'ready') mine.begin();
        else start();
      }),
    warmUp: () => {
      if (!closed && state === 'none' && restart === undefined) start();
    },
    close: async () => {
      closed = true;
      state = 'ending';
      clearTimeout(restart);
      clearTimeout(idle);
      await thread?.terminate();
    },
  };
}
