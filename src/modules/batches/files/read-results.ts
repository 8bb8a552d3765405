import type { FileResult } from '@e-invoice/validator/issues';
import { readPosition, writePosition } from '../../../lib/page-cursor.ts';
import type { Scope } from '../../../lib/scope.ts';
import type { RecordChanges } from '../record/make-record.ts';
import type { Batch, DownloadedFile, ResultPage } from './batch.ts';
import * as store from './file-batch-store.ts';

/** Reads results. All methods throw `batch_not_found`, also for batches of other workspaces. */
export type Results = {
  /** A page of the results so far, in submission order. Throws CursorMalformed. */
  readonly results: (
    scope: Scope,
    id: string,
    page: { readonly cursor?: string | undefined; readonly limit: number },
  ) => Promise<ResultPage>;
  /** All results so far, in submission order; rows are read as the consumer iterates. */
  readonly download: (scope: Scope, id: string) => AsyncGenerator<DownloadedFile, void, void>;
};

/** A page ends when it reaches this size; a single result may be larger. */
const PAGE_BYTES = 4 * 1024 * 1024;

const DOWNLOAD_FILES = 200;

export function makeResults({
  db,
  changes,
}: {
  readonly db: store.Database;
  readonly changes: RecordChanges<store.BatchRow, Batch>;
}): Results {
  async function* download(scope: Scope, id: string): AsyncGenerator<DownloadedFile, void, void> {
    const { workspaceId } = scope;
    let from = 0;
    for (;;) {
      const { rows, more } = await store.inWorkspace(db, workspaceId, async (trx) => {
        await changes.find(trx, scope, id);
        return store.listResults(trx, workspaceId, id, { from, limit: DOWNLOAD_FILES, bytes: PAGE_BYTES });
      });
      for (const { position, filename, result, error, duplicateOf } of rows) {
        if (result !== null) yield { position, filename, result, error: null, duplicateOf };
        else if (error !== null) yield { position, filename, result, error };
      }
      if (!more) return;
      from = rows.at(-1)!.position + 1;
    }
  }

  return {
    results: (scope, id, { cursor, limit }) =>
      store.inWorkspace(db, scope.workspaceId, async (trx) => {
        const { workspaceId } = scope;
        const [from = 0] = cursor === undefined ? [] : readPosition(cursor);
        await changes.find(trx, scope, id);
        const { rows, more } = await store.listResults(trx, workspaceId, id, { from, limit, bytes: PAGE_BYTES });
        return {
          items: rows.flatMap(({ result }) => (result === null ? [] : [JSON.parse(result) as FileResult])),
          positions: rows.flatMap(({ position, result }) => (result === null ? [] : [position])),
          originals: rows.flatMap(({ result, duplicateOf }) => (result === null ? [] : [duplicateOf])),
          failures: rows.flatMap(({ position, filename, error, retryable }) =>
            error === null ? [] : [{ position, filename, error, retryable }],
          ),
          skipped: await store.listSkipped(trx, workspaceId, id),
          next: more ? writePosition(rows.at(-1)!.position + 1) : null,
        };
      }),
    download,
  };
}
