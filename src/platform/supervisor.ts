import { type ChildProcess, fork } from 'node:child_process';
import { environmentWith, type Variables } from './config.ts';
import type { ContainerMemory } from './container-memory.ts';
import type { Log } from './log.ts';
import { CONFIGURATION_WRONG, ProcessNotStarted } from './operator-error.ts';

/** Message of a child process to its supervisor when it is ready. */
export type ReadyMessage = { readonly ready: true; readonly url: string | null };

type WarmMessage = { readonly warm: true };

/** Child process that is restarted whenever it dies. */
export type StoredProcess = {
  readonly name: string;
  /**
   * Resolves when it is ready for the first time. Rejects with `ProcessNotStarted` when its configuration is invalid,
   * or it repeatedly dies before that.
   */
  readonly ready: Promise<ReadyMessage>;
  /** Resolves when its warm-up has finished for the first time. */
  readonly warm: Promise<void>;
  readonly pid: () => number | null;
  /** Requests its end, and kills it after the limit, in milliseconds. */
  readonly stop: (limit: number) => Promise<void>;
};

type Parts = {
  readonly name: string;
  readonly script: string;
  readonly parameters: readonly string[];
  /** Messages for every process of this script, each sent as soon as it resolves; must not reject. */
  readonly news?: readonly Promise<object>[];
  /** Node options for memory and compiler. */
  readonly options?: readonly string[];
  /** Default environment variables; those of this process take precedence. */
  readonly variables?: Variables;
  readonly log: Log;
  /** Used to detect whether a process was killed by the OOM killer. */
  readonly memory?: Pick<ContainerMemory, 'kills'>;
  /** Called with the process id of each started process. */
  readonly onStarted?: (pid: number) => void;
};

/**
 * Size of the young generation of the heap, in MiB, so that an invoice's tree is collected there instead of being
 * promoted. Measured: a 1 MB invoice is validated in half the time of Node's default of 16.
 *
 * Pretenuring is disabled: the rule sources read at startup live long, from which V8 concludes that all trees do and
 * allocates them in the old generation, where dead trees retain young objects until the next full collection.
 * Measured: a fifth of the processor time of a small invoice.
 */
const HEAP = ['--max-semi-space-size=64', '--no-allocation-site-pretenuring'];

/**
 * Rules are thousands of small functions that run once or a few times per file. By default V8 optimises a function
 * after 67 KB of executed bytecode, which takes about 4,000 invoices in every thread, and inlines up to 920 bytes of
 * other functions, so that the same rules are compiled many times. Measured: a thread reaches its speed after 1,500
 * invoices, the first 6,000 take 30 % less CPU, the first file of 10,000 lines a fifth less, and the final speed is
 * the same. Later Node releases have an intermediate compiler without this budget, and do not start with the option.
 */
const COMPILED_EARLY = ['--interrupt-budget=15000', '--max-inlined-bytecode-size-cumulative=200'];

/**
 * Node options of a process that validates.
 *
 * @param release Node version, such as `22.11.0`
 */
export const validationNodeOptions = (release: string): readonly string[] =>
  release.startsWith('20.') ? [...HEAP, ...COMPILED_EARLY] : HEAP;

const JUDGING_OPTIONS = validationNodeOptions(process.versions.node);

/**
 * For a process without invoice trees, whose memory is mainly file buffers. With an old-space limit V8 collects
 * garbage long before the limit is reached; by default the heap grows to four times the live data. One helper thread,
 * since the process shares the processors with validation. `--expose-gc` lets it release received buffers explicitly.
 */
export const SMALL_HEAP = ['--max-semi-space-size=1', '--max-old-space-size=512', '--v8-pool-size=1', '--expose-gc'];

/**
 * For a process that fsyncs many small files: concurrent calls share one commit of the file system's journal, but
 * each occupies a libuv thread. MALLOC_ARENA_MAX limits the memory that glibc reserves per thread.
 */
export const MANY_FLUSHES = { UV_THREADPOOL_SIZE: '32', MALLOC_ARENA_MAX: '2' };

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 10_000;
/** Uptime in milliseconds after which a process counts as healthy, and the restart delay is reset. */
const SOUND = 30_000;
/**
 * How often a process may die before its first readiness; a port still held by a predecessor needs several attempts.
 */
const FIRST_TRIES = 5;

/** Reports to the supervisor, if there is one, that this process is ready. */
export function reportReady(url: string | null): void {
  const message: ReadyMessage = { ready: true, url };
  process.send?.(message);
}

/** Reports to the supervisor, if there is one, that the warm-up has finished or failed. */
export function reportWarm(): void {
  const message: WarmMessage = { warm: true };
  process.send?.(message);
}

/**
 * Runs a Node script as a child process and restarts it when it dies. It has its own session, so that Ctrl-C in the
 * terminal reaches it only through its supervisor; the closed channel signals the supervisor's end.
 */
export function keepRunning({
  name,
  script,
  parameters,
  options = JUDGING_OPTIONS,
  variables,
  news = [],
  log,
  memory,
  onStarted,
}: Parts): StoredProcess {
  let kills = memory?.kills() ?? null;
  let child: ChildProcess | null = null;
  let again: NodeJS.Timeout | null = null;
  let stopping = false;
  let wasReady = false;
  let deaths = 0;
  let wait = FIRST_PAUSE;

  let describeWarm: () => void = () => undefined;
  const warm = new Promise<void>((resolve) => {
    describeWarm = resolve;
  });
  const ready = new Promise<ReadyMessage>((resolve, reject) => {
    const start = (): void => {
      again = null;
      const began = performance.now();
      const started = fork(script, parameters, {
        execArgv: [...process.execArgv, ...options],
        ...(variables !== undefined && { env: { ...environmentWith(variables) } }),
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      child = started;
      if (started.pid !== undefined) onStarted?.(started.pid);
      let ended = false;
      for (const one of news) {
        void one.then((message) => {
          if (started.connected) started.send(message, () => undefined);
        });
      }
      started.on('message', (message: ReadyMessage | WarmMessage) => {
        if ('warm' in message) return describeWarm();
        wasReady = true;
        log.debug({ name, child_pid: started.pid }, 'process ready');
        resolve(message);
      });
      const onEnd = (code: number | null, reason: string | null): void => {
        if (ended) return;
        ended = true;
        child = null;
        if (stopping) return;
        deaths += 1;
        // A restart would read the same configuration.
        if (!wasReady && (code === CONFIGURATION_WRONG || deaths >= FIRST_TRIES)) {
          stopping = true;
          reject(new ProcessNotStarted(name, code ?? reason));
          return;
        }
        if (performance.now() - began > SOUND) wait = FIRST_PAUSE;
        const counted = reason === 'SIGKILL' ? (memory?.kills() ?? null) : null;
        const isOutOfMemory = counted !== null && counted > (kills ?? 0);
        kills = counted ?? kills;
        if (isOutOfMemory)
          log.error(
            { name, reason, retry_in_ms: wait, memory_kills: counted },
            'process killed by the memory limit of its control group, restarting',
          );
        else log.error({ name, code, reason, retry_in_ms: wait }, 'process exited, restarting');
        again = setTimeout(start, wait);
        wait = Math.min(wait * 2, LONGEST_PAUSE);
      };
      started.once('exit', onEnd);
      started.once('error', (error) => onEnd(null, error.message));
    };
    start();
  });

  return {
    name,
    ready,
    warm,
    pid: () => child?.pid ?? null,
    stop: async (limit) => {
      stopping = true;
      if (again !== null) clearTimeout(again);
      const last = child;
      if (last === null) return;
      const gone = new Promise<void>((done) => last.once('exit', () => done()));
      last.kill('SIGTERM');
      const hard = setTimeout(() => {
        log.error({ name, child_pid: last.pid }, 'process did not exit in time, killing it');
        last.kill('SIGKILL');
      }, limit);
      await gone;
      clearTimeout(hard);
    },
  };
}
