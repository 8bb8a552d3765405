import { ACTOR, type Worker } from './worker.ts';

/** How long the log proof of evidence that the service does not store can be fetched, in days. */
const PROOF_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Number of records per transaction; keeps transactions short and shutdown responsive. */
const AT_ONCE = 100;

/** Peppol lookups are served for a day. An older one is still needed while the network is unreachable. */
const FINDING_DAYS = 2;

/** By then every run of a send has ended, and no run writes to a partner's folder. */
const WRITTEN_DAYS = 2;

/** Retention of failed jobs for operators, in days. */
const FAILED_DAYS = 30;

/**
 * Erases expired data: workspaces, documents, batches, reports, results, markers, and whole monthly partitions of
 * deliveries, timelines and the audit trail. Also creates the partitions of the coming months.
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
    // Last, because the object store may be unavailable and must not block the other steps.
    await all(() => documents.sweepContents(AT_ONCE));
  },

  // The next run catches up; the failed job shows the operator the reason.
  exhausted: async () => undefined,

  retry: 'as it was',
};
