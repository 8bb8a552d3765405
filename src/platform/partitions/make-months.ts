import type { Log } from '../index.ts';
import {
  areDeliveriesLeft,
  type Database,
  dropMonths,
  holdsContent,
  holdsPending,
  isContentLeft,
  type Month,
  type MonthlyTable,
  makeMonthsAhead,
  monthsReach,
  type Trx,
} from './partition-store.ts';

/** Age in days, counted from the last day of a month, after which its partition is dropped; 0: never. */
type Ages = {
  readonly documentDays: number;
  readonly timelineDays: number;
  readonly deliveryDays: number;
  readonly auditDays: number;
};

export type Months = {
  /** Creates missing future partitions, so that no row falls into the default partition, which is never dropped. */
  readonly makeAhead: () => Promise<void>;
  /**
   * Drops partitions past their age: deliveries with their attempts and the audit trail by age only; artifacts only
   * after the content of all documents of the month is erased; timelines only after that.
   */
  readonly dropEnded: (ages: Ages) => Promise<void>;
  /** How far ahead partitions exist, in seconds. */
  readonly reach: () => Promise<number>;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates the maintenance of partitions. */
export function makeMonths({ db, log, now }: { db: Database; log: Log; now: () => number }): Months {
  const drop = async (
    table: MonthlyTable,
    days: number,
    stillNeeded: (trx: Trx, month: Month) => Promise<boolean> = async () => false,
  ): Promise<void> => {
    if (days === 0) return;
    const dropped = await dropMonths(db, table, now() - days * DAY_MS, stillNeeded);
    for (const part of dropped) log.info({ part }, 'expired partition dropped');
  };
  return {
    makeAhead: async () => {
      for (const part of await makeMonthsAhead(db, now())) log.info({ part }, 'partition created');
    },
    dropEnded: async ({ documentDays, timelineDays, deliveryDays, auditDays }) => {
      await drop('webhook_deliveries', deliveryDays, holdsPending);
      await drop('webhook_attempts', deliveryDays, areDeliveriesLeft);
      await drop('document_artifacts', documentDays, holdsContent);
      await drop('document_events', timelineDays, isContentLeft);
      await drop('audit_entries', auditDays);
    },
    reach: async () => (await monthsReach(db, now())) / 1000,
  };
}
