import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FileResult, Text, ValidateOptions } from '../index.ts';
import { notValidated } from './faults.data.ts';
import type { Input } from './input.ts';
import type { Outcome } from './outcome.ts';

/** Message to a thread. */
export type Request = {
  readonly id: number;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly options: ValidateOptions;
};

/** Message from a thread: the result, or why the options cannot be applied. */
export type Reply = { readonly id: number } & (
  | { readonly result: FileResult; readonly refused: null }
  | { readonly result: null; readonly refused: Text }
);

/** The rule set of `--ruleset` is not available, so no file can be validated. */
export class RulesRefused extends Error {
  readonly text: Text;

  constructor(text: Text) {
    super(text.en);
    this.text = text;
  }
}

/** Memory limit per thread; the largest accepted file needs a third of it. */
const MEMORY_MB = 1024;

/**
 * Validates files in threads and yields the outcomes in input order. Reads at most two files per thread ahead.
 *
 * @throws RulesRefused
 */
export async function* validateInThreads(
  inputs: AsyncIterable<Input>,
  options: ValidateOptions,
  threads: number = availableParallelism(),
): AsyncGenerator<Outcome> {
  const pool = new ThreadPool(options, threads);
  const waiting: Promise<Outcome>[] = [];
  try {
    for await (const input of inputs) {
      if (waiting.length === threads * 2) yield await waiting.shift()!;
      const outcome = 'bytes' in input ? pool.validate(input.name, input.bytes) : Promise.resolve(input);
      // The outcome is awaited later in input order; this prevents an unhandled rejection until then.
      outcome.catch(() => undefined);
      waiting.push(outcome);
    }
    for (const outcome of waiting) yield await outcome;
  } finally {
    await pool.close();
  }
}

type Task = Omit<Request, 'options'> & {
  readonly done: (outcome: Outcome) => void;
  readonly failed: (error: Error) => void;
};

/** A pool of threads, started on demand. A thread that crashes fails only its current file. */
class ThreadPool {
  readonly #options: ValidateOptions;
  readonly #most: number;
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Task>();
  readonly #queue: Task[] = [];
  #count = 0;

  constructor(options: ValidateOptions, most: number) {
    this.#options = options;
    this.#most = most;
  }

  validate(name: string, bytes: Uint8Array): Promise<Outcome> {
    return new Promise((done, failed) => {
      this.#queue.push({ id: this.#count++, name, bytes, done, failed });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#idle, ...this.#busy.keys()].map((worker) => worker.terminate()));
  }

  #assign(): void {
    while (this.#queue.length > 0) {
      const worker = this.#idle.pop() ?? (this.#busy.size < this.#most ? this.#start() : null);
      if (worker === null) return;
      const task = this.#queue.shift()!;
      this.#busy.set(worker, task);
      const { id, name, bytes } = task;
      worker.postMessage({ id, name, bytes } satisfies Omit<Request, 'options'>);
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./thread.js', import.meta.url), {
      workerData: { options: this.#options },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.on('message', ({ result, refused }: Reply) => {
      const task = this.#busy.get(worker)!;
      this.#busy.delete(worker);
      this.#idle.push(worker);
      if (refused === null) task.done({ name: task.name, result });
      // No rules are in force for this document on the requested day; other documents can still be validated.
      else if (this.#options.ruleset === undefined) task.done({ name: task.name, fault: refused });
      else task.failed(new RulesRefused(refused));
      this.#assign();
    });
    worker.on('error', (error) => {
      const task = this.#busy.get(worker);
      this.#busy.delete(worker);
      if (this.#idle.includes(worker)) this.#idle.splice(this.#idle.indexOf(worker), 1);
      task?.done({ name: task.name, fault: notValidated(error.message) });
      this.#assign();
    });
    return worker;
  }
}
