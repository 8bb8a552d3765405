import type { Worker } from 'node:worker_threads';
import { type Log, openThread } from '../../../platform/index.ts';
import { processorTimeOf, watchThread } from '../../../platform/threads/index.ts';
import { LEAST_SHARE, NotPrinted } from './not-printed.ts';
import type { PrintReply, PrintRequest, PrintSetup, Sheet } from './print-protocol.ts';

type ThreadParts = {
  readonly setup: PrintSetup;
  /** The heap of the thread's thread, in MiB. */
  readonly heapLimit: number;
  /** After so many milliseconds without a sheet the thread and its browser end; null: they stay. */
  readonly idleTime: number | null;
  readonly log: Log;
  /** The thread's program; the real one unless told otherwise. */
  readonly script?: URL;
};

/** A thread in a thread of its own, which comes with the first sheet and comes again when it broke down. */
type PrintThread = {
  /**
   * The finished PDF of a sheet, whose bytes are handed over.
   *
   * @throws NotPrinted; the signal's reason once it aborts; Error for a defect
   */
  readonly print: (sheet: Sheet, signal: AbortSignal) => Promise<Uint8Array>;
  /** Starts the thread; its browser comes later. */
  readonly start: () => void;
  /** Starts the thread and its browser; resolves when they are there, or have ended. */
  readonly warmUp: () => Promise<void>;
  /** Of its browser; null while there is none. */
  readonly pid: () => number | null;
  /** Waits for the sheets that are printed, and ends the browser. */
  readonly close: () => Promise<void>;
};

type Asked = { readonly resolve: (pdf: Uint8Array) => void; readonly reject: (error: unknown) => void };

type RunningThread = {
  readonly worker: Worker;
  readonly asked: Map<number, Asked>;
  pid: number | null;
  /** The id of the thread on Linux. */
  id: number | null;
  readonly watch: ReturnType<typeof watchThread>;
  /** Settles who waits for it to be warm. */
  warm: () => void;
  readonly ended: Promise<void>;
};

/** The program beside this file, in the form that this file runs in. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './print-thread.ts' : './print-thread.js', import.meta.url);

/** Makes the thread; its thread starts with the first sheet. */
export function openPrintThread({ setup, heapLimit, idleTime, log, script = THREAD }: ThreadParts): PrintThread {
  let current: RunningThread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let sheets = 0;

  const hear = (thread: RunningThread, message: PrintReply): void => {
    switch (message.kind) {
      case 'printed':
        thread.asked.get(message.number)?.resolve(message.pdf);
        break;
      case 'not printed':
        thread.asked.get(message.number)?.reject(new NotPrinted(message.reason, message.detail));
        break;
      case 'fault':
        thread.asked.get(message.number)?.reject(new Error('Printing has a defect', { cause: message.stack }));
        break;
      case 'browser':
        thread.pid = message.pid;
        break;
      case 'log':
        log[message.level](message.about, message.says);
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
        // Nobody is left who would end its browser.
        if (thread.pid !== null) killGroup(thread.pid);
        if (thread.asked.size > 0) log.error({ err: fault }, 'a thread ended with sheets in it');
        // Of several sheets it is not known which one blocked the thread: they can be tried again.
        const reason = isTooCostly && thread.asked.size === 1 ? 'time' : 'unavailable';
        for (const { reject } of thread.asked.values()) reject(new NotPrinted(reason, 'the thread broke down', fault));
        resolve();
      });
    });
    const watch = watchThread({
      ask: () => worker.postMessage({ kind: 'sign' } satisfies PrintRequest),
      used: () => processorTimeOf(thread.id),
      limit: setup.timeLimit,
      onStuck: (spent) => {
        isTooCostly = spent >= LEAST_SHARE * setup.timeLimit;
        fault = new Error(`The thread that prints gave no sign while it used ${spent} ms of processor time`);
        void worker.terminate();
      },
    });
    const thread: RunningThread = {
      worker,
      asked: new Map(),
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
    if (idleTime === null || thread !== current || thread.asked.size > 0) return;
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
        const settle = (tell: () => void): void => {
          signal.removeEventListener('abort', leave);
          thread.asked.delete(number);
          rest(thread);
          tell();
        };
        signal.addEventListener('abort', leave, { once: true });
        thread.asked.set(number, {
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
    // Gone already.
  }
}
