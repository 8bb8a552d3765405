import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileResult } from '@e-invoice/validator/issues';
import { text } from '../../../../../locales/index.ts';
import { duplicateKey } from '../../../../lib/duplicate-key.ts';
import type { Scope } from '../../../../lib/scope.ts';
import { enqueue } from '../../../../platform/queue/index.ts';
import { isOpen, isQueued, toCounted } from '../../record/batch-record-store.ts';
import type { RecordChanges } from '../../record/make-record.ts';
import {
  type Batch,
  type BatchFailure,
  type BatchOptions,
  FileGivenUp,
  type QueuedFile,
  type SliceId,
} from '../batch.ts';
import { type BatchRow, type Database, inWorkspace, type Trx } from '../file-batch-store.ts';
import { packFiles, unpackFiles } from './pack.ts';
import * as store from './slice-store.ts';

type SliceParts = {
  readonly db: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly changes: Changes;
};

type Changes = RecordChanges<BatchRow, Batch>;

/**
 * Validates one file. When it throws, the file is retried, unless the error is FileGivenUp; the other files continue.
 */
export type Validate = (file: QueuedFile, options: BatchOptions) => FileResult | Promise<FileResult>;

/**
 * A result in stored form: JSON text of a FileResult, the key that duplicates share, and the verdict; every verdict
 * except `valid` counts as invalid.
 */
type WrittenResult = { readonly text: string; readonly duplicateKey: string; readonly verdict: string };

/** Validators for a single file, and for several files in one call, which costs less. */
export type Validators = {
  readonly alone: Validate;
  /** Null for each file that has to be validated individually. Errors as in `alone`. */
  readonly together: (
    files: readonly QueuedFile[],
    options: BatchOptions,
  ) => Promise<readonly (WrittenResult | null)[]>;
};

/** Jobs of slices. A slice may be processed twice, even concurrently: every file is counted once. */
export type Slices = {
  /**
   * Validates the files of a slice that have no result. A slice whose earlier run did not finish is validated file by
   * file, and each start is recorded first, so that a file that crashes its process is identified and only this file
   * fails. After `ENOUGH_WORK` the rest is enqueued as a new job: slow files do not use up the time and attempts of
   * others.
   *
   * @throws the validator's error, after the other files; the signal's reason
   */
  readonly validateSlice: (
    scope: Scope,
    slice: SliceId,
    validator: Validate | Validators,
    signal: AbortSignal,
  ) => Promise<void>;
  /**
   * After the last attempt: the file whose validation was started fails, and the other files of the slice are
   * enqueued again; without such a file all remaining files fail.
   */
  readonly giveUpSlice: (scope: Scope, slice: SliceId) => Promise<void>;
};

/** Unfinished individual starts after which a file is considered the cause of the crash. */
const MAX_STARTS = 3;

/** Files per call: enough to share the cost of the thread round trip, and short enough to finish soon. */
const TOGETHER = { files: 32, bytes: 320 * 1024 };

/** Results are written when this many bytes, or milliseconds of work, would be lost in a crash. */
const FLUSH = { bytes: 4 * 1024 * 1024, milliseconds: 1_000 };

/** Milliseconds after which a job enqueues the rest as a new job; far below the job timeout. */
const ENOUGH_WORK = 30_000;

const NOT_FINISHED: BatchFailure = {
  code: 'validation_not_finished',
  detail: text('batch.file-unfinished'),
  remedy: text('batch.file-unfinished-remedy'),
};

const failedOutcome = ({ position, filename }: QueuedFile): store.FileOutcome => ({
  position,
  filename,
  as: 'failed',
  error: NOT_FINISHED,
  retryable: true,
});

const toOutcome = ({ position, filename }: QueuedFile, written: WrittenResult): store.FileOutcome => ({
  position,
  filename,
  as: written.verdict === 'valid' ? 'valid' : 'invalid',
  result: written.text,
  duplicateKey: written.duplicateKey,
});

async function outcomeOf(file: QueuedFile, options: BatchOptions, validator: Validate): Promise<store.FileOutcome> {
  try {
    const result = await validator(file, options);
    const verdict = result.valid ? 'valid' : 'invalid';
    return toOutcome(file, { text: JSON.stringify(result), duplicateKey: duplicateKey(result), verdict });
  } catch (error) {
    if (!(error instanceof FileGivenUp)) throw error;
    const { position, filename } = file;
    return { position, filename, as: 'failed', error: error.failure, retryable: false };
  }
}

/** Consecutive files that are validated in one call. */
function toGroups(files: readonly QueuedFile[]): QueuedFile[][] {
  const groups: QueuedFile[][] = [];
  let bytes = 0;
  for (const file of files) {
    const group = groups.at(-1);
    bytes += file.bytes.length;
    if (group !== undefined && group.length < TOGETHER.files && bytes <= TOGETHER.bytes) group.push(file);
    else {
      groups.push([file]);
      bytes = file.bytes.length;
    }
  }
  return groups;
}

export function makeSlices({ db, now, changes }: SliceParts): Slices {
  const begin = (scope: Scope, slice: SliceId): Promise<store.StartedSlice | undefined> =>
    inWorkspace(db, scope.workspaceId, async (trx) => {
      const started = await store.beginSlice(trx, scope.workspaceId, slice);
      if (started === undefined) return undefined;
      await changes.change(trx, scope, slice.batchId, { status: 'running' }, isQueued);
      return started;
    });

  const end = (scope: Scope, slice: SliceId, outcomes: readonly store.FileOutcome[]): Promise<void> =>
    inWorkspace(db, scope.workspaceId, async (trx) => {
      if (!(await store.holdSlice(trx, scope.workspaceId, slice))) return;
      await endFiles(changes, trx, scope, slice, outcomes, new Date(now()));
    });

  const mark = ({ workspaceId }: Scope, slice: SliceId, position: number): Promise<number> =>
    inWorkspace(db, workspaceId, (trx) => store.markFile(trx, workspaceId, slice, position));

  /** A file canceled because its job stops or yields has not crashed its process. */
  const unmark = ({ workspaceId }: Scope, slice: SliceId, position: number): Promise<void> =>
    inWorkspace(db, workspaceId, (trx) => store.unmarkFile(trx, workspaceId, slice, position));

  const reenqueue = async (trx: Trx, workspaceId: string, { batchId: batch_id, position }: SliceId): Promise<void> => {
    await enqueue(trx, 'batch.validate-slice', { workspace_id: workspaceId, batch_id, position });
  };

  return {
    validateSlice: async (scope, slice, validator, signal) => {
      const started = await begin(scope, slice);
      if (started === undefined) return;
      const { options, starts } = started;
      const careful = starts > 1;
      const files = (await unpackFiles(started.content)).filter(({ position }) => !started.ended.includes(position));
      const record = makeRecorder((outcomes) => end(scope, slice, outcomes), careful);
      const since = now();
      const { alone: validateAlone, together = null } =
        typeof validator === 'function' ? { alone: validator } : validator;
      const groups = together === null || careful ? [] : toGroups(files);
      const alone = groups.length === 0 ? files : [];
      let firstError: unknown = null;
      while (alone.length + groups.length > 0) {
        await nextTurn();
        if (signal.aborted) break;
        if (now() - since >= ENOUGH_WORK) {
          await record.flush();
          return inWorkspace(db, scope.workspaceId, (trx) => reenqueue(trx, scope.workspaceId, slice));
        }
        const file = alone.shift();
        if (file === undefined) {
          const group = groups.shift()!;
          try {
            const written = group.length === 1 ? [] : await together!(group, options);
            for (const [index, one] of group.entries()) {
              const result = written[index] ?? null;
              if (result === null) alone.push(one);
              else await record.add(toOutcome(one, result));
            }
          } catch (error) {
            firstError ??= error;
          }
          continue;
        }
        if (careful && (await mark(scope, slice, file.position)) > MAX_STARTS) {
          await record.add(failedOutcome(file));
          continue;
        }
        try {
          await record.add(await outcomeOf(file, options, validateAlone));
        } catch (error) {
          firstError ??= error;
          if (careful && signal.aborted) await unmark(scope, slice, file.position);
        }
      }
      await record.flush();
      signal.throwIfAborted();
      if (firstError !== null) throw firstError;
    },

    giveUpSlice: (scope, slice) =>
      inWorkspace(db, scope.workspaceId, async (trx) => {
        const { workspaceId } = scope;
        const locked = await store.lockSlice(trx, workspaceId, slice);
        if (locked === undefined) return;
        const ended = await store.listEnded(trx, slice, locked.last_position);
        const unfinished = (await unpackFiles(locked.content)).filter(({ position }) => !ended.includes(position));
        const guilty = unfinished.filter(({ position }) => position === locked.begun_position);
        const failing = guilty.length > 0 ? guilty : unfinished;
        await endFiles(changes, trx, scope, slice, failing.map(failedOutcome), new Date(now()));
        if (failing.length === unfinished.length) return;
        await reenqueue(trx, workspaceId, slice);
      }),
  };
}

/** Buffers outcomes and writes them in batches. */
function makeRecorder(write: (outcomes: readonly store.FileOutcome[]) => Promise<void>, each: boolean) {
  let outcomes: store.FileOutcome[] = [];
  let bytes = 0;
  let since = performance.now();
  const flush = async (): Promise<void> => {
    const written = outcomes;
    outcomes = [];
    bytes = 0;
    if (written.length > 0) await write(written);
    since = performance.now();
  };
  return {
    flush,
    add: async (outcome: store.FileOutcome): Promise<void> => {
      outcomes.push(outcome);
      bytes += outcome.as === 'failed' ? 0 : outcome.result.length;
      if (each || bytes > FLUSH.bytes || performance.now() - since > FLUSH.milliseconds) await flush();
    },
  };
}

/** Writes outcomes and counts under the slice lock. Only content needed for a retry stays. */
async function endFiles(
  changes: Changes,
  trx: Trx,
  scope: Scope,
  slice: SliceId,
  outcomes: readonly store.FileOutcome[],
  at: Date,
): Promise<void> {
  const { workspaceId } = scope;
  const recorded = await store.insertResults(trx, workspaceId, slice.batchId, outcomes);
  if (recorded.length === 0) return;
  const retained = await store.dropSlice(trx, workspaceId, slice);
  if (retained.length > 0) {
    const { content } = (await store.lockSlice(trx, workspaceId, slice))!;
    const files = (await unpackFiles(content)).filter(({ position }) => retained.includes(position));
    await store.shrinkSlice(trx, workspaceId, slice, await packFiles(files));
  }
  const count = (as: store.FileOutcome['as']): number => recorded.filter((outcome) => outcome.as === as).length;
  const counts = { valid: count('valid'), invalid: count('invalid'), failed: count('failed') };
  await changes.change(trx, scope, slice.batchId, toCounted(counts, recorded.length, at).changes, isOpen);
}
