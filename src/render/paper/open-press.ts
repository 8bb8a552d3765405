import type { Worker } from 'node:worker_threads';
import { type Log, openThread } from '../../runtime/index.ts';
import { ThreadStopped, watchThread } from '../../runtime/threads/index.ts';
import { NotPrinted } from './not-printed.ts';
import type { FromPress, PressSetup, Sheet, ToPress } from './press-protocol.ts';

type OpenPressParts = {
  readonly setup: PressSetup;
  /** The heap of the press's thread, in MiB. */
  readonly heapLimit: number;
  /** After so many milliseconds without a sheet the thread and its browser end; null: they stay. */
  readonly idleTime: number | null;
  readonly log: Log;
  /** The thread's program; the real one unless told otherwise. */
  readonly script?: URL;
};

/** A press in a thread of its own, which comes with the first sheet and comes again when it broke down. */
type OpenPress = {
  /**
   * The finished PDF of a sheet, whose bytes are handed over.
   *
   * @throws NotPrinted; the signal's reason once it aborts; Error for a defect
   */
  readonly print: (sheet: Sheet, signal: AbortSignal) => Promise<Uint8Array>;
  /** Starts the thread and its browser; resolves when they are there, or have ended. */
  readonly warmUp: () => Promise<void>;
  /** Of its browser; null while there is none. */
  readonly pid: () => number | null;
  /** Waits for the sheets that are printed, and ends the browser. */
  readonly close: () => Promise<void>;
};

type Asked = { readonly resolve: (pdf: Uint8Array) => void; readonly reject: (error: unknown) => void };

type Press = {
  readonly worker: Worker;
  readonly asked: Map<number, Asked>;
  pid: number | null;
  readonly watch: ReturnType<typeof watchThread>;
  /** Settles who waits for it to be warm. */
  warm: () => void;
  readonly ended: Promise<void>;
};

/** The program beside this file, in the form that this file runs in. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './press-thread.ts' : './press-thread.js', import.meta.url);

/** Makes the press; its thread starts with the first sheet. */
export function openPress({ setup, heapLimit, idleTime, log, script = THREAD }: OpenPressParts): OpenPress {
  let current: Press | null = null;
  let idle: NodeJS.Timeout | undefined;
  let sheets = 0;

  const hear = (press: Press, message: FromPress): void => {
    switch (message.kind) {
      case 'printed':
        press.asked.get(message.number)?.resolve(message.pdf);
        break;
      case 'not printed':
        press.asked.get(message.number)?.reject(new NotPrinted(message.reason, message.detail));
        break;
      case 'fault':
        press.asked.get(message.number)?.reject(new Error('Printing has a defect', { cause: message.stack }));
        break;
      case 'browser':
        press.pid = message.pid;
        break;
      case 'log':
        log[message.level](message.about, message.says);
        break;
      case 'sign':
        press.watch.sign();
        break;
      case 'warm':
        press.warm();
        break;
      case 'closed':
        press.pid = null;
        void press.worker.terminate();
    }
  };

  const start = (): Press => {
    const worker = openThread(script, setup, heapLimit);
    let fault: unknown = null;
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        if (current === press) current = null;
        press.watch.end();
        // Nobody is left who would end its browser.
        if (press.pid !== null) killGroup(press.pid);
        if (press.asked.size > 0) log.error({ err: fault }, 'a press ended with sheets in it');
        // A sheet that was alone in a press that stands still is what it stands still for.
        const reason = fault instanceof ThreadStopped && press.asked.size === 1 ? 'time' : 'unavailable';
        for (const { reject } of press.asked.values()) reject(new NotPrinted(reason, 'the press broke down', fault));
        resolve();
      });
    });
    const watch = watchThread(
      () => worker.postMessage({ kind: 'sign' } satisfies ToPress),
      setup.timeLimit,
      () => {
        fault = new ThreadStopped('time', `${setup.timeLimit} ms`);
        void worker.terminate();
      },
    );
    const press: Press = { worker, asked: new Map(), pid: null, watch, warm: () => undefined, ended };
    worker.on('error', (error) => {
      fault = error;
    });
    worker.on('message', (message: FromPress) => hear(press, message));
    return press;
  };

  const close = async (): Promise<void> => {
    clearTimeout(idle);
    const closing = current;
    current = null;
    closing?.worker.postMessage({ kind: 'close' } satisfies ToPress);
    await closing?.ended;
  };

  const rest = (press: Press): void => {
    if (idleTime === null || press !== current || press.asked.size > 0) return;
    idle = setTimeout(close, idleTime).unref();
  };

  return {
    print: (sheet, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        clearTimeout(idle);
        current ??= start();
        const press = current;
        const number = sheets++;
        const send = (message: ToPress, handedOver: ArrayBuffer[] = []) =>
          press.worker.postMessage(message, handedOver);
        const leave = (): void => {
          send({ kind: 'leave', number });
          settle(() => reject(signal.reason));
        };
        const settle = (tell: () => void): void => {
          signal.removeEventListener('abort', leave);
          press.asked.delete(number);
          rest(press);
          tell();
        };
        signal.addEventListener('abort', leave, { once: true });
        press.asked.set(number, {
          resolve: (pdf) => settle(() => resolve(pdf)),
          reject: (error) => settle(() => reject(error)),
        });
        send({ kind: 'print', number, sheet }, [sheet.html.buffer as ArrayBuffer, sheet.xml.buffer as ArrayBuffer]);
      }),
    warmUp: async () => {
      current ??= start();
      const press = current;
      const warm = new Promise<void>((resolve) => {
        press.warm = resolve;
      });
      press.worker.postMessage({ kind: 'warm up' } satisfies ToPress);
      await Promise.race([warm, press.ended]);
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
