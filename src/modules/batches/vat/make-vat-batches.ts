import { text } from '../../../../locales/index.ts';
import { isMemberError } from '../../../lib/group-outcomes.ts';
import type { IdPrefix } from '../../../lib/ids.ts';
import { forEachConcurrently } from '../../../lib/map-with-concurrency.ts';
import { type Page, type Paging, readPosition, toPage, writePosition } from '../../../lib/page-cursor.ts';
import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { announceIfAwaited, enqueue, enqueueMany } from '../../../platform/queue/index.ts';
import {
  eraseHeads,
  findHead,
  insertItems,
  isNotCanceled,
  isOpen,
  noteAttempts,
  toCounted,
} from '../record/batch-record-store.ts';
import { makeRecord, type RecordVerbs } from '../record/make-record.ts';
import type {
  NewVatBatch,
  NewVatItem,
  QueuedNumber,
  VatBatch,
  VatBatchOptions,
  VatItemError,
  VatItemResult,
  VatOutcome,
  VerifyNumber,
} from './vat-batch.ts';
import * as store from './vat-batch-store.ts';

/**
 * Batches of VAT numbers. All methods except `receive` and `list` throw `vat_batch_not_found`, also for batches of
 * other workspaces.
 */
export type VatBatches = RecordVerbs<VatBatch> & {
  /** Stores numbers and enqueues their verification, one job per country. */
  readonly receive: (scope: Scope, items: readonly NewVatItem[], batch: NewVatBatch) => Promise<VatBatch>;
  /** Result of the only number; null when the batch does not represent a single verification or has no result yet. */
  readonly verification: (scope: Scope, id: string) => Promise<unknown>;
  /** The results so far, in submission order. Throws CursorMalformed. */
  readonly results: (scope: Scope, id: string, page: Paging) => Promise<Page<VatItemResult>>;
  /**
   * Verifies the next numbers of one country and enqueues the rest: one job per batch and country runs at a time, so
   * a batch never sends more than `AT_ONCE` concurrent requests to a country. A number whose verification fails with
   * an error is retried up to `MAX_ATTEMPTS` times and then fails; the others are recorded. A result that the database
   * rejects does not affect the others.
   *
   * @throws the error of `verify` when it throws for every number, with nothing recorded; the error of a rejected
   *   result
   */
  readonly verifySome: (
    scope: Scope,
    batchId: string,
    country: string,
    verify: VerifyNumber,
    signal: AbortSignal,
  ) => Promise<void>;
  /** After the last attempt: the next numbers of the country fail, and the rest is enqueued. */
  readonly giveUpSome: (scope: Scope, batchId: string, country: string) => Promise<void>;
  /**
   * Retries the numbers of a country that failed with `verification_not_finished`, with a new deadline of one day. No
   * effect when there are no such numbers, or the batch was canceled or deleted.
   */
  readonly retry: (scope: Scope, batchId: string, country: string) => Promise<void>;
  /**
   * Retries all numbers without a result, with a new deadline of one day; invalid inputs stay failed.
   *
   * @throws Refusal `vat_batch_not_found`, `vat_nothing_to_retry`
   */
  readonly retryAll: (scope: Scope, batchId: string) => Promise<VatBatch>;
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
/** Attempts of a number whose verification fails with an error while others of its slice succeed. */
const MAX_ATTEMPTS = 5;
const RETRY_SECONDS = 2;

const NOT_FINISHED_CODE = 'verification_not_finished';

const NOT_FINISHED_ERROR: VatItemError = {
  code: NOT_FINISHED_CODE,
  detail: text('batch.vat-unfinished'),
};

const NOT_FINISHED: VatOutcome = { as: 'failed', error: NOT_FINISHED_ERROR };

type StartedNumbers = {
  readonly options: VatBatchOptions;
  readonly giveUpAt: Date;
  readonly numbers: readonly QueuedNumber[];
};

export function makeVatBatches({ db, now, newId }: VatBatchParts): VatBatches {
  const { verbs, changes } = makeRecord(
    { db, now },
    {
      ...store.heads,
      toRecord: store.toBatch,
      notFound: (id) => refusal('vat_batch_not_found', { id }),
      onCompleted: (trx, { workspaceId }, data) =>
        announceIfAwaited(trx, workspaceId, { type: 'vat_batch.completed', at: data.completed_at!, data }),
    },
  );

  /** @param enqueuesNext false: this job is retried, and continues with the next numbers */
  const recordTogether = async (
    scope: Scope,
    { batchId, country, started }: Slice,
    verified: readonly VerifiedNumber[],
    enqueuesNext: boolean,
  ): Promise<void> => {
    const { workspaceId } = scope;
    await store.inWorkspace(db, workspaceId, async (trx) => {
      // Locks the batch row first: two jobs with the same numbers in different order could otherwise deadlock.
      if ((await findHead(trx, store.heads, { workspaceId, id: batchId }, { lock: true })) === undefined) return;
      const outcomes: store.NumberOutcome[] = [];
      const later: (QueuedNumber & { readonly seconds: number })[] = [];
      for (const { number, outcome } of verified) {
        if (outcome.as !== 'later') outcomes.push({ position: number.position, ...outcome });
        else if (now() >= started.giveUpAt.getTime())
          outcomes.push({ position: number.position, as: 'failed', error: outcome.error });
        else later.push({ ...number, seconds: outcome.seconds });
      }
      const noted = await noteAttempts(trx, store.numbers, batchId, later);
      const counts = await store.endNumbers(trx, batchId, outcomes);
      const ended = counts.valid + counts.invalid + counts.failed;
      // A job that runs twice records nothing the second time, and must not start a second job chain.
      if (noted.length + ended === 0) return;
      const counted = toCounted(counts, ended, new Date(now()));
      const batch = await changes.change(trx, scope, batchId, counted.changes, isOpen);
      if (batch === undefined || batch.status === 'completed' || !enqueuesNext) return;
      const pause = Math.max(
        0,
        ...noted.map(({ seconds, attempts }) => Math.min(seconds * 2 ** Math.min(attempts, 6), LONGEST_PAUSE_SECONDS)),
      );
      const payload = { workspace_id: workspaceId, batch_id: batchId, country };
      await enqueue(trx, 'batch.verify-vat', payload, pause === 0 ? {} : { runAt: new Date(now() + pause * 1000) });
    });
  };

  /**
   * Records the results of the next numbers. If the database rejects one of them, records the others.
   *
   * @throws the error of a rejected result, so that the job is retried
   */
  const record = async (scope: Scope, slice: Slice, verified: readonly VerifiedNumber[]): Promise<void> => {
    try {
      await recordTogether(scope, slice, verified, true);
    } catch (error) {
      if (!isMemberError(error)) throw error;
      // The error of the group is thrown in any case, because only the next job continues the chain.
      for (const one of verified) await recordTogether(scope, slice, [one], false).catch(() => undefined);
      throw error;
    }
  };

  /**
   * Sets a batch with reopened numbers to running; undefined when there are no such numbers, or the batch was
   * canceled or deleted.
   */
  const reopen = (
    scope: Scope,
    batchId: string,
    reopenNumbers: (trx: store.Trx) => Promise<ReadonlyMap<string, number>>,
  ): Promise<VatBatch | undefined> =>
    store.inWorkspace(db, scope.workspaceId, async (trx) => {
      const { workspaceId } = scope;
      // Same lock order as the recording of results: the batch row first.
      const batch = await findHead(trx, store.heads, { workspaceId, id: batchId }, { lock: true });
      if (batch === undefined || batch.status === 'canceled') return undefined;
      const waiting = await store.waitingCountries(trx, batchId);
      const reopened = await reopenNumbers(trx);
      if (reopened.size === 0) return undefined;
      const failed = batch.failed - [...reopened.values()].reduce((sum, count) => sum + count, 0);
      const giveUpAt = new Date(now() + GIVE_UP_MS);
      const again = { status: 'running', completed_at: null, failed, give_up_at: giveUpAt };
      const running = await changes.change(trx, scope, batchId, again, isNotCanceled);
      // Countries with a running job chain need no new job.
      const jobs = [...reopened.keys()]
        .filter((country) => !waiting.has(country))
        .map((country) => ({ workspace_id: workspaceId, batch_id: batchId, country }));
      await enqueueMany(trx, 'batch.verify-vat', jobs);
      scope.audit?.(trx, batchId);
      return running;
    });

  const begin = (scope: Scope, batchId: string, country: string): Promise<StartedNumbers | undefined> =>
    store.inWorkspace(db, scope.workspaceId, async (trx) => {
      const batch = await changes.begin(trx, scope, batchId);
      if (batch === undefined) return undefined;
      const { requester, max_age: maxAge, give_up_at: giveUpAt } = batch;
      const numbers = await store.nextNumbers(trx, batchId, country, SLICE);
      return { options: { requester, maxAge }, giveUpAt, numbers };
    });

  return {
    ...verbs,

    receive: (scope, items, { isOne = false, requester, maxAge }) =>
      store.inWorkspace(db, scope.workspaceId, async (trx) => {
        const { workspaceId, actor, audit } = scope;
        const at = new Date(now());
        const id = newId('bat');
        const failed = items.filter((item) => 'error' in item).length;
        const ended = failed === items.length;
        const batch = await changes.insert(trx, scope, {
          workspace_id: workspaceId,
          id,
          status: ended ? 'completed' : 'queued',
          requester,
          max_age: maxAge,
          total: items.length,
          failed,
          created_by: actor,
          created_at: at,
          give_up_at: new Date(now() + GIVE_UP_MS),
          completed_at: ended ? at : null,
          answered_as: isOne ? 'verification' : null,
        });
        const rows = items.map((item, position) => ({
          workspace_id: workspaceId,
          batch_id: id,
          position,
          input: item.input,
          country: 'error' in item ? null : item.country,
          status: 'error' in item ? 'failed' : 'queued',
          error: 'error' in item ? JSON.stringify(item.error) : null,
        }));
        await insertItems(trx, 'vat_batch_items', rows);
        const countries = new Set(items.flatMap((item) => ('country' in item ? [item.country] : [])));
        const jobs = [...countries].map((country) => ({ workspace_id: workspaceId, batch_id: id, country }));
        await enqueueMany(trx, 'batch.verify-vat', jobs);
        audit?.(trx, id);
        return batch;
      }),

    verification: (scope, id) =>
      store.inWorkspace(db, scope.workspaceId, async (trx) => {
        await changes.find(trx, scope, id);
        return store.findVerification(trx, id);
      }),

    results: (scope, id, { cursor, limit }) =>
      store.inWorkspace(db, scope.workspaceId, async (trx) => {
        const [from = 0] = cursor === undefined ? [] : readPosition(cursor);
        await changes.find(trx, scope, id);
        const rows = await store.listResults(trx, id, from, limit + 1);
        return toPage(rows, limit, ({ position }) => writePosition(position + 1));
      }),

    verifySome: async (scope, batchId, country, verify, signal) => {
      const started = await begin(scope, batchId, country);
      if (started === undefined) return;
      const verified = await verifyAll(started, verify, signal);
      await record(scope, { batchId, country, started }, verified);
    },

    giveUpSome: async (scope, batchId, country) => {
      const started = await begin(scope, batchId, country);
      if (started === undefined) return;
      const unfinished = started.numbers.map((number) => ({ number, outcome: NOT_FINISHED }));
      await record(scope, { batchId, country, started }, unfinished);
    },

    retry: async (scope, batchId, country) => {
      await reopen(scope, batchId, (trx) => store.reopenFailed(trx, batchId, { country, code: NOT_FINISHED_CODE }));
    },

    retryAll: async (scope, batchId) => {
      const batch = await reopen(scope, batchId, (trx) => store.reopenFailed(trx, batchId));
      if (batch !== undefined) return batch;
      await verbs.get(scope, batchId);
      throw refusal('vat_nothing_to_retry', { id: batchId });
    },

    eraseExpired: (before, limit) => eraseHeads(db, store.heads, before, limit),
  };
}

/** The next numbers of a country. */
type Slice = { readonly batchId: string; readonly country: string; readonly started: StartedNumbers };
type VerifiedNumber = { readonly number: QueuedNumber; readonly outcome: VatOutcome };

/**
 * Verifies numbers with limited concurrency, in order. Stops after a source that does not answer. An error of one
 * number does not affect the others.
 *
 * @throws the signal's reason; the first error when no number has an outcome
 */
async function verifyAll(
  { numbers, options }: StartedNumbers,
  verify: VerifyNumber,
  signal: AbortSignal,
): Promise<VerifiedNumber[]> {
  const verified: VerifiedNumber[] = [];
  const failed: { readonly number: QueuedNumber; readonly error: unknown }[] = [];
  await forEachConcurrently(numbers, AT_ONCE, async (number) => {
    signal.throwIfAborted();
    try {
      const outcome = await verify(number, options, signal);
      verified.push({ number, outcome });
      return outcome.as === 'later';
    } catch (error) {
      signal.throwIfAborted();
      failed.push({ number, error });
      // In an outage every number fails, so the job is retried as a whole.
      return verified.length === 0 && failed.length > AT_ONCE;
    }
  });
  if (verified.length === 0 && failed.length > 0) throw failed[0]!.error;
  return [...verified, ...failed.map(({ number }) => ({ number, outcome: afterError(number) }))];
}

const afterError = ({ attempts }: QueuedNumber): VatOutcome =>
  attempts + 1 < MAX_ATTEMPTS ? { as: 'later', seconds: RETRY_SECONDS, error: NOT_FINISHED_ERROR } : NOT_FINISHED;
