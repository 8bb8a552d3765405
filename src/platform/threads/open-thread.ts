import { Worker } from 'node:worker_threads';

/** Above so many bytes a page is made in a thread. */
export const THREAD_BYTES = 64 * 1024;

/** Room for young objects, in MiB: three of the semi-spaces that the process's own heap has (see `keep-running.ts`). */
const YOUNG_MIB = 192;

/**
 * Starts a thread with a heap of its own. What it prints as an error becomes a warning of the process.
 *
 * @param script its program; a `.ts` runs as it is
 * @param data what the program is given
 * @param memoryLimit the heap that it may use, in MiB; beyond it the thread ends with `ERR_WORKER_OUT_OF_MEMORY`
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
  // A thread has no log; the process logs its warnings.
  thread.stderr.on('data', (said) => process.emitWarning(String(said).trim(), 'ThreadWarning'));
  return thread;
}

/** A thread gets no loader from its process: in development, where sources are TypeScript, it has to register its own. */
const bootOf = (script: URL): string =>
  `import('tsx/esm/api').then(({ register }) => { register(); return import('${script.href}'); })`;
