import { Worker } from 'node:worker_threads';

/** Pages larger than this many bytes are rendered in a thread. */
export const THREAD_BYTES = 64 * 1024;

/** Young generation in MiB: three semi-spaces of the size of the process's own heap (see `supervisor.ts`). */
const YOUNG_MIB = 192;

/**
 * Starts a thread with its own heap. Its output to stderr becomes a warning of the process.
 *
 * @param script program of the thread; `.ts` runs directly
 * @param data passed to the program
 * @param memoryLimit heap limit in MiB; above it the thread ends with `ERR_WORKER_OUT_OF_MEMORY`
 */
export function openThread(script: URL, data: unknown, memoryLimit: number): Worker {
  const options = {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb: YOUNG_MIB },
    stderr: true,
  };
  const thread = script.pathname.endsWith('.ts')
    ? new Worker(bootOf(script), { ...options, eval: true, execArgv: [] })
    : new Worker(script, options);
  // Threads have no logger; the process logs its warnings.
  thread.stderr.on('data', (output) => process.emitWarning(String(output).trim(), 'ThreadWarning'));
  return thread;
}

/**
 * Threads do not inherit the loader of their process: in development, with TypeScript sources, each registers its
 * own.
 */
const bootOf = (script: URL): string =>
  `import('tsx/esm/api').then(({ register }) => { register(); return import('${script.href}'); })`;
