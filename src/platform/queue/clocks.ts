import { POOLS, type Pool } from '../../lib/pools.ts';
import { type Database, inTransaction, system } from '../db/index.ts';
import { isJobName, jobs } from './jobs.ts';
import type { Queue, Turn } from './queue.ts';

/** Virtual clocks of the pools: progress of fair queueing, and the base of the priorities. */
type Clocks = {
  /** Creates the missing clocks. */
  readonly prepared: () => Promise<void>;
  /** Moves the priority base of a pool when a published job's priority is near the maximum. */
  readonly rebase: (published: readonly { readonly job: string; readonly turn: Turn }[]) => Promise<void>;
};

/** BullMQ's priorities are below 2^21; one claim raises them by at most a tenth of the remaining range. */
const MAX_PRIORITY = 2 ** 20;

/** Creates the clocks of one relay. */
export function makeClocks(db: Database, queue: Queue, mostPriority = MAX_PRIORITY): Clocks {
  let preparing: Promise<unknown> | null = null;

  const moveBase = (pool: Pool): Promise<void> =>
    // The row lock blocks claims, so that no job gets a priority of the old base after the queued ones are lowered.
    inTransaction(db, async (trx) => {
      const clock = await trx
        .selectFrom('queue_clocks')
        .select(['started', 'base'])
        .where('pool', '=', pool)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const by = clock.started - clock.base;
      // Another relay has already done it, or no job has started since.
      if (by < mostPriority / 2) return;
      await trx.updateTable('queue_clocks').set({ base: clock.started }).where('pool', '=', pool).execute();
      await queue.lowerPriorities(pool, by);
    });

  return {
    prepared: async () => {
      preparing ??= system(db)
        .insertInto('queue_clocks')
        .values(POOLS.map((pool) => ({ pool })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      try {
        await preparing;
      } catch (error) {
        preparing = null;
        throw error;
      }
    },
    rebase: async (published) => {
      const high = published.filter(({ turn }) => turn.priority > mostPriority);
      const pools = new Set(high.flatMap(({ job }) => (isJobName(job) ? [jobs[job].pool] : [])));
      for (const pool of pools) await moveBase(pool);
    },
  };
}
