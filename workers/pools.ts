import type { Pool } from '../src/lib/pools.ts';

type PoolLimits = {
  /** Maximum number of concurrent jobs of the pool per process. */
  readonly concurrency: number;
  /** Timeout of a job in milliseconds, including the wait for a thread. The job is aborted and retried. */
  readonly timeLimit: number;
  /** A running job is never interrupted in favor of other jobs. */
  readonly uninterrupted?: true;
};

/**
 * Default limits per process.
 *
 * A `cpu` job runs in a thread with limits of its own. More jobs than threads overlap the waits for the database;
 * many more would only hold large files in memory. The memory of a `browser` job is that of its page, which the
 * renderer limits.
 */
export const POOL_LIMITS: Readonly<Record<Pool, PoolLimits>> = {
  cpu: { concurrency: 8, timeLimit: 300_000 },
  browser: { concurrency: 2, timeLimit: 60_000 },
  network: { concurrency: 16, timeLimit: 120_000 },
  // Up to 16 slots per partner. Most jobs wait for the partner's rate limit, and a waiting job costs little. An
  // interrupted send may have reached the partner.
  sending: { concurrency: 256, timeLimit: 300_000, uninterrupted: true },
  // One slot per webhook. Slow receivers occupy slots without using the CPU, so there are many.
  delivery: { concurrency: 64, timeLimit: 120_000 },
  upkeep: { concurrency: 1, timeLimit: 600_000 },
};
