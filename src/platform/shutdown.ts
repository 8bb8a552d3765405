import type { Log } from './log.ts';

/** The ordered end of a process. */
export type Shutdown = {
  /** Aborts when the stop begins: long waits end themselves with it. */
  readonly signal: AbortSignal;
  /** Adds a step; steps run one after another, the last added first, as what was built last depends on the rest. */
  readonly add: (name: string, stop: () => Promise<void> | void) => void;
  /** Runs the steps once; later calls wait for the same end. Never rejects: a failing step is logged. */
  readonly stop: (reason: string) => Promise<void>;
  /** Stops on SIGTERM and SIGINT and when the parent process goes away, then exits; the second signal exits at once. */
  readonly listen: () => void;
};

type Parts = {
  readonly log: Log;
  /** After this many milliseconds the process exits with code 1 although steps are still running. */
  readonly limit: number;
  readonly exit?: (code: number) => void;
  /** True: the end of the parent process is taken for a signal, since the parent passes none on. */
  readonly followParent?: boolean;
  readonly parent?: () => number;
};

/** Signals that are closer together, in milliseconds, count as one. */
const TWICE = 500;

/** How often the parent process is looked for, in milliseconds. */
const LOOK = 500;

/** How long a process outlives its supervisor, in milliseconds: enough for running jobs to end. */
const ORPHAN_LIMIT = 12_000;

/** Makes the one shutdown of a process. */
export function makeShutdown({
  log,
  limit,
  exit = (code) => process.exit(code),
  followParent = false,
  parent = () => process.ppid,
}: Parts): Shutdown {
  const steps: { name: string; stop: () => Promise<void> | void }[] = [];
  const abort = new AbortController();
  let ending: Promise<void> | null = null;
  let began = 0;

  const run = async (reason: string): Promise<void> => {
    log.info({ reason }, 'stopping');
    abort.abort(new Error(`Stopping: ${reason}`));
    const timer = setTimeout(() => {
      log.error({ limit }, 'did not stop in time');
      exit(1);
    }, limit);
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      try {
        await step.stop();
      } catch (error) {
        log.error({ err: error, step: step.name }, 'a step of the stop failed');
      }
    }
    clearTimeout(timer);
    log.info('stopped');
  };

  const stop = (reason: string): Promise<void> => {
    if (ending === null) {
      began = performance.now();
      ending = run(reason);
    }
    return ending;
  };

  const onSignal = (signal: string): void => {
    // A terminal's Ctrl-C may arrive twice, from the terminal and through npm.
    if (ending !== null && performance.now() - began < TWICE) return;
    if (ending !== null) {
      log.warn({ signal }, 'second signal: exit now');
      exit(1);
      return;
    }
    stop(signal).then(() => exit(0));
  };

  // The embedded database went with its supervisor, and what waits for it would wait for the whole limit.
  const onOrphaned = (): void => {
    setTimeout(() => exit(1), Math.min(limit, ORPHAN_LIMIT)).unref();
    stop('the supervisor is gone').then(() => exit(0));
  };

  const watchParent = (): void => {
    const first = parent();
    const timer = setInterval(() => {
      if (parent() === first) return;
      clearInterval(timer);
      stop('the parent process is gone').then(() => exit(0));
    }, LOOK).unref();
  };

  return {
    signal: abort.signal,
    add: (name, step) => {
      steps.push({ name, stop: step });
    },
    stop,
    listen: () => {
      process.on('SIGTERM', onSignal);
      process.on('SIGINT', onSignal);
      if (process.channel !== undefined) process.once('disconnect', onOrphaned);
      else if (followParent) watchParent();
    },
  };
}
