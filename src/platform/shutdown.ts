import type { Log } from './log.ts';

/** Ordered shutdown of a process. */
export type Shutdown = {
  /** Aborts when the shutdown starts, which ends long waits. */
  readonly signal: AbortSignal;
  /** Adds a step. Steps run one after another in reverse order, since later parts depend on earlier ones. */
  readonly add: (name: string, stop: () => Promise<void> | void) => void;
  /** Runs the steps once; further calls wait for the same shutdown. Never rejects: failing steps are logged. */
  readonly stop: (reason: string) => Promise<void>;
  /** Shuts down and exits on SIGTERM, SIGINT, and when the parent process ends; a second signal exits immediately. */
  readonly listen: () => void;
};

type Parts = {
  readonly log: Log;
  /** Milliseconds after which the process exits with code 1 although steps are still running. */
  readonly limit: number;
  readonly exit?: (code: number) => void;
  /** True: treat the end of the parent process as a signal, for a parent that does not forward signals. */
  readonly followParent?: boolean;
  readonly parent?: () => number;
};

/** Signals within this interval, in milliseconds, count as one. */
const TWICE = 500;

/** Interval at which the parent process is checked, in milliseconds. */
const LOOK = 500;

/** Maximum time for the shutdown after the supervisor died, in milliseconds: enough for running jobs to finish. */
const ORPHAN_LIMIT = 12_000;

/** Creates the shutdown of a process. */
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
      log.error({ limit }, 'shutdown timeout exceeded');
      exit(1);
    }, limit);
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      try {
        await step.stop();
      } catch (error) {
        log.error({ err: error, step: step.name }, 'shutdown step failed');
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
    // Ctrl-C in a terminal may arrive twice: from the terminal and through npm.
    if (ending !== null && performance.now() - began < TWICE) return;
    if (ending !== null) {
      log.warn({ signal }, 'second signal, exiting immediately');
      exit(1);
      return;
    }
    stop(signal).then(() => exit(0));
  };

  // The embedded database ended with its supervisor, and steps that wait for it would use the whole limit.
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
