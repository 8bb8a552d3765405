import type { Scope } from '../lib/scope.ts';
import { refusal } from '../problems/index.ts';
import { enqueueMany } from '../queue/index.ts';
import type { Batch, NewFile } from './batch.ts';
import { getBatch, makeProgress, type Progress, recordProgress } from './progress.ts';
import { makeResults, type Results } from './read-results.ts';
import { ARRIVAL_MS, type NewBatch, type Received, type ReceiveParts, receiveFiles } from './receive.ts';
import { makeSlices, type Slices } from './slices/judge-slice.ts';
import * as store from './store.ts';

/** Everything that can be said to and asked of batches. */
export type Batches = Progress &
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
    /**
     * Stops a batch; files that are judged keep their results. Of one that has ended it deletes the files that were
     * kept to be tried again. Throws `batch_not_found`.
     */
    readonly cancel: (scope: Scope, id: string) => Promise<Batch>;
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
  return {
    ...makeProgress(parts),
    ...makeResults(parts),
    ...makeSlices(parts),

    receive: (scope, batch, files) => receiveFiles(parts, scope, batch, files),

    cancel: ({ workspaceId, audit }, id) =>
      store.inWorkspace(db, workspaceId, async (trx) => {
        const canceled = await store.cancelBatch(trx, workspaceId, id, new Date(now()));
        if (canceled === undefined) return getBatch(trx, workspaceId, id);
        await recordProgress(trx, workspaceId, canceled);
        audit?.(trx, id);
        return canceled;
      }),

    retry: ({ workspaceId, audit }, id) =>
      store.inWorkspace(db, workspaceId, async (trx) => {
        const reopened = await store.reopenFailed(trx, workspaceId, id);
        if (reopened === undefined) {
          await getBatch(trx, workspaceId, id);
          throw refusal('nothing_to_retry', { id });
        }
        const { batch, slices } = reopened;
        const jobs = slices.map((position) => ({ workspace_id: workspaceId, batch_id: id, position }));
        await enqueueMany(trx, 'batch.validate-slice', jobs);
        await recordProgress(trx, workspaceId, batch);
        audit?.(trx, id);
        return batch;
      }),

    eraseExpired: (before, limit) => store.eraseBatches(db, before, new Date(now() - ARRIVAL_MS), limit),
  };
}
