import type { Worker } from './worker.ts';

/** Asks for a pull from every partner that receives for its workspace. */
export const upkeepPullInboxes: Worker<'upkeep.pull-inboxes'> = {
  work: (_, { partners }) => partners.askForPulls(),
  // The next period does what this one did not.
  exhausted: async () => undefined,
  retry: 'replaced',
};
