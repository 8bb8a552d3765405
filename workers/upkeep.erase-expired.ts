import { ACTOR, type Worker } from './worker.ts';

/** So long a proof of evidence that nobody keeps can be fetched, in days. */
const PROOF_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Erased at once, so that no transaction is long and a stop is noticed. */
const AT_ONCE = 100;

/** What the Peppol network said is not told after a day; until then nobody may be able to say anything newer. */
const FINDING_DAYS = 2;

/** A run of a send has ended long before: nothing of it still writes into a partner's folder. */
const WRITTEN_DAYS = 2;

/** How long a failed job is kept for a person to look at, in days. */
const FAILED_DAYS = 30;

/**
 * Erases what has reached its age: expired workspaces, content of documents, batches, reports, answers, marks, and whole
 * months of deliveries, timelines and the audit trail. Makes the months that come next, too.
 */
export const upkeepEraseExpired: Worker<'upkeep.erase-expired'> = {
  work: async (_, app, signal) => {
    const { accounts, batches, config, documents, evidence, months, now, partners } = app;
    const { peppol, queue, radars, transparency, vat, vatBatches } = app;
    const { documentDays, batchDays, evidenceDays } = config.retention;
    const before = (days: number): number => now() - days * DAY_MS;
    const all = async (erase: () => Promise<number>): Promise<void> => {
      while ((await erase()) >= AT_ONCE) signal.throwIfAborted();
    };
    await months.makeAhead();
    await all(() => accounts.eraseExpired(AT_ONCE));
    if (documentDays > 0) await all(() => documents.eraseReceivedBefore(before(documentDays), AT_ONCE, signal));
    if (batchDays > 0) {
      await all(() => batches.eraseExpired(new Date(before(batchDays)), AT_ONCE));
      await all(() => vatBatches.eraseExpired(new Date(before(batchDays)), AT_ONCE));
      await all(() => radars.eraseExpired(new Date(before(batchDays)), AT_ONCE));
    }
    if (evidenceDays > 0) await all(() => evidence.eraseExpired(new Date(before(evidenceDays)), AT_ONCE));
    await all(() => transparency.eraseExpired(new Date(before(PROOF_DAYS)), AT_ONCE));
    await all(() => vat.eraseExpired(AT_ONCE));
    await all(() => peppol.forgetBefore(new Date(before(FINDING_DAYS)), AT_ONCE));
    const findOpen = (workspaceId: string, identifiers: readonly string[]) =>
      documents.findOpenSends({ workspaceId, actor: ACTOR }, identifiers);
    await partners.forgetHandedOver(before(WRITTEN_DAYS), findOpen, signal);
    await queue.failed.forgetBefore(before(FAILED_DAYS));
    await months.dropEnded(config.retention);
    // Last: it asks a store that may be away, and keeps nothing else from being erased.
    await all(() => documents.sweepContents(AT_ONCE));
  },

  // The next period does what this one did not; the failed job tells the operator why.
  exhausted: async () => undefined,

  retry: 'as it was',
};
