import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FromProcess, Request, Setup, ToProcess } from './process-messages.ts';
import type { Reason, ValidationOutcome } from './reference-result.ts';

/** Why a process came to no judgement. */
export class ReferenceValidatorStopped extends Error {
  readonly reason: Reason;
  constructor(reason: Reason, says: string) {
    super(says);
    this.name = 'JudgeProcessStopped';
    this.reason = reason;
  }
}

type ReferenceValidatorProcessParts = {
  readonly setup: Setup;
  /** The heap of the process, in MiB. */
  readonly memoryLimit: number;
  /** How long rules that are not loaded yet are waited for, in milliseconds; null: within the time of the file. */
  readonly prepareLimit: number | null;
  /** After so many milliseconds without a file the process ends. */
  readonly idleLimit: number;
  /** The process's program; the real one unless told otherwise. */
  readonly script?: URL;
};

/** The process that judges, one at a time; a new one starts when it is needed and none is alive. */
type ReferenceValidatorProcess = {
  /** One at a time, within so many milliseconds. @throws JudgeProcessStopped */
  readonly ask: (request: Request, timeLimit: number) => Promise<ValidationOutcome>;
  /** Starts the process, which loads its rules; it ends again when nothing is asked for long. */
  readonly warmUp: () => void;
  readonly pid: () => number | null;
  readonly close: () => Promise<void>;
};

/** The program beside this file, in the form that this file runs in. */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './process.ts' : './process.js', import.meta.url);

/** In development sources are TypeScript, for which the process needs its own loader. */
const loaderFor = (script: URL): string[] =>
  script.pathname.endsWith('.ts')
    ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
    : [];

/** What V8 does when its heap is full. */
const HEAP_FULL = new Set<string | number>(['SIGABRT', 'SIGTRAP', 134, 133]);

/** Makes the place; no process is started yet. */
export function makeJudgeProcess(parts: ReferenceValidatorProcessParts): ReferenceValidatorProcess {
  const { setup, memoryLimit, prepareLimit, idleLimit, script = PROGRAM } = parts;
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | null = null;
  let asked = 0;

  const start = (): ChildProcess => {
    const fresh = fork(fileURLToPath(script), {
      execArgv: [...loaderFor(script), `--max-old-space-size=${memoryLimit}`],
      // No secret of this process is any business of a judge.
      env: {},
      serialization: 'advanced',
      // A group of its own, so that what it compiles with ends with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    fresh.on('exit', () => {
      if (child === fresh) child = null;
    });
    // An error of the channel is followed by the exit, which is what counts.
    fresh.on('error', () => killGroup(fresh));
    send(fresh, { setup });
    return fresh;
  };

  const end = (which: ChildProcess | null): void => {
    if (child === which) child = null;
    if (which !== null) killGroup(which);
  };

  const rest = (): void => {
    idle = setTimeout(() => end(child), idleLimit);
    idle.unref();
  };

  return {
    pid: () => child?.pid ?? null,
    warmUp: () => {
      if (child !== null) return;
      child = start();
      send(child, { prepare: true });
      rest();
    },
    ask: async (request, timeLimit) => {
      if (idle !== null) clearTimeout(idle);
      const used = child ?? start();
      child = used;
      try {
        return await askOnce(used, asked++, request, { timeLimit, prepareLimit });
      } catch (error) {
        // Rules that are still being prepared are wanted again soon; whatever else happened, nothing is taken over.
        if (!(error instanceof ReferenceValidatorStopped && error.reason === 'not_ready')) end(used);
        throw error;
      } finally {
        rest();
      }
    },
    close: async () => {
      if (idle !== null) clearTimeout(idle);
      end(child);
    },
  };
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // Where there are no groups, or it is gone already.
    child.kill('SIGKILL');
  }
}

function send(child: ChildProcess, told: ToProcess): void {
  // Who is gone cannot be told; its exit says so.
  child.send(told, () => undefined);
}

function askOnce(
  child: ChildProcess,
  number: number,
  request: Request,
  { timeLimit, prepareLimit }: Pick<ReferenceValidatorProcessParts, 'prepareLimit'> & { readonly timeLimit: number },
): Promise<ValidationOutcome> {
  return new Promise((resolve, reject) => {
    let begun = false;
    const late = (): void =>
      done(() =>
        reject(new ReferenceValidatorStopped(begun ? 'time_limit' : 'not_ready', 'no answer within its limit')),
      );
    let timer = setTimeout(late, prepareLimit ?? timeLimit);
    const onMessage = (answer: FromProcess): void => {
      if (answer.number !== number) return;
      if (answer.kind === 'begun') {
        begun = true;
        if (prepareLimit === null) return;
        clearTimeout(timer);
        timer = setTimeout(late, timeLimit);
        return;
      }
      done(() =>
        answer.kind === 'judged'
          ? resolve(answer.judged)
          : reject(new ReferenceValidatorStopped('crashed', `the judge has a defect: ${answer.stack}`)),
      );
    };
    const onExit = (code: number | null, signal: string | null): void => {
      const reason = HEAP_FULL.has(signal ?? code ?? 0) ? 'memory_limit' : 'crashed';
      done(() => reject(new ReferenceValidatorStopped(reason, `the process ended with ${signal ?? code}`)));
    };
    const done = (tell: () => void): void => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      tell();
    };
    child.on('message', onMessage);
    child.on('exit', onExit);
    send(child, { number, request });
  });
}
