import type { IdPrefix } from '../../lib/ids.ts';
import { inLanes } from '../../lib/in-lanes.ts';
import { type Page, type Paging, readNewest, readPosition, toPage, writePosition } from '../../lib/page-cursor.ts';
import type { Scope } from '../../lib/scope.ts';
import { refusal } from '../../problems/index.ts';
import { announceIfAwaited, enqueue, enqueueMany } from '../../queue/index.ts';
import * as store from './store.ts';
import type {
  NewVatBatch,
  NewVatItem,
  QueuedNumber,
  VatBatch,
  VatItemResult,
  VatOutcome,
  VerifyNumber,
} from './vat-batch.ts';

/** The record of many VAT numbers with one progress. All but `receive` and `list` throw `vat_batch_not_found`, for another workspace's too. */
export type VatBatches = {
  /** Takes numbers in and asks for their verification, state by state. */
  readonly receive: (scope: Scope, items: readonly NewVatItem[], batch: NewVatBatch) => Promise<VatBatch>;
  readonly get: (scope: Scope, id: string) => Promise<VatBatch>;
  /**
   * The result of the one number, as it was verified; null for a batch that does not stand for a single verification,
   * and while there is no verdict.
   */
  readonly verification: (scope: Scope, id: string) => Promise<unknown>;
  /** The newest first. Throws CursorMalformed. */
  readonly list: (scope: Scope, page: Paging) => Promise<Page<VatBatch>>;
  /** What has ended by now, in the order of submission. Throws CursorMalformed. */
  readonly results: (scope: Scope, id: string, page: Paging) => Promise<Page<VatItemResult>>;
  readonly cancel: (scope: Scope, id: string) => Promise<VatBatch>;
  /**
   * Verifies the next numbers of one state and asks for the rest: one job of a batch and state runs at a time, so a
   * batch never asks a state for more than `AT_ONCE` numbers at once.
   *
   * @throws what `verify` throws; nothing of it is recorded then
   */
  readonly verifySome: (
    scope: Scope,
    batchId: string,
    country: string,
    verify: VerifyNumber,
    signal: AbortSignal,
  ) => Promise<void>;
  /** No more attempts: the next numbers of the state fail, and the rest is asked for. */
  readonly giveUpSome: (scope: Scope, batchId: string, country: string) => Promise<void>;
  /**
   * Asks again for the numbers of a state that failed through a fault of the service, with a new day to be answered in.
   * Nothing happens where there are none, or the batch was canceled or is gone.
   */
  readonly retry: (scope: Scope, batchId: string, country: string) => Promise<void>;
  readonly eraseExpired: (before: Date, limit: number) => Promise<number>;
};

type VatBatchParts = {
  readonly db: store.Database;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

const SLICE = 20;
const AT_ONCE = 2;
const GIVE_UP_MS = 24 * 3_600_000;
const LONGEST_PAUSE_SECONDS = 600;

const NOT_FINISHED_CODE = 'verification_not_finished';

const NOT_FINISHED: VatOutcome = {
  as: 'failed',
  error: {
    code: NOT_FINISHED_CODE,
    detail: {
      sk: 'Overenie sa pre poruchu služby nedokončilo. Nie je to záporná odpoveď.',
      en: 'The verification did not finish through a fault of the service. This is not a negative answer.',
    },
  },
};

/** Makes the record of VAT batches on a database. */
export function makeVatBatches({ db, now, newId }: VatBatchParts): VatBatches {
  const getBatch = async (trx: store.Trx, id: string): Promise<VatBatch> => {
    const batch = await store.findBatch(trx, id, now());
    if (batch === undefined) throw refusal('vat_batch_not_found', { id });
    return batch;
  };

  const tell = async (trx: store.Trx, workspaceId: string, batch: VatBatch): Promise<void> => {
    if (batch.status !== 'completed' || batch.completed_at === null) return;
    await announceIfAwaited(trx, workspaceId, { type: 'vat_batch.completed', at: batch.completed_at, data: batch });
  };

  const record = async (
    scope: Scope,
    batchId: string,
    country: string,
    begun: store.Begun,
    asked: readonly Asked[],
  ): Promise<void> => {
    const { workspaceId } = scope;
    await store.inWorkspace(db, workspaceId, async (trx) => {
      const outcomes: store.NumberOutcome[] = [];
      let pause = 0;
      let moved = false;
      for (const { number, outcome } of asked) {
        if (outcome.as !== 'later') outcomes.push({ position: number.position, ...outcome });
        else if (now() >= begun.giveUpAt.getTime())
          outcomes.push({ position: number.position, as: 'failed', error: outcome.error });
        else {
          moved = (await store.noteAttempt(trx, batchId, number)) || moved;
          pause = Math.max(pause, Math.min(outcome.seconds * 2 ** Math.min(number.attempts, 6), LONGEST_PAUSE_SECONDS));
        }
      }
      const counts = await store.endNumbers(trx, batchId, outcomes);
      moved ||= counts.valid + counts.invalid + counts.failed > 0;
      // A job that came twice moves nothing, and must not make the chain two.
      if (!moved) return;
      const batch = await store.addCounts(trx, batchId, counts, new Date(now()));
      if (batch === undefined) return;
      await tell(trx, workspaceId, batch);
      if (batch.status === 'completed') return;
      const payload = { workspace_id: workspaceId, batch_id: batchId, country };
      await enqueue(trx, 'batch.verify-vat', payload, pause === 0 ? {} : { runAt: new Date(now() + pause * 1000) });
    });
  };

  const begin = ({ workspaceId }: Scope, batchId: string, country: string): Promise<store.Begun | undefined> =>
    store.inWorkspace(db, workspaceId, (trx) => store.beginNumbers(trx, batchId, country, SLICE));

  return {
    receive: ({ workspaceId, actor, audit }, items, { isOne = false, ...options }) =>
      store.inWorkspace(db, workspaceId, async (trx) => {
        const at = new Date(now());
        const id = newId('bat');
        const giveUpAt = new Date(now() + GIVE_UP_MS);
        const batch = await store.insertBatch(trx, {
          ...options,
          isOne,
          workspaceId,
          id,
          createdBy: actor,
          at,
          giveUpAt,
          items,
        });
        const countries = new Set(items.flatMap((item) => ('country' in item ? [item.country] : [])));
        const jobs = [...countries].map((country) => ({ workspace_id: workspaceId, batch_id: id, country }));
        await enqueueMany(trx, 'batch.verify-vat', jobs);
        await tell(trx, workspaceId, batch);
        audit?.(trx, id);
        return batch;
      }),

    get: ({ workspaceId }, id) => store.inWorkspace(db, workspaceId, (trx) => getBatch(trx, id)),

    verification: ({ workspaceId }, id) =>
      store.inWorkspace(db, workspaceId, async (trx) => {
        await getBatch(trx, id);
        return store.findVerification(trx, id);
      }),

    list: ({ workspaceId }, page) =>
      store.inWorkspace(db, workspaceId, (trx) =>
        readNewest(page, (before, limit) => store.listBatches(trx, before, limit, now())),
      ),

    results: ({ workspaceId }, id, { cursor, limit }) =>
      store.inWorkspace(db, workspaceId, async (trx) => {
        const [from = 0] = cursor === undefined ? [] : readPosition(cursor);
        await getBatch(trx, id);
        const rows = await store.listResults(trx, id, from, limit + 1);
        return toPage(rows, limit, ({ position }) => writePosition(position + 1));
      }),

    cancel: ({ workspaceId, audit }, id) =>
      store.inWorkspace(db, workspaceId, async (trx) => {
        const canceled = await store.cancelBatch(trx, id, new Date(now()));
        if (canceled === undefined) return getBatch(trx, id);
        audit?.(trx, id);
        return canceled;
      }),

    verifySome: async (scope, batchId, country, verify, signal) => {
      const begun = await begin(scope, batchId, country);
      if (begun === undefined) return;
      const asked = await askAll(begun, verify, signal);
      await record(scope, batchId, country, begun, asked);
    },

    giveUpSome: async (scope, batchId, country) => {
      const begun = await begin(scope, batchId, country);
      if (begun === undefined) return;
      await record(
        scope,
        batchId,
        country,
        begun,
        begun.numbers.map((number) => ({ number, outcome: NOT_FINISHED })),
      );
    },

    retry: ({ workspaceId, audit }, batchId, country) =>
      store.inWorkspace(db, workspaceId, async (trx) => {
        const giveUpAt = new Date(now() + GIVE_UP_MS);
        const reopened = await store.reopenFailed(trx, batchId, { country, code: NOT_FINISHED_CODE, giveUpAt });
        if (reopened === null) return;
        // A chain that still runs comes to them by itself.
        if (reopened.isIdle)
          await enqueue(trx, 'batch.verify-vat', { workspace_id: workspaceId, batch_id: batchId, country });
        audit?.(trx, batchId);
      }),

    eraseExpired: (before, limit) => store.eraseBatches(db, before, limit),
  };
}

type Asked = { readonly number: QueuedNumber; readonly outcome: VatOutcome };

/** A few at once, in their order; a source that does not answer is not asked for the next ones. */
async function askAll({ numbers, options }: store.Begun, verify: VerifyNumber, signal: AbortSignal): Promise<Asked[]> {
  const asked: Asked[] = [];
  await inLanes(numbers, AT_ONCE, async (number) => {
    signal.throwIfAborted();
    const outcome = await verify(number, options, signal);
    asked.push({ number, outcome });
    return outcome.as === 'later';
  });
  return asked;
}
