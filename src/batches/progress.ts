import { makeNotifier } from '../lib/notifier.ts';
import { type Page, type Paging, readNewest } from '../lib/page-cursor.ts';
import type { Scope } from '../lib/scope.ts';
import { refusal } from '../problems/index.ts';
import { announceIfAwaited } from '../queue/index.ts';
import { type AnswerForm, type Batch, hasEnded } from './batch.ts';
import * as store from './store.ts';

/**
 * Records that a batch changed. Every change of a batch comes by here, in its own transaction; a completed batch does
 * so exactly once each time it completes, and webhooks are told here.
 */
export async function recordProgress(trx: store.Trx, workspaceId: string, batch: Batch): Promise<void> {
  await store.tellProgress(trx, batch.id);
  if (batch.status !== 'completed' || batch.completed_at === null) return;
  await announceIfAwaited(trx, workspaceId, { type: 'batch.completed', at: batch.completed_at, data: batch });
}

/** Reads and follows batches. All but `list` throw `batch_not_found`, for another workspace's batch too. */
export type Progress = {
  readonly get: (scope: Scope, id: string) => Promise<Batch>;
  /** The batch, and what it answers once it is completed. */
  readonly getAnswering: (scope: Scope, id: string) => Promise<{ readonly batch: Batch; readonly as: AnswerForm }>;
  /** The newest first. Throws CursorMalformed. */
  readonly list: (scope: Scope, page: Paging) => Promise<Page<Batch>>;
  /** The batch when it has ended, or as it is when the time is over or the signal aborts. */
  readonly wait: (scope: Scope, id: string, milliseconds: number, signal?: AbortSignal) => Promise<Batch>;
  /**
   * The batch as soon as it has changed since the sequence; null when it has not by the end of the time or the
   * signal's abort. Throws `event_not_found` for a sequence that it has not reached yet.
   */
  readonly waitForChange: (
    scope: Scope,
    id: string,
    after: number,
    milliseconds: number,
    signal?: AbortSignal,
  ) => Promise<Batch | null>;
};

/** Makes the progress of a database's batches; it starts to listen with the first wait. */
export function makeProgress({ db }: { readonly db: store.Database }): Progress {
  const notifier = makeNotifier();
  let watching: Promise<unknown> | null = null;
  const watched = (): Promise<unknown> => {
    watching ??= store.watchProgress(db, notifier.notify, notifier.notifyAll);
    return watching;
  };

  const get: Progress['get'] = (scope, id) =>
    store.inWorkspace(db, scope.workspaceId, (trx) => getBatch(trx, scope.workspaceId, id));

  /** The batch when the answer is yes, or as it is at the end. */
  const waitUntil = async (
    scope: Scope,
    id: string,
    answer: (batch: Batch) => boolean,
    milliseconds: number,
    signal?: AbortSignal,
  ): Promise<Batch> => {
    const end = performance.now() + milliseconds;
    // The subscription is open before the first reading: a change between reading and waiting notifies it.
    const subscription = notifier.subscribe(id);
    try {
      await watched();
      for (;;) {
        const batch = await get(scope, id);
        if (answer(batch) || !(await subscription.wait(end - performance.now(), signal))) return batch;
      }
    } finally {
      subscription.close();
    }
  };

  return {
    get,
    getAnswering: ({ workspaceId }, id) =>
      store.inWorkspace(db, workspaceId, async (trx) => {
        const batch = await getBatch(trx, workspaceId, id);
        return { batch, as: await store.findAnswerForm(trx, workspaceId, id) };
      }),
    list: ({ workspaceId }, page) =>
      store.inWorkspace(db, workspaceId, (trx) =>
        readNewest(page, (before, limit) => store.listBatches(trx, workspaceId, before, limit)),
      ),
    wait: (scope, id, milliseconds, signal) => waitUntil(scope, id, hasEnded, milliseconds, signal),
    waitForChange: async (scope, id, after, milliseconds, signal) => {
      const changed = ({ sequence }: Batch): boolean => {
        if (sequence < after) throw refusal('event_not_found', { event: String(after) });
        return sequence > after;
      };
      const batch = await waitUntil(scope, id, changed, milliseconds, signal);
      return changed(batch) ? batch : null;
    },
  };
}

/** @throws Refusal `batch_not_found` */
export async function getBatch(trx: store.Trx, workspaceId: string, id: string): Promise<Batch> {
  const batch = await store.findBatch(trx, workspaceId, id);
  if (batch === undefined) throw refusal('batch_not_found', { id });
  return batch;
}
