import type { Worker } from './worker.ts';

/** Timestamps the newest checkpoint of the transparency log when due, and renews timestamps that expire soon. */
export const upkeepStampCheckpoints: Worker<'upkeep.stamp-checkpoints'> = {
  work: async (_, { stampCheckpoints }) => stampCheckpoints?.(),
  // The next run catches up.
  exhausted: async () => undefined,
  retry: 'replaced',
};
