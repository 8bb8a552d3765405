import { makeNotifier } from '../../../lib/notifier.ts';
import { type Page, type Paging, readNewest } from '../../../lib/page-cursor.ts';
import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import * as store from './batch-record-store.ts';

/** One kind of record: its table, its public form, and the actions on its changes. */
type Kind<Row extends store.Head, T> = store.Heads<Row> & {
  readonly toRecord: (row: Row, now: number) => T;
  /** Error for an id that the workspace does not have. */
  readonly notFound: (id: string) => Error;
  /** Called once per completion, in the transaction that completes the record. */
  readonly onCompleted: (trx: store.Trx, scope: Scope, record: T) => Promise<void>;
  /**
   * Further changes of a canceled record, and the condition for cancelable records; default: records that have not
   * ended.
   */
  readonly cancels?: { readonly changes: store.Changes; readonly where: store.Condition };
  /** Called before a record is canceled, even when it has ended. */
  readonly onCancel?: (trx: store.Trx, key: store.RecordKey) => Promise<void>;
};

/** A record with the number of its changes. */
export type Progress<T> = { readonly sequence: number; readonly record: T };

/**
 * Operations on records of every kind. All methods except `list` throw the not-found error of the kind, also for
 * records of other workspaces.
 */
export type RecordVerbs<T> = {
  readonly get: (scope: Scope, id: string) => Promise<T>;
  readonly getProgress: (scope: Scope, id: string) => Promise<Progress<T>>;
  /** Newest first. Throws CursorMalformed. */
  readonly list: (scope: Scope, page: Paging) => Promise<Page<T>>;
  /** Waits until the record has ended; returns its current state after the timeout or on abort. */
  readonly wait: (scope: Scope, id: string, milliseconds: number, signal?: AbortSignal) => Promise<T>;
  /**
   * Waits until the record has changed since a sequence; null after the timeout or on abort. Throws `event_not_found`
   * for a sequence that it has not reached.
   */
  readonly waitForChange: (
    scope: Scope,
    id: string,
    after: number,
    milliseconds: number,
    signal?: AbortSignal,
  ) => Promise<Progress<T> | null>;
  /** Stops the work on a record. Existing results stay, and an ended record does not change. */
  readonly cancel: (scope: Scope, id: string) => Promise<T>;
};

/** Operations for a kind that processes the items of a record, within the transaction of the kind. */
export type RecordChanges<Row extends store.Head, T> = {
  /** @throws the not-found error of the kind */
  readonly find: (trx: store.Trx, scope: Scope, id: string) => Promise<Row>;
  readonly insert: (trx: store.Trx, scope: Scope, values: store.Changes) => Promise<T>;
  /** Sets a record to running and returns it; undefined when it has ended or the condition does not hold. */
  readonly begin: (trx: store.Trx, scope: Scope, id: string, where?: store.Condition) => Promise<Row | undefined>;
  /** Updates a record if the condition holds; otherwise undefined. */
  readonly change: (
    trx: store.Trx,
    scope: Scope,
    id: string,
    changes: store.Changes,
    where: store.Condition,
  ) => Promise<T | undefined>;
  /** Notifies subscribers, and handles completion, after the kind updated the row by its own statement. */
  readonly changed: (trx: store.Trx, scope: Scope, row: Row) => Promise<T>;
};

const hasEnded = ({ status }: store.Head): boolean => status === 'completed' || status === 'canceled';

/** Creates the records of one kind on a database; listens from the first wait. */
export function makeRecord<Row extends store.Head, T>(
  { db, now }: { readonly db: store.Database; readonly now: () => number },
  kind: Kind<Row, T>,
): { readonly verbs: RecordVerbs<T>; readonly changes: RecordChanges<Row, T> } {
  const notifier = makeNotifier();
  let watching: Promise<unknown> | null = null;
  const watched = (): Promise<unknown> => {
    watching ??= store.watchProgress(db, notifier.notify, notifier.notifyAll);
    return watching;
  };
  const toRecord = (row: Row): T => kind.toRecord(row, now());
  const toProgress = (row: Row): Progress<T> => ({ sequence: row.sequence, record: toRecord(row) });

  const find = async (trx: store.Trx, { workspaceId }: Scope, id: string): Promise<Row> => {
    const row = await store.findHead(trx, kind, { workspaceId, id });
    if (row === undefined) throw kind.notFound(id);
    return row;
  };

  const read = (scope: Scope, id: string): Promise<Row> =>
    store.inWorkspace(db, scope.workspaceId, (trx) => find(trx, scope, id));

  const changed = async (trx: store.Trx, scope: Scope, row: Row): Promise<T> => {
    await store.reportProgress(trx, row.id);
    const record = toRecord(row);
    if (row.status === 'completed') await kind.onCompleted(trx, scope, record);
    return record;
  };

  const change: RecordChanges<Row, T>['change'] = async (trx, scope, id, changes, where) => {
    const row = await store.changeHead(trx, kind, { workspaceId: scope.workspaceId, id }, changes, where);
    return row && changed(trx, scope, row);
  };

  /** Waits until `answer` returns true; returns the current row after the timeout or on abort. */
  const waitUntil = async (
    scope: Scope,
    id: string,
    answer: (row: Row) => boolean,
    milliseconds: number,
    signal?: AbortSignal,
  ): Promise<Row> => {
    const end = performance.now() + milliseconds;
    // Subscribed before the first read: a change between read and wait triggers a notification.
    const subscription = notifier.subscribe(id);
    try {
      await watched();
      for (;;) {
        const row = await read(scope, id);
        if (answer(row) || !(await subscription.wait(end - performance.now(), signal))) return row;
      }
    } finally {
      subscription.close();
    }
  };

  return {
    verbs: {
      get: async (scope, id) => toRecord(await read(scope, id)),
      getProgress: async (scope, id) => toProgress(await read(scope, id)),
      list: ({ workspaceId }, page) =>
        store.inWorkspace(db, workspaceId, async (trx) => {
          const rows = new Map<string, Row>();
          const { items, next } = await readNewest(kind.prefix, page, async (before, limit) => {
            const heads = await store.listHeads(trx, kind, workspaceId, before, limit);
            return heads.map((row) => {
              rows.set(row.id, row);
              return { id: row.id, created_at: row.created_at.toISOString() };
            });
          });
          return { items: items.map(({ id }) => toRecord(rows.get(id)!)), next };
        }),
      wait: async (scope, id, milliseconds, signal) =>
        toRecord(await waitUntil(scope, id, hasEnded, milliseconds, signal)),
      waitForChange: async (scope, id, after, milliseconds, signal) => {
        const isNew = ({ sequence }: Row): boolean => {
          if (sequence < after) throw refusal('event_not_found', { event: String(after) });
          return sequence > after;
        };
        const row = await waitUntil(scope, id, isNew, milliseconds, signal);
        return isNew(row) ? toProgress(row) : null;
      },
      cancel: (scope, id) =>
        store.inWorkspace(db, scope.workspaceId, async (trx) => {
          await kind.onCancel?.(trx, { workspaceId: scope.workspaceId, id });
          const { changes = {}, where = store.isOpen } = kind.cancels ?? {};
          const ended = { status: 'canceled', completed_at: new Date(now()), ...changes };
          const canceled = await change(trx, scope, id, ended, where);
          if (canceled === undefined) return toRecord(await find(trx, scope, id));
          scope.audit?.(trx, id);
          return canceled;
        }),
    },
    changes: {
      find,
      change,
      changed,
      insert: async (trx, scope, values) => changed(trx, scope, await store.insertHead(trx, kind, values)),
      begin: async (trx, scope, id, where) => {
        const key = { workspaceId: scope.workspaceId, id };
        const row = await store.findHead(trx, kind, key, where === undefined ? {} : { where });
        if (row === undefined || hasEnded(row)) return undefined;
        if (row.status === 'queued') await change(trx, scope, id, { status: 'running' }, store.isQueued);
        return row;
      },
    },
  };
}
