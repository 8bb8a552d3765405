import type { Worker } from './worker.ts';

/** Has the transparency log's newest checkpoint stamped when it is time, and stamps renewed that end soon. */
export const upkeepStampCheckpoints: Worker<'upkeep.stamp-checkpoints'> = {
  work: async (_, { stampCheckpoints }) => stampCheckpoints?.(),
  // The next period does what this one did not.
  exhausted: async () => undefined,
  retry: 'replaced',
};
