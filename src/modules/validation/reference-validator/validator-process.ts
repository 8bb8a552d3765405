import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FromProcess, Request, Setup, ToProcess } from './process-messages.ts';
import type { Reason, ValidationOutcome } from './reference-result.ts';

export class ReferenceValidatorStopped extends Error {
  readonly reason: Reason;
  constructor(reason: Reason, says: string) {
    super(says);
    this.name = 'ReferenceValidatorStopped';
    this.reason = reason;
  }
}

type ReferenceValidatorProcessParts = {
  readonly setup: Setup;
  /** Heap of the process in MiB. */
  readonly memoryLimit: number;
  /** Time limit for loading rules, in milliseconds; null includes it in the time limit of the file. */
  readonly prepareLimit: number | null;
  /** Idle time after which the process ends, in milliseconds. */
  readonly idleLimit: number;
  /** Process script; overridden in tests. */
  readonly script?: URL;
};

/** A validation process that handles one request at a time; restarted on demand. */
type ReferenceValidatorProcess = {
  /** Runs one request with a time limit in milliseconds. Not reentrant. @throws ReferenceValidatorStopped */
  readonly ask: (request: Request, timeLimit: number) => Promise<ValidationOutcome>;
  /** Starts the process, which loads its rules. It ends again when idle. */
  readonly warmUp: () => void;
  readonly pid: () => number | null;
  readonly close: () => Promise<void>;
};

/** Compiled code runs the compiled script, sources run the source. */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './process.ts' : './process.js', import.meta.url);

/** In development the scripts are TypeScript, so the process needs the loader. */
const loaderFor = (script: URL): string[] =>
  script.pathname.endsWith('.ts')
    ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
    : [];

/** Exit codes and signals of V8 when its heap is full. */
const HEAP_FULL = new Set<string | number>(['SIGABRT', 'SIGTRAP', 134, 133]);

export function makeValidatorProcess(parts: ReferenceValidatorProcessParts): ReferenceValidatorProcess {
  const { setup, memoryLimit, prepareLimit, idleLimit, script = PROGRAM } = parts;
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | null = null;
  let requestCount = 0;

  const start = (): ChildProcess => {
    const fresh = fork(fileURLToPath(script), {
      execArgv: [...loaderFor(script), `--max-old-space-size=${memoryLimit}`],
      // Empty: the process handles untrusted files and must not see secrets.
      env: {},
      serialization: 'advanced',
      // A separate process group, so that compilations are killed with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    fresh.on('exit', () => {
      if (child === fresh) child = null;
    });
    // A channel error is followed by the exit event, which settles the request.
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
        return await askOnce(used, requestCount++, request, { timeLimit, prepareLimit });
      } catch (error) {
        // Rules that are still loading will be needed soon, so the process is reused. After any other error it is
        // replaced.
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
    // The platform has no process groups, or the group is gone already.
    child.kill('SIGKILL');
  }
}

function send(child: ChildProcess, message: ToProcess): void {
  // Ignore send errors: the exit event reports a dead process.
  child.send(message, () => undefined);
}

function askOnce(
  child: ChildProcess,
  number: number,
  request: Request,
  { timeLimit, prepareLimit }: Pick<ReferenceValidatorProcessParts, 'prepareLimit'> & { readonly timeLimit: number },
): Promise<ValidationOutcome> {
  return new Promise((resolve, reject) => {
    let isStarted = false;
    const late = (): void =>
      done(() =>
        reject(
          new ReferenceValidatorStopped(isStarted ? 'time_limit' : 'not_ready', 'no result within the time limit'),
        ),
      );
    let timer = setTimeout(late, prepareLimit ?? timeLimit);
    const onMessage = (answer: FromProcess): void => {
      if (answer.number !== number) return;
      if (answer.kind === 'begun') {
        isStarted = true;
        if (prepareLimit === null) return;
        clearTimeout(timer);
        timer = setTimeout(late, timeLimit);
        return;
      }
      done(() =>
        answer.kind === 'judged'
          ? resolve(answer.outcome)
          : reject(
              new ReferenceValidatorStopped('crashed', `unexpected error in the reference validator: ${answer.stack}`),
            ),
      );
    };
    const onExit = (code: number | null, signal: string | null): void => {
      const reason = HEAP_FULL.has(signal ?? code ?? 0) ? 'memory_limit' : 'crashed';
      done(() => reject(new ReferenceValidatorStopped(reason, `the process exited with ${signal ?? code}`)));
    };
    const done = (settle: () => void): void => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      settle();
    };
    child.on('message', onMessage);
    child.on('exit', onExit);
    send(child, { number, request });
  });
}
