import { makeRenderers, type Renderers } from '../../src/modules/rendering/index.ts';
import { type Metrics, makeMetrics, THREAD_BYTES } from '../../src/platform/index.ts';
import { testLog } from './database.ts';

type Input = {
  timeLimit?: number;
  memoryLimit?: number;
  idleTime?: number;
  limits?: { depth: number };
  metrics?: Metrics;
};

/** Renderers with high limits. */
export function startRenderers(parts: Input & { script?: URL } = {}): Renderers {
  return makeRenderers({ timeLimit: 60_000, memoryLimit: 1_024, log: testLog, metrics: makeMetrics('test'), ...parts });
}

/**
 * Renderers whose threads follow instructions in a file (`loop`, `eat`, `leave`, `break`) and render all other files.
 */
export const startPoisoned = (parts: Input & { script?: URL } = {}): Renderers =>
  startRenderers({ script: new URL('../rendering/poison-thread.ts', import.meta.url), ...parts });

/** File that starts with the word and is large enough for a thread. */
export const large = (word: string): Buffer => Buffer.alloc(THREAD_BYTES + 1, word.padEnd(THREAD_BYTES + 1));

/** Caller without a timeout. */
export const withoutTimeout = { owner: 'test', signal: new AbortController().signal };

/** A page as text. */
export const textOf = (page: Uint8Array): string => Buffer.from(page).toString();
