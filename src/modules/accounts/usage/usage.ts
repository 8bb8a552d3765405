import { makeGroupWriter } from '../../../lib/batch-writer.ts';
import { type Failed, processGroup } from '../../../lib/group-outcomes.ts';
import { own } from '../../../lib/own-property.ts';
import type { Scope } from '../../../lib/scope.ts';
import { type Bill, isBilled, type Plans, type Product, toBill } from './plans.ts';
import { addCountOnce, addCounts, type Count, type Database, deleteReceipts, findUsage } from './usage-store.ts';

type Metered = {
  /** Number of calls; default: 1. */
  readonly calls?: number;
  /**
   * Idempotency key of the work, at most 255 characters, unique in the workspace. Calls with a known receipt, for
   * example of a job that runs twice, are not counted again.
   */
  readonly receipt?: string;
};

/** Calls of a workspace in a UTC month, and their price. */
type Usage = Bill & {
  readonly month: string;
  readonly plan: string;
  readonly currency: 'EUR';
};

export type UsageRecord = {
  /**
   * Meters calls of a product for a workspace.
   *
   * Calls of a product with a tariff in any plan, or with a receipt, are stored before this resolves, exactly once;
   * when it rejects, the caller must not get the result. Calls of other products are buffered and written within a
   * second: a killed process loses at most that second.
   */
  readonly meter: (scope: Pick<Scope, 'workspaceId'>, product: Product, metered?: Metered) => Promise<void>;
  /** As `meter`, one call per receipt, in one transaction. */
  readonly meterEach: (
    scope: Pick<Scope, 'workspaceId'>,
    product: Product,
    receipts: readonly string[],
  ) => Promise<void>;
  /** Usage of a month (`YYYY-MM`), without calls buffered in other processes (at most a second). */
  readonly usage: (scope: Scope, month: string) => Promise<Usage>;
  /** Deletes receipts that no job can present again. */
  readonly forgetReceipts: (limit: number) => Promise<void>;
  /** Writes buffered counts. */
  readonly flush: () => Promise<void>;
  /** Writes buffered counts and stops the timer. */
  readonly close: () => Promise<void>;
};

type UsageParts = {
  readonly db: Database;
  readonly now: () => number;
  readonly plans: Plans;
  /** Called when counts could not be written; they are retried. */
  readonly onError: (error: unknown) => void;
};

const FLUSH_MS = 1_000;

/** Longer than any job is retried. */
const RECEIPT_MS = 60 * 86_400_000;

const MAX_CONCURRENT = 500;

/** Creates the meter of a database. Its timer runs only while counts are buffered. */
export function makeUsage({ db, now, plans, onError }: UsageParts): UsageRecord {
  const pending = makeTally();
  const billed = makeGroupWriter((counts: readonly Count[]) => addCounts(db, sum(counts)), MAX_CONCURRENT);
  let timer: NodeJS.Timeout | null = null;
  let flushing: Promise<void> = Promise.resolve();
  let closed = false;

  const writeKept = async (): Promise<void> => {
    const refused: Failed<Count>[] = [];
    try {
      for (let counts = pending.take(MAX_CONCURRENT); counts.length > 0; counts = pending.take(MAX_CONCURRENT)) {
        try {
          refused.push(...(await processGroup(counts, (some) => addCounts(db, some))));
        } catch (error) {
          for (const count of counts) pending.add(count);
          throw error;
        }
      }
    } finally {
      for (const { member } of refused) pending.add(member);
    }
    if (refused.length === 0) return;
    // A rejected count is retried later and does not delay others.
    onError(refused[0]!.error);
    flushSoon();
  };
  const flush = (): Promise<void> => {
    const next = flushing.then(writeKept);
    flushing = next.catch(() => undefined);
    return next;
  };
  const flushSoon = (): void => {
    if (closed) return;
    timer ??= setTimeout(() => {
      timer = null;
      flush().catch((error) => {
        onError(error);
        flushSoon();
      });
    }, FLUSH_MS).unref();
  };

  return {
    meter: async ({ workspaceId }, product, { calls = 1, receipt } = {}) => {
      const at = new Date(now());
      const count = { workspace_id: workspaceId, month: at.toISOString().slice(0, 7), product, calls };
      if (receipt !== undefined) await addCountOnce(db, count, [receipt], at);
      else if (isBilled(plans, product)) await billed.write(count);
      else {
        pending.add(count);
        flushSoon();
      }
    },
    meterEach: async ({ workspaceId }, product, receipts) => {
      const at = new Date(now());
      const count = { workspace_id: workspaceId, month: at.toISOString().slice(0, 7), product, calls: 1 };
      if (receipts.length > 0) await addCountOnce(db, count, receipts, at);
    },
    usage: async (scope, month) => {
      await flush();
      const found = await findUsage(db, scope.workspaceId, month);
      if (found === null) throw new Error(`Workspace ${scope.workspaceId} does not exist`);
      const plan = own(plans, found.plan);
      if (plan === undefined) throw new Error(`The plan ${found.plan} of ${scope.workspaceId} is not configured`);
      return { month, plan: found.plan, currency: 'EUR', ...toBill(plan, found.calls) };
    },
    forgetReceipts: (limit) => deleteReceipts(db, new Date(now() - RECEIPT_MS), limit),
    flush,
    close: async () => {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      await billed.settled();
      await flush().catch(onError);
    },
  };
}

/** Accumulates counts until they are taken. */
function makeTally() {
  const counts = new Map<string, Count>();
  return {
    add: (count: Count): void => {
      const name = `${count.workspace_id} ${count.month} ${count.product}`;
      counts.set(name, { ...count, calls: (counts.get(name)?.calls ?? 0) + count.calls });
    },
    take: (most: number): Count[] => {
      const taken = [...counts].slice(0, most);
      for (const [name] of taken) counts.delete(name);
      return taken.map(([, count]) => count);
    },
  };
}

function sum(counts: readonly Count[]): Count[] {
  const tally = makeTally();
  for (const count of counts) tally.add(count);
  return tally.take(counts.length);
}
