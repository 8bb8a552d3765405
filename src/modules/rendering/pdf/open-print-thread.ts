import type { Worker } from 'node:worker_threads';
import { type Log, openThread } from '../../../platform/index.ts';
import { processorTimeOf, watchThread } from '../../../platform/threads/index.ts';
import { LEAST_SHARE, NotPrinted } from './not-printed.ts';
import type { PrintReply, PrintRequest, PrintSetup, Sheet } from './print-protocol.ts';

type ThreadParts = {
  readonly setup: PrintSetup;
  /** Heap limit of the thread, in MiB. */
  readonly heapLimit: number;
  /** Idle time in milliseconds after which the thread and its browser stop; null: they keep running. */
  readonly idleTime: number | null;
  readonly log: Log;
  readonly script?: URL;
};

/** Controls a worker thread that starts with the first sheet and restarts after a failure. */
type PrintThread = {
  /**
   * Returns the finished PDF of a sheet. The buffers of the sheet are transferred.
   *
   * @throws NotPrinted; the reason of the signal; Error for a programming error
   */
  readonly print: (sheet: Sheet, signal: AbortSignal) => Promise<Uint8Array>;
  /** Starts the thread without its browser. */
  readonly start: () => void;
  /** Starts the thread and its browser; resolves when they are ready or have exited. */
  readonly warmUp: () => Promise<void>;
  readonly pid: () => number | null;
  /** Waits for sheets in progress and stops the browser. */
  readonly close: () => Promise<void>;
};

type PendingPrint = { readonly resolve: (pdf: Uint8Array) => void; readonly reject: (error: unknown) => void };

type RunningThread = {
  readonly worker: Worker;
  readonly pending: Map<number, PendingPrint>;
  pid: number | null;
  id: number | null;
  readonly watch: ReturnType<typeof watchThread>;
  /** Resolves pending `warmUp` calls. */
  warm: () => void;
  readonly ended: Promise<void>;
};

/** The thread program next to this file, as source or compiled. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './print-thread.ts' : './print-thread.js', import.meta.url);

/** The thread starts with the first sheet. */
export function openPrintThread({ setup, heapLimit, idleTime, log, script = THREAD }: ThreadParts): PrintThread {
  let current: RunningThread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let sheets = 0;

  const hear = (thread: RunningThread, message: PrintReply): void => {
    switch (message.kind) {
      case 'printed':
        thread.pending.get(message.number)?.resolve(message.pdf);
        break;
      case 'not printed':
        thread.pending.get(message.number)?.reject(new NotPrinted(message.reason, message.detail));
        break;
      case 'fault':
        thread.pending
          .get(message.number)
          ?.reject(new Error('Unexpected error in the print thread', { cause: message.stack }));
        break;
      case 'browser':
        thread.pid = message.pid;
        break;
      case 'log':
        log[message.level](message.about, message.message);
        break;
      case 'sign':
        thread.id = message.thread;
        thread.watch.sign();
        break;
      case 'warm':
        thread.warm();
        break;
      case 'closed':
        thread.pid = null;
        void thread.worker.terminate();
    }
  };

  const startThread = (): RunningThread => {
    const worker = openThread(script, setup, heapLimit);
    let fault: unknown = null;
    let isTooCostly = false;
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        if (current === thread) current = null;
        thread.watch.end();
        // The thread can no longer stop its browser.
        if (thread.pid !== null) killGroup(thread.pid);
        if (thread.pending.size > 0) log.error({ err: fault }, 'print thread exited with unfinished sheets');
        // With several sheets in progress it is unknown which one blocked the thread, so all of them can be retried.
        const reason = isTooCostly && thread.pending.size === 1 ? 'time' : 'unavailable';
        for (const { reject } of thread.pending.values())
          reject(new NotPrinted(reason, 'the print thread exited', fault));
        resolve();
      });
    });
    const watch = watchThread({
      ask: () => worker.postMessage({ kind: 'sign' } satisfies PrintRequest),
      used: () => processorTimeOf(thread.id),
      limit: setup.timeLimit,
      onStuck: (spent) => {
        isTooCostly = spent >= LEAST_SHARE * setup.timeLimit;
        fault = new Error(`The print thread did not report while it used ${spent} ms of CPU time`);
        void worker.terminate();
      },
    });
    const thread: RunningThread = {
      worker,
      pending: new Map(),
      pid: null,
      id: null,
      watch,
      warm: () => undefined,
      ended,
    };
    worker.on('error', (error) => {
      fault = error;
    });
    worker.on('message', (message: PrintReply) => hear(thread, message));
    return thread;
  };

  const close = async (): Promise<void> => {
    clearTimeout(idle);
    const closing = current;
    current = null;
    closing?.worker.postMessage({ kind: 'close' } satisfies PrintRequest);
    await closing?.ended;
  };

  const rest = (thread: RunningThread): void => {
    if (idleTime === null || thread !== current || thread.pending.size > 0) return;
    idle = setTimeout(close, idleTime).unref();
  };

  return {
    start: () => {
      current ??= startThread();
    },
    print: (sheet, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        clearTimeout(idle);
        current ??= startThread();
        const thread = current;
        const number = sheets++;
        const send = (message: PrintRequest, handedOver: ArrayBuffer[] = []) =>
          thread.worker.postMessage(message, handedOver);
        const leave = (): void => {
          send({ kind: 'leave', number });
          settle(() => reject(signal.reason));
        };
        const settle = (deliver: () => void): void => {
          signal.removeEventListener('abort', leave);
          thread.pending.delete(number);
          rest(thread);
          deliver();
        };
        signal.addEventListener('abort', leave, { once: true });
        thread.pending.set(number, {
          resolve: (pdf) => settle(() => resolve(pdf)),
          reject: (error) => settle(() => reject(error)),
        });
        send({ kind: 'print', number, sheet }, [sheet.html.buffer as ArrayBuffer, sheet.xml.buffer as ArrayBuffer]);
      }),
    warmUp: async () => {
      current ??= startThread();
      const thread = current;
      const warm = new Promise<void>((resolve) => {
        thread.warm = resolve;
      });
      thread.worker.postMessage({ kind: 'warm up' } satisfies PrintRequest);
      await Promise.race([warm, thread.ended]);
    },
    pid: () => current?.pid ?? null,
    close,
  };
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}
