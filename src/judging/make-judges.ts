import type { FileResult } from '../issues/index.ts';
import type { Log, Metrics } from '../runtime/index.ts';
import { RulesetUnknown } from '../validation/index.ts';
import type { JudgingRequest, Setup, Told } from './protocol.ts';
import { type Seat, startSeat } from './seat.ts';
import { JudgingStopped } from './stopped.ts';

export type JudgesParts = {
  readonly setup: Setup;
  /** How many files are judged at once; each thread has its own copy of the rules in memory. */
  readonly threads: number;
  /** After so many milliseconds on one file a thread is ended. */
  readonly timeLimit: number;
  /** The heap that a thread may use for a file and the rules, in MiB. */
  readonly memoryLimit: number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The thread's program; the real one unless told otherwise. */
  readonly script?: URL;
};

/** Judges files in threads, each file in one that can be ended without harm to the others. */
export type Judges = {
  /**
   * As `validate`, elsewhere: the result of a file, whatever its bytes are. Files wait for a free thread in their order.
   *
   * @throws RulesetUnknown; JudgingStopped at the limit of time or memory; the signal's reason once it aborts while the
   *   file still waits
   */
  readonly judge: (bytes: Uint8Array, request: JudgingRequest, signal?: AbortSignal) => Promise<FileResult>;
  /** How many files wait for a thread. */
  readonly waiting: () => number;
  /** Ends the threads; files that are not judged yet are rejected. */
  readonly close: () => Promise<void>;
};

type Task = {
  readonly bytes: Uint8Array;
  readonly request: JudgingRequest;
  readonly resolve: (result: FileResult) => void;
  readonly reject: (error: unknown) => void;
  readonly dispose: () => void;
};

/** Makes the judges and starts their threads, which are ready a little later: what is asked before waits. */
export function makeJudges(parts: JudgesParts): Judges {
  const { log, metrics, timeLimit, memoryLimit } = parts;
  const stopped = metrics.counter({
    name: 'judging_stopped_total',
    help: 'Files whose judge was ended at a limit.',
    labels: ['reason'],
  });
  const waiting: Task[] = [];
  metrics.gauge({
    name: 'judging_waiting',
    help: 'Files that wait for a free thread.',
    collect: (gauge) => gauge.set(waiting.length),
  });
  let closed = false;

  const work = async (seat: Seat, task: Task): Promise<void> => {
    task.dispose();
    try {
      task.resolve(toResult(await seat.ask({ bytes: task.bytes, request: task.request })));
    } catch (error) {
      if (error instanceof JudgingStopped) {
        stopped.inc({ reason: error.reason });
        log.error({ reason: error.reason, bytes: task.bytes.length }, 'a file was given up: its judge was ended');
      }
      task.reject(error);
    }
  };

  const seats = Array.from({ length: parts.threads }, () =>
    startSeat({ ...parts, script: parts.script ?? THREAD, onFree: () => next(), timeLimit, memoryLimit }),
  );

  function next(): void {
    for (const seat of seats) {
      if (waiting.length === 0) return;
      if (seat.isFree()) work(seat, waiting.shift()!).then(next);
    }
  }

  return {
    judge: (bytes, request, signal) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('The judges have ended'));
        const leave = (): void => {
          const at = waiting.indexOf(task);
          if (at >= 0) waiting.splice(at, 1);
          reject(signal?.reason);
        };
        const dispose = (): void => signal?.removeEventListener('abort', leave);
        const task: Task = { bytes, request, resolve, reject, dispose };
        if (signal?.aborted) return reject(signal.reason);
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(task);
        next();
      }),
    waiting: () => waiting.length,
    close: async () => {
      closed = true;
      for (const { dispose, reject } of waiting.splice(0)) {
        dispose();
        reject(new Error('The judges have ended'));
      }
      await Promise.all(seats.map((seat) => seat.close()));
    },
  };
}

/** The program beside this file, in the form that this file runs in. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);

function toResult(told: Told): FileResult {
  switch (told.kind) {
    case 'result':
      return told.result;
    case 'ruleset unknown':
      throw new RulesetUnknown(told.asked, told.installed);
    case 'fault':
      throw new Error('A judge has a defect', { cause: told.stack });
    case 'ready':
      throw new Error('A judge says that it is ready instead of a result');
  }
}
