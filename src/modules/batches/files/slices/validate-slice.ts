import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileResult } from '@e-invoice/validator/issues';
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

/** What is said of a file. It may throw: the file is then tried again, unless it is FileGivenUp; the others go on. */
export type Validate = (file: QueuedFile, options: BatchOptions) => FileResult | Promise<FileResult>;

/** A result as it is kept: the JSON text of a FileResult, and what it says in a word; all but `valid` counts as invalid. */
type WrittenResult = { readonly text: string; readonly verdict: string };

/** What is said of files: of each by itself, and of several in one go, where that is less work. */
export type Judges = {
  readonly alone: Validate;
  /** Null of each that is to be judged alone. It may throw, as `alone` does. */
  readonly together: (
    files: readonly QueuedFile[],
    options: BatchOptions,
  ) => Promise<readonly (WrittenResult | null)[]>;
};

/** The work on slices. A slice may come twice, even at the same time: every file is counted once. */
export type Slices = {
  /**
   * Judges the files of a slice that have no result yet. A slice that was begun before, and did not end, is judged
   * with care: file by file, each noted beforehand, so that one which ends its process is found and fails alone. What
   * is left after a while of work is asked for anew: costly files never use up the time or the attempts of others.
   *
   * @throws what the judge threw, after the other files; the reason of the signal
   */
  readonly validateSlice: (
    scope: Scope,
    slice: SliceId,
    judge: Validate | Judges,
    signal: AbortSignal,
  ) => Promise<void>;
  /**
   * No more attempts: the file that was begun fails, and the others of the slice are asked for anew; without such a
   * file all that is left fails.
   */
  readonly giveUpSlice: (scope: Scope, slice: SliceId) => Promise<void>;
};

/** So often a file may have been begun by itself, and not have ended, until it is taken for the cause. */
const MAX_STARTS = 3;

/** Files that are judged in one go: enough to share the way to a thread and back, and soon done. */
const TOGETHER = { files: 32, bytes: 320 * 1024 };

/** Results are recorded when so many bytes of them, or milliseconds of work, would be lost with the process. */
const FLUSH = { bytes: 4 * 1024 * 1024, milliseconds: 1_000 };

/** A job works for so many milliseconds at least before it leaves the rest to another one: far less than it may take. */
const ENOUGH_WORK = 30_000;

const NOT_FINISHED: BatchFailure = {
  code: 'validation_not_finished',
  detail: {
    sk: 'Validácia súboru sa pre poruchu služby nedokončila. Súbor sa dá skúsiť znova.',
    en: 'Validation of the file did not finish through a fault of the service. The file can be tried again.',
  },
  remedy: {
    sk: 'Skúste nedokončené súbory dávky znova (POST /api/batches/{id}/retry).',
    en: 'Try the unfinished files of the batch again (POST /api/batches/{id}/retry).',
  },
};

const failedOutcome = ({ position, filename }: QueuedFile): store.FileOutcome => ({
  position,
  filename,
  as: 'failed',
  error: NOT_FINISHED,
  retryable: true,
});

const toOutcome = ({ position, filename }: QueuedFile, result: string, valid: boolean): store.FileOutcome => ({
  position,
  filename,
  as: valid ? 'valid' : 'invalid',
  result,
});

async function outcomeOf(file: QueuedFile, options: BatchOptions, judge: Validate): Promise<store.FileOutcome> {
  try {
    const result = await judge(file, options);
    return toOutcome(file, JSON.stringify(result), result.valid);
  } catch (error) {
    if (!(error instanceof FileGivenUp)) throw error;
    const { position, filename } = file;
    return { position, filename, as: 'failed', error: error.failure, retryable: false };
  }
}

/** Neighbours that are judged in one go, in their order. */
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

/** Makes the work on the slices of a database. */
export function makeSlices({ db, now, changes }: SliceParts): Slices {
  const begin = (scope: Scope, slice: SliceId): Promise<store.StartedSlice | undefined> =>
    inWorkspace(db, scope.workspaceId, async (trx) => {
      const begun = await store.beginSlice(trx, scope.workspaceId, slice);
      if (begun === undefined) return undefined;
      await changes.change(trx, scope, slice.batchId, { status: 'running' }, isQueued);
      return begun;
    });

  const end = (scope: Scope, slice: SliceId, outcomes: readonly store.FileOutcome[]): Promise<void> =>
    inWorkspace(db, scope.workspaceId, async (trx) => {
      if (!(await store.holdSlice(trx, scope.workspaceId, slice))) return;
      await endFiles(changes, trx, scope, slice, outcomes, new Date(now()));
    });

  const mark = ({ workspaceId }: Scope, slice: SliceId, position: number): Promise<number> =>
    inWorkspace(db, workspaceId, (trx) => store.markFile(trx, workspaceId, slice, position));

  /** A file that was called off, because its job stops or gives way, has not ended its process. */
  const unmark = ({ workspaceId }: Scope, slice: SliceId, position: number): Promise<void> =>
    inWorkspace(db, workspaceId, (trx) => store.unmarkFile(trx, workspaceId, slice, position));

  const askAnew = async (trx: Trx, workspaceId: string, { batchId: batch_id, position }: SliceId): Promise<void> => {
    await enqueue(trx, 'batch.validate-slice', { workspace_id: workspaceId, batch_id, position });
  };

  return {
    validateSlice: async (scope, slice, judge, signal) => {
      const begun = await begin(scope, slice);
      if (begun === undefined) return;
      const { options, starts } = begun;
      const careful = starts > 1;
      const files = (await unpackFiles(begun.content)).filter(({ position }) => !begun.ended.includes(position));
      const record = makeRecorder((outcomes) => end(scope, slice, outcomes), careful);
      const since = now();
      const { alone: validateAlone, together = null } = typeof judge === 'function' ? { alone: judge } : judge;
      const groups = together === null || careful ? [] : toGroups(files);
      const alone = groups.length === 0 ? files : [];
      let fault: unknown = null;
      while (alone.length + groups.length > 0) {
        await nextTurn();
        if (signal.aborted) break;
        if (now() - since >= ENOUGH_WORK) {
          await record.flush();
          return inWorkspace(db, scope.workspaceId, (trx) => askAnew(trx, scope.workspaceId, slice));
        }
        const file = alone.shift();
        if (file === undefined) {
          const group = groups.shift()!;
          try {
            const written = group.length === 1 ? [] : await together!(group, options);
            for (const [index, one] of group.entries()) {
              const result = written[index] ?? null;
              if (result === null) alone.push(one);
              else await record.add(toOutcome(one, result.text, result.verdict === 'valid'));
            }
          } catch (error) {
            fault ??= error;
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
          fault ??= error;
          if (careful && signal.aborted) await unmark(scope, slice, file.position);
        }
      }
      await record.flush();
      signal.throwIfAborted();
      if (fault !== null) throw fault;
    },

    giveUpSlice: (scope, slice) =>
      inWorkspace(db, scope.workspaceId, async (trx) => {
        const { workspaceId } = scope;
        const locked = await store.lockSlice(trx, workspaceId, slice);
        if (locked === undefined) return;
        const ended = await store.listEnded(trx, slice, locked.last_position);
        const left = (await unpackFiles(locked.content)).filter(({ position }) => !ended.includes(position));
        const guilty = left.filter(({ position }) => position === locked.begun_position);
        const failing = guilty.length > 0 ? guilty : left;
        await endFiles(changes, trx, scope, slice, failing.map(failedOutcome), new Date(now()));
        if (failing.length === left.length) return;
        await askAnew(trx, workspaceId, slice);
      }),
  };
}

/** Collects what became of files, and has it written now and then. */
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

/** Records and counts; the slice is locked. What is still needed of its content stays, and no more. */
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
  const kept = await store.dropSlice(trx, workspaceId, slice);
  if (kept.length > 0) {
    const { content } = (await store.lockSlice(trx, workspaceId, slice))!;
    const files = (await unpackFiles(content)).filter(({ position }) => kept.includes(position));
    await store.shrinkSlice(trx, workspaceId, slice, await packFiles(files));
  }
  const count = (as: store.FileOutcome['as']): number => recorded.filter((outcome) => outcome.as === as).length;
  const counts = { valid: count('valid'), invalid: count('invalid'), failed: count('failed') };
  await changes.change(trx, scope, slice.batchId, toCounted(counts, recorded.length, at).changes, isOpen);
}
