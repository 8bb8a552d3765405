import { type ChildProcess, fork } from 'node:child_process';
import { environmentWith, type Variables } from './config.ts';
import type { ContainerMemory } from './container-memory.ts';
import type { Log } from './log.ts';
import { CONFIGURATION_WRONG, ProcessNotStarted } from './operator-error.ts';

/** What a kept process tells its supervisor once it does its work. */
export type ReadyMessage = { readonly ready: true; readonly url: string | null };

type WarmMessage = { readonly warm: true };

/** A child process that is started again whenever it dies. */
export type StoredProcess = {
  readonly name: string;
  /** The first time it is ready. Rejects with `ProcessNotStarted` when its configuration is wrong or it keeps dying before that. */
  readonly ready: Promise<ReadyMessage>;
  /** The first time it has started what it needs beside that. */
  readonly warm: Promise<void>;
  readonly pid: () => number | null;
  /** Asks it to end, and ends it when it does not within the limit, in milliseconds. */
  readonly stop: (limit: number) => Promise<void>;
};

type Parts = {
  readonly name: string;
  readonly script: string;
  readonly parameters: readonly string[];
  /** What every process of this script is told, each as soon as it is known; none may reject. */
  readonly news?: readonly Promise<object>[];
  /** Options of Node for its memory and its compiler. */
  readonly options?: readonly string[];
  /** Variables that it has beside those of this process, where this one has none of the name. */
  readonly variables?: Variables;
  readonly log: Log;
  /** Tells whether a killed process was killed because memory ran out. */
  readonly memory?: Pick<ContainerMemory, 'kills'>;
  /** Called with the number of each process that is started. */
  readonly onStarted?: (pid: number) => void;
};

/**
 * Room for the young objects of the heap, in MiB: the tree of an invoice then dies where it was born instead of being
 * copied. Measured: a 1 MB invoice is judged in half the time that Node's default of 16 takes.
 *
 * And no birth among the old: the rule sources that are read at the start live long, from which V8 concludes that every
 * tree does, and until the next full collection each dead tree keeps what is young in it alive. Measured: a fifth of
 * the processor time of a small invoice.
 */
const HEAP = ['--max-semi-space-size=64', '--no-allocation-site-pretenuring'];

/**
 * Rules are thousands of small functions that run once or a few times a file. By V8's own measure a function is compiled well
 * after 67 KB of its bytecode, which takes some 4,000 invoices in every thread; and with up to 920 bytes of other functions
 * inside each, so that the same rules are compiled many times. Measured: a thread reaches its speed after 1,500 invoices, the
 * first 6,000 take 30 % less of the processor, the first file of 10,000 lines a fifth less, and the last are as fast. Later
 * releases of Node have a compiler in between and know no such budget: they do not start with it.
 */
const COMPILED_EARLY = ['--interrupt-budget=15000', '--max-inlined-bytecode-size-cumulative=200'];

/**
 * The options of Node for a process that judges.
 *
 * @param release of Node, such as `22.11.0`
 */
export const validationNodeOptions = (release: string): readonly string[] =>
  release.startsWith('20.') ? [...HEAP, ...COMPILED_EARLY] : HEAP;

const JUDGING_OPTIONS = validationNodeOptions(process.versions.node);

/**
 * For a process that reads no trees of invoices: its memory is a file's buffers. With a limit for the old V8 collects what
 * died there long before it is reached, where by itself it lets the heap become four times what lives. And one helping thread:
 * the process shares its processors with those that judge. What it receives it lets go of by itself (`--expose-gc`).
 */
export const SMALL_HEAP = ['--max-semi-space-size=1', '--max-old-space-size=512', '--v8-pool-size=1', '--expose-gc'];

/**
 * For a process that flushes many small files: those that wait together have one commit of the file system's journal, and
 * in it each takes a thread of libuv. Such threads keep no memory of their own beside those of glibc's first arenas.
 */
export const MANY_FLUSHES = { UV_THREADPOOL_SIZE: '32', MALLOC_ARENA_MAX: '2' };

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 10_000;
/** A process that lived so long is taken for sound: the next pause is a short one again. */
const SOUND = 30_000;
/** How often a process may die before it was ever ready; a port that a predecessor still holds needs some tries. */
const FIRST_TRIES = 5;

/** Tells the supervisor, if there is one, that this process does its work. */
export function reportReady(url: string | null): void {
  const message: ReadyMessage = { ready: true, url };
  process.send?.(message);
}

/** Tells the supervisor, if there is one, that what was to be started ahead is there, or will not come. */
export function reportWarm(): void {
  const message: WarmMessage = { warm: true };
  process.send?.(message);
}

/**
 * Starts a Node script as a process of its own and keeps it running. It has a session of its own, so that a Ctrl-C in
 * the terminal reaches it through its supervisor alone, and it notices by its closed channel when that one is gone.
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
        log.debug({ name, child_pid: started.pid }, 'a process is ready');
        resolve(message);
      });
      const onEnd = (code: number | null, reason: string | null): void => {
        if (ended) return;
        ended = true;
        child = null;
        if (stopping) return;
        deaths += 1;
        // Another start would read the same configuration.
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
            { name, reason, again_in: wait, memory_kills: counted },
            'a process was killed because the memory of its control group ran out: starting it again',
          );
        else log.error({ name, code, reason, again_in: wait }, 'a process died: starting it again');
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
        log.error({ name, child_pid: last.pid }, 'a process did not end in time: killing it');
        last.kill('SIGKILL');
      }, limit);
      await gone;
      clearTimeout(hard);
    },
  };
}
