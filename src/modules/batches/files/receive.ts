import { createHash, type Hash } from 'node:crypto';
import type { IdPrefix } from '../../../lib/ids.ts';
import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { enqueueMany } from '../../../platform/queue/index.ts';
import type { RecordChanges } from '../record/make-record.ts';
import type { AnswerForm, Batch, BatchOptions, NewFile, QueuedFile } from './batch.ts';
import * as store from './file-batch-store.ts';
import { packFiles } from './slices/pack.ts';
import { type FileOutcome, insertResults, insertSlice, listSlices } from './slices/slice-store.ts';

export type ReceiveParts = {
  readonly db: store.Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

type Changes = RecordChanges<store.BatchRow, Batch>;

export type NewBatch = {
  readonly options: BatchOptions;
  /**
   * The same key with the same files returns the first batch. `shared`: unrelated users share this workspace, so the
   * stored key includes the content digest and keys of different users cannot collide.
   */
  readonly idempotency?: { readonly key: string; readonly shared: boolean } | null;
  readonly answeredAs?: AnswerForm;
};

export type Received = { readonly batch: Batch; readonly replayed: boolean };

/** Limits of one job: many small files, or one large file. */
const SLICE = { files: 100, bytes: 1024 * 1024 };

/** Uploads that started earlier than this are considered abandoned. */
export const ARRIVAL_MS = 60 * 60 * 1000;

/**
 * Stores files as they arrive, with at most two slices in memory. The batch becomes visible, and its jobs are
 * enqueued, after the last file; a failed upload leaves nothing behind.
 *
 * @throws RangeError without a file; `idempotency_key_reused`; errors of the file iterator
 */
export async function receiveFiles(
  parts: ReceiveParts,
  changes: Changes,
  scope: Scope,
  { options, idempotency = null, answeredAs = null }: NewBatch,
  files: AsyncIterable<NewFile> | Iterable<NewFile>,
): Promise<Received> {
  const { db, now } = parts;
  const { workspaceId, actor } = scope;
  const id = parts.newId('bat');
  const at = new Date(now());
  await store.inWorkspace(db, workspaceId, async (trx) => {
    await store.eraseArriving(trx, workspaceId, { before: new Date(at.getTime() - ARRIVAL_MS) });
    await store.insertArriving(trx, { workspaceId, id, createdBy: actor, at, options, answeredAs });
  });
  const erase = (): Promise<void> =>
    store.inWorkspace(db, workspaceId, (trx) => store.eraseArriving(trx, workspaceId, { id }));
  const digest = idempotency === null ? null : createHash('sha256').update(JSON.stringify(options));
  try {
    const { total, failed, skipped } = await storeFiles(parts, workspaceId, id, files, digest);
    if (total === 0) throw new RangeError('A batch must contain at least one file');
    const requestDigest = digest?.digest() ?? null;
    const idempotencyKey = idempotency && toStoredKey(idempotency, requestDigest!);
    const replay = async (): Promise<Received> => {
      await erase();
      return { batch: await replayFirst(db, changes, scope, idempotencyKey!, requestDigest!), replayed: true };
    };
    // Checked before the insert, because PostgreSQL logs every unique violation as an error.
    if (idempotencyKey !== null && (await isTaken(db, workspaceId, idempotencyKey))) return await replay();
    try {
      const arrived = { workspaceId, id, at: new Date(now()), total, failed, skipped, idempotencyKey, requestDigest };
      return { batch: await finish(db, changes, scope, arrived), replayed: false };
    } catch (error) {
      if (!store.isKeyTaken(error)) throw error;
      return await replay();
    }
  } catch (error) {
    // If the database is unavailable, the invisible batch stays until the next upload or the maintenance job deletes
    // it.
    await erase().catch(() => undefined);
    throw error;
  }
}

/** Makes the batch visible and enqueues its jobs in one transaction. */
function finish(db: store.Database, changes: Changes, scope: Scope, arrived: store.Arrived): Promise<Batch> {
  const { workspaceId, id } = arrived;
  return store.inWorkspace(db, workspaceId, async (trx) => {
    const row = await store.finishArriving(trx, arrived);
    const slices = await listSlices(trx, workspaceId, id);
    const jobs = slices.map((position) => ({ workspace_id: workspaceId, batch_id: id, position }));
    await enqueueMany(trx, 'batch.validate-slice', jobs);
    const batch = await changes.changed(trx, scope, row);
    scope.audit?.(trx, id);
    return batch;
  });
}

const toStoredKey = ({ key, shared }: { key: string; shared: boolean }, digest: Buffer): string =>
  shared ? `${key} ${digest.toString('hex')}` : key;

const isTaken = async (db: store.Database, workspaceId: string, key: string): Promise<boolean> =>
  (await store.inWorkspace(db, workspaceId, (trx) => store.findByIdempotencyKey(trx, workspaceId, key))) !== undefined;

/** The batch of the first request with this key, in the state of its first response. */
function replayFirst(db: store.Database, changes: Changes, scope: Scope, key: string, digest: Buffer): Promise<Batch> {
  return store.inWorkspace(db, scope.workspaceId, async (trx) => {
    const first = await store.findByIdempotencyKey(trx, scope.workspaceId, key);
    if (first === undefined) throw new Error('No batch found for an idempotency key that is in use');
    if (first.request_digest === null || !first.request_digest.equals(digest))
      throw refusal('idempotency_key_reused', {});
    const batch = store.toBatch(await changes.find(trx, scope, first.id));
    return batch.sequence === 1 ? batch : { ...batch, status: 'queued' };
  });
}

type Slice = { readonly files: QueuedFile[]; readonly failed: FileOutcome[]; bytes: number };

const emptySlice = (): Slice => ({ files: [], failed: [], bytes: 0 });

const isFull = ({ files, failed, bytes }: Slice): boolean =>
  files.length >= SLICE.files || failed.length >= SLICE.files || bytes >= SLICE.bytes;

/** Maximum number of stored names of skipped members. */
const SKIPPED_NAMES = 1_000;

/**
 * Writes one slice while the next one fills. Returns the numbers of files, of files that cannot be validated, and of
 * skipped members.
 */
async function storeFiles(
  { db }: ReceiveParts,
  workspaceId: string,
  batchId: string,
  files: AsyncIterable<NewFile> | Iterable<NewFile>,
  digest: Hash | null,
): Promise<Pick<store.Arrived, 'total' | 'failed' | 'skipped'>> {
  let slice = emptySlice();
  let writing: Promise<void> = Promise.resolve();
  let total = 0;
  let failed = 0;
  const skipped = { count: 0, names: [] as string[] };
  const write = async (): Promise<void> => {
    await writing;
    writing = writeSlice(db, workspaceId, batchId, slice);
    // The next `await writing` rethrows a failure; this handler prevents an unhandled rejection until then.
    writing.catch(() => undefined);
    slice = emptySlice();
  };
  for await (const file of files) {
    const { filename } = file;
    digest?.update(digestLine(file));
    if ('skipped' in file) {
      skipped.count++;
      if (skipped.names.length < SKIPPED_NAMES) skipped.names.push(filename);
      continue;
    }
    const position = total++;
    if ('failure' in file) {
      failed++;
      slice.failed.push({ position, filename, as: 'failed', error: file.failure, retryable: false });
    } else {
      if (slice.files.length > 0 && slice.bytes + file.bytes.length > SLICE.bytes) await write();
      slice.files.push({ position, filename, bytes: file.bytes });
      slice.bytes += file.bytes.length;
    }
    if (isFull(slice)) await write();
  }
  await write();
  await writing;
  return { total, failed, skipped };
}

function digestLine(file: NewFile): string {
  const what =
    'bytes' in file
      ? createHash('sha256').update(file.bytes).digest('hex')
      : 'failure' in file
        ? file.failure.code
        : 'skipped';
  return `\n${JSON.stringify([file.filename, what])}`;
}

async function writeSlice(db: store.Database, workspaceId: string, batchId: string, slice: Slice): Promise<void> {
  const { files, failed } = slice;
  const [first, last] = [files[0], files.at(-1)];
  const content = first && (await packFiles(files));
  if (content === undefined && failed.length === 0) return;
  await store.inWorkspace(db, workspaceId, async (trx) => {
    await insertResults(trx, workspaceId, batchId, failed);
    if (content === undefined) return;
    await insertSlice(trx, workspaceId, batchId, {
      position: first!.position,
      lastPosition: last!.position,
      content,
    });
  });
}
