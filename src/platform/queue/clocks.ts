import { POOLS, type Pool } from '../../lib/pools.ts';
import { type Database, inTransaction, system } from '../db/index.ts';
import { isJobName, jobs } from './jobs.ts';
import type { Queue, Turn } from './queue.ts';

/** The clocks of the pools: how far start-time fair queueing is in each, and from where its priorities are counted. */
type Clocks = {
  /** Makes those that are not there yet. */
  readonly prepared: () => Promise<void>;
  /** Counts the priorities of a pool from a new base where a published job's came near to the largest. */
  readonly rebase: (published: readonly { readonly job: string; readonly turn: Turn }[]) => Promise<void>;
};

/** BullMQ takes priorities below 2^21; one claim raises them by a tenth of what is left here at most. */
const MAX_PRIORITY = 2 ** 20;

/** Makes the clocks of one relay. */
export function makeClocks(db: Database, queue: Queue, mostPriority = MAX_PRIORITY): Clocks {
  let preparing: Promise<unknown> | null = null;

  const moveBase = (pool: Pool): Promise<void> =>
    // Who claims holds the row meanwhile: no job is given a priority from the old base after those in the queue are lowered.
    inTransaction(db, async (trx) => {
      const clock = await trx
        .selectFrom('queue_clocks')
        .select(['started', 'base'])
        .where('pool', '=', pool)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const by = clock.started - clock.base;
      // Another relay did it, or nothing was begun since.
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
