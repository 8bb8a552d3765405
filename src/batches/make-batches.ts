import type { FileResult } from '../issues/index.ts';
import { makeBell } from '../lib/bell.ts';
import type { IdPrefix } from '../lib/ids.ts';
import { CursorMalformed } from '../lib/page-cursor.ts';
import type { Scope } from '../lib/scope.ts';
import { enqueueMany } from '../queue/index.ts';
import {
  type Batch,
  type BatchFailure,
  BatchNotFound,
  type BatchOptions,
  type QueuedFile,
  type ResultPage,
} from './batch.ts';
import * as store from './store.ts';

export type BatchesParts = {
  readonly db: store.Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

export type NewBatchInput = {
  /** One or more. */
  readonly files: readonly { readonly filename: string; readonly bytes: Uint8Array }[];
  readonly options: BatchOptions;
};

/** Everything that can be said to and asked of batches. Each verb is one transaction. */
export type Batches = {
  /** Takes many files in and asks for the validation of each. Throws RangeError without a file. */
  readonly create: (scope: Scope, input: NewBatchInput) => Promise<Batch>;
  /** Throws BatchNotFound, for another workspace's batch too. */
  readonly get: (scope: Scope, id: string) => Promise<Batch>;
  /** The batch when it has ended, or as it is when the time is over or the signal aborts. Throws BatchNotFound. */
  readonly wait: (scope: Scope, id: string, milliseconds: number, signal?: AbortSignal) => Promise<Batch>;
  /** A page of results, in the order of submission. Throws BatchNotFound, CursorMalformed. */
  readonly results: (
    scope: Scope,
    id: string,
    page: { readonly cursor?: string | undefined; readonly limit: number },
  ) => Promise<ResultPage>;
  /** Stops a batch; files that are judged keep their results. An ended one stays as it is. Throws BatchNotFound. */
  readonly cancel: (scope: Scope, id: string) => Promise<Batch>;
  /** The file of a job. Null when there is nothing to do: it is judged, canceled or gone. */
  readonly beginFile: (scope: Scope, batchId: string, itemId: string) => Promise<QueuedFile | null>;
  /** Records a result and deletes the content. False, with nothing written, when the file had ended already. */
  readonly completeFile: (scope: Scope, batchId: string, itemId: string, result: FileResult) => Promise<boolean>;
  /** Records that a file could not be judged, and deletes the content. False when it had ended already. */
  readonly failFile: (scope: Scope, batchId: string, itemId: string, error: BatchFailure) => Promise<boolean>;
};

const readPosition = (cursor: string): number => {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^\d{1,9}$/.test(text)) throw new CursorMalformed(cursor);
  return Number(text);
};

const writePosition = (position: number): string => Buffer.from(String(position)).toString('base64url');

const hasEnded = ({ status }: Batch): boolean => status === 'completed' || status === 'canceled';

/** Makes the record of batches on a database; it starts to listen with the first wait. */
export function makeBatches({ db, now, newId }: BatchesParts): Batches {
  const bell = makeBell();
  let watching: Promise<unknown> | null = null;
  const watched = (): Promise<unknown> => {
    watching ??= store.watchEnds(db, bell.ring, bell.ringAll);
    return watching;
  };

  const getIn = async (trx: store.Trx, scope: Scope, id: string): Promise<Batch> => {
    const batch = await store.findBatch(trx, scope.workspaceId, id);
    if (batch === undefined) throw new BatchNotFound(id);
    return batch;
  };

  const get: Batches['get'] = (scope, id) => store.inWorkspace(db, scope.workspaceId, (trx) => getIn(trx, scope, id));

  const endFile = ({ workspaceId }: Scope, batchId: string, itemId: string, ending: store.Ending): Promise<boolean> =>
    store.inWorkspace(db, workspaceId, (trx) =>
      store.endItem(trx, { workspaceId, batchId, itemId, at: new Date(now()), ending }),
    );

  return {
    create: async ({ workspaceId, actor }, { files, options }) => {
      if (files.length === 0) throw new RangeError('A batch has at least one file');
      const id = newId('bat');
      const items = files.map(({ filename, bytes }) => ({ id: newId('itm'), filename, content: bytes }));
      return store.inWorkspace(db, workspaceId, async (trx) => {
        const at = new Date(now());
        const batch = await store.insertBatch(trx, { workspaceId, id, createdBy: actor, at, options, items });
        const jobs = items.map((item) => ({ workspace_id: workspaceId, batch_id: id, item_id: item.id }));
        await enqueueMany(trx, 'batch.validate-file', jobs);
        return batch;
      });
    },

    get,

    wait: async (scope, id, milliseconds, signal) => {
      const end = performance.now() + milliseconds;
      // The ear is open before the first reading: an end between reading and waiting rings it.
      const ear = bell.open(id);
      try {
        await watched();
        for (;;) {
          const batch = await get(scope, id);
          if (hasEnded(batch) || !(await ear.hear(end - performance.now(), signal))) return batch;
        }
      } finally {
        ear.close();
      }
    },

    results: (scope, id, { cursor, limit }) =>
      store.inWorkspace(db, scope.workspaceId, async (trx) => {
        const from = cursor === undefined ? 0 : readPosition(cursor);
        const { total } = await getIn(trx, scope, id);
        const items = await store.listItems(trx, scope.workspaceId, id, from, limit);
        return {
          items: items.flatMap(({ result }) => (result === null ? [] : [result])),
          failures: items.flatMap(({ position, filename, error }) =>
            error === null ? [] : [{ position, filename, error }],
          ),
          next: from + limit < total ? writePosition(from + limit) : null,
        };
      }),

    cancel: ({ workspaceId, actor }, id) =>
      store.inWorkspace(db, workspaceId, async (trx) => {
        await store.cancelBatch(trx, workspaceId, id, new Date(now()));
        return getIn(trx, { workspaceId, actor }, id);
      }),

    beginFile: async ({ workspaceId }, batchId, itemId) =>
      (await store.inWorkspace(db, workspaceId, (trx) => store.beginItem(trx, workspaceId, batchId, itemId))) ?? null,

    completeFile: (scope, batchId, itemId, result) =>
      endFile(scope, batchId, itemId, { as: result.valid ? 'valid' : 'invalid', result }),

    failFile: (scope, batchId, itemId, error) => endFile(scope, batchId, itemId, { as: 'failed', error }),
  };
}
