import type { Worker } from './worker.ts';

/** Enqueues a pull for each partner that receives documents for its workspace. */
export const upkeepPullInboxes: Worker<'upkeep.pull-inboxes'> = {
  work: (_, { partners }) => partners.enqueuePulls(),
  // The next run catches up.
  exhausted: async () => undefined,
  retry: 'replaced',
};
