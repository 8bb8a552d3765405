import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { announceIfAwaited, enqueueMany } from '../../../platform/queue/index.ts';
import { eraseHeads } from '../record/batch-record-store.ts';
import { makeRecord, type RecordVerbs } from '../record/make-record.ts';
import type { AnswerForm, Batch, NewFile } from './batch.ts';
import * as store from './file-batch-store.ts';
import { makeResults, type Results } from './read-results.ts';
import { ARRIVAL_MS, type NewBatch, type Received, type ReceiveParts, receiveFiles } from './receive.ts';
import { makeSlices, type Slices } from './slices/validate-slice.ts';

/**
 * Operations on batches of files. Canceling also deletes contents stored for a retry, even when the batch has ended.
 * All methods except `list` and `receive` throw `batch_not_found`.
 */
export type Batches = RecordVerbs<Batch> &
  Results &
  Slices & {
    /**
     * Stores files as they arrive and enqueues their validation after the last one. Throws RangeError without a file,
     * `idempotency_key_reused`, and errors of the file iterator; in that case nothing is stored.
     */
    readonly receive: (
      scope: Scope,
      batch: NewBatch,
      files: AsyncIterable<NewFile> | Iterable<NewFile>,
    ) => Promise<Received>;
    /** The batch, and the form of its final response. */
    readonly getAnswering: (scope: Scope, id: string) => Promise<{ readonly batch: Batch; readonly as: AnswerForm }>;
    /** Validates failed files again whose contents are stored. Throws `batch_not_found`, `nothing_to_retry`. */
    readonly retry: (scope: Scope, id: string) => Promise<Batch>;
    /**
     * Deletes batches that ended before a time, with their results, and abandoned uploads, in all workspaces. At most
     * `limit` per call; returns the number.
     */
    readonly eraseExpired: (before: Date, limit: number) => Promise<number>;
  };

export function makeBatches(parts: ReceiveParts): Batches {
  const { db, now } = parts;
  const { verbs, changes } = makeRecord(parts, {
    ...store.heads,
    toRecord: store.toBatch,
    notFound: (id) => refusal('batch_not_found', { id }),
    onCompleted: (trx, { workspaceId }, data) =>
      announceIfAwaited(trx, workspaceId, { type: 'batch.completed', at: data.completed_at!, data }),
    onCancel: store.deleteContent,
  });

  return {
    ...verbs,
    ...makeResults({ db, changes }),
    ...makeSlices({ db, now, changes }),

    receive: (scope, batch, files) => receiveFiles(parts, changes, scope, batch, files),

    getAnswering: (scope, id) =>
      store.inWorkspace(db, scope.workspaceId, async (trx) => {
        const batch = store.toBatch(await changes.find(trx, scope, id));
        return { batch, as: await store.findAnswerForm(trx, scope.workspaceId, id) };
      }),

    retry: (scope, id) =>
      store.inWorkspace(db, scope.workspaceId, async (trx) => {
        const { workspaceId } = scope;
        const { failed, slices } = await store.reopenFailed(trx, workspaceId, id);
        if (slices.length === 0) {
          await changes.find(trx, scope, id);
          throw refusal('nothing_to_retry', { id });
        }
        const jobs = slices.map((position) => ({ workspace_id: workspaceId, batch_id: id, position }));
        await enqueueMany(trx, 'batch.validate-slice', jobs);
        const batch = (await changes.change(trx, scope, id, ...store.toReopened(failed)))!;
        scope.audit?.(trx, id);
        return batch;
      }),

    eraseExpired: async (before, limit) =>
      (await eraseHeads(db, store.heads, before, limit)) +
      (await store.eraseAbandoned(db, new Date(now() - ARRIVAL_MS), limit)),
  };
}
