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
 * Everything that can be said to and asked of batches of files. To cancel one stops it, and deletes the files that were
 * kept to be tried again, of one that has ended too. All but `list` and `receive` throw `batch_not_found`.
 */
export type Batches = RecordVerbs<Batch> &
  Results &
  Slices & {
    /**
     * Takes many files in, as they come, and asks for their validation once all are there. Throws RangeError without a
     * file, `idempotency_key_reused`, and whatever the files throw; nothing is left then.
     */
    readonly receive: (
      scope: Scope,
      batch: NewBatch,
      files: AsyncIterable<NewFile> | Iterable<NewFile>,
    ) => Promise<Received>;
    /** The batch, and what it answers once it is completed. */
    readonly getAnswering: (scope: Scope, id: string) => Promise<{ readonly batch: Batch; readonly as: AnswerForm }>;
    /** Has the failed files judged again whose content is kept. Throws `batch_not_found`, `nothing_to_retry`. */
    readonly retry: (scope: Scope, id: string) => Promise<Batch>;
    /**
     * Erases batches of all workspaces that ended before the time, with their results, at most so many at once, and
     * those whose files stopped to arrive. Answers how many.
     */
    readonly eraseExpired: (before: Date, limit: number) => Promise<number>;
  };

/** Makes the record of batches on a database. */
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
