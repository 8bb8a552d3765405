import type { Pool } from '../src/lib/pools.ts';

type PoolLimits = {
  /** How many jobs of the pool run at once in one process. */
  readonly concurrency: number;
  /** After this many milliseconds, waiting for a thread included, a job is aborted and tried again. */
  readonly timeLimit: number;
  /** What has begun is never interrupted so that others have its place. */
  readonly uninterrupted?: true;
};

/**
 * What one process takes on, unless the configuration says otherwise. A `cpu` job computes in a thread that ends at
 * limits of its own (`judging`); more jobs than threads overlap the waits for the database, and more than a few would
 * hold large files in memory for nothing. A `browser` job's memory is that of its page, which the renderer limits.
 */
export const POOL_LIMITS: Readonly<Record<Pool, PoolLimits>> = {
  cpu: { concurrency: 8, timeLimit: 300_000 },
  browser: { concurrency: 2, timeLimit: 60_000 },
  network: { concurrency: 16, timeLimit: 120_000 },
  // Up to 16 places a partner, most of which wait for its turn: a place costs little before that. An interrupted send may have left.
  sending: { concurrency: 256, timeLimit: 300_000, uninterrupted: true },
  // One place a webhook, and its receiver may be slow: places only wait, and are many.
  delivery: { concurrency: 64, timeLimit: 120_000 },
  upkeep: { concurrency: 1, timeLimit: 600_000 },
};
