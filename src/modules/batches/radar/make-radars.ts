import type { IdPrefix } from '../../../lib/ids.ts';
import { type Page, type Paging, readPosition, toPage, writePosition } from '../../../lib/page-cursor.ts';
import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import { announceIfAwaited, enqueue, enqueueMany } from '../../../platform/queue/index.ts';
import { eraseHeads, insertItems } from '../record/batch-record-store.ts';
import { makeRecord, type RecordVerbs } from '../record/make-record.ts';
import type { HistoryEntry, NewWatched, Radar, Recheck, WatchedResult } from './radar.ts';
import { listChanges, listWatched } from './radar-result-store.ts';
import * as store from './radar-store.ts';
import { makeSliceWork, SLICE, type SliceWork } from './slice-work.ts';

/** Radars, which watch participants. All methods except `receive` and `list` throw `radar_not_found`. */
export type Radars = RecordVerbs<Radar> &
  SliceWork & {
    /** Stores participants and enqueues their first check. */
    readonly receive: (
      scope: Scope,
      watched: readonly NewWatched[],
      options: { readonly documentType: string | null; readonly recheck: Recheck | null },
    ) => Promise<Radar>;
    /** All participants in submission order, or those with a change in the last check. Throws CursorMalformed. */
    readonly results: (
      scope: Scope,
      id: string,
      page: Paging & { readonly changed: boolean },
    ) => Promise<Page<WatchedResult>>;
    /** Changes, newest check first. Throws CursorMalformed. */
    readonly history: (scope: Scope, id: string, page: Paging) => Promise<Page<HistoryEntry>>;
    /**
     * Starts a check of all participants immediately. Throws `radar_not_idle` during a check, and for a stopped
     * radar.
     */
    readonly recheck: (scope: Scope, id: string) => Promise<Radar>;
    /** Starts a check by its number; no effect when it has already started or the radar was stopped. */
    readonly beginCheck: (scope: Scope, id: string, check: number) => Promise<void>;
    /**
     * Deletes radars of all workspaces that ended permanently before a time, at most `limit`; returns their number.
     */
    readonly eraseExpired: (before: Date, limit: number) => Promise<number>;
  };

type RadarParts = {
  readonly db: store.Database;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

export function makeRadars({ db, now, newId }: RadarParts): Radars {
  const inWorkspace = <T>({ workspaceId }: Scope, work: (trx: store.Trx) => Promise<T>): Promise<T> =>
    store.inWorkspace(db, workspaceId, work);

  const enqueueSlices = async (trx: store.Trx, { workspaceId }: Scope, { id, check }: Radar): Promise<void> => {
    const slices = await store.listSlices(trx, id, SLICE);
    const jobs = slices.map((position) => ({ workspace_id: workspaceId, radar_id: id, check, position }));
    await enqueueMany(trx, 'radar.check-slice', jobs);
  };

  /** After a completed check: notifies webhooks and enqueues the next check. */
  const onCompleted = async (trx: store.Trx, { workspaceId }: Scope, radar: Radar): Promise<void> => {
    const at = radar.completed_at!;
    await announceIfAwaited(trx, workspaceId, { type: 'radar.completed', at, data: radar });
    if (radar.changed > 0) await announceIfAwaited(trx, workspaceId, { type: 'radar.changed', at, data: radar });
    if (radar.next_check_at === null) return;
    const payload = { workspace_id: workspaceId, radar_id: radar.id, check: radar.check + 1 };
    await enqueue(trx, 'radar.begin-check', payload, { runAt: new Date(radar.next_check_at) });
  };

  const { verbs, changes } = makeRecord(
    { db, now },
    {
      ...store.heads,
      toRecord: store.toRadar,
      notFound: (id) => refusal('radar_not_found', { id }),
      onCompleted,
      cancels: { changes: { next_check_at: null }, where: store.isStoppable },
    },
  );

  const startCheck = (trx: store.Trx, scope: Scope, id: string, check: number): Promise<Radar | undefined> =>
    changes.change(trx, scope, id, store.toStarted(check, new Date(now())), store.mayStart(check));

  return {
    ...verbs,
    ...makeSliceWork({ db, now, changes }),

    receive: (scope, watched, { documentType, recheck }) =>
      inWorkspace(scope, async (trx) => {
        const { workspaceId, actor: createdBy } = scope;
        const at = new Date(now());
        const id = newId('rad');
        const failed = watched.filter((one) => 'error' in one).length;
        // A radar without a valid participant is completed immediately.
        const ended = failed === watched.length;
        const radar = await changes.insert(trx, scope, {
          workspace_id: workspaceId,
          id,
          status: ended ? 'completed' : 'queued',
          check_number: 1,
          document_type: documentType,
          recheck: ended ? null : recheck,
          total: watched.length,
          failed,
          created_by: createdBy,
          created_at: at,
          started_at: at,
          completed_at: ended ? at : null,
        });
        const rows = watched.map((one, position) => ({
          workspace_id: workspaceId,
          radar_id: id,
          position,
          input: one.input,
          participant: 'error' in one ? null : one.participant,
          hint: 'error' in one || one.hint === null ? null : JSON.stringify(one.hint),
          error: 'error' in one ? JSON.stringify(one.error) : null,
        }));
        await insertItems(trx, 'radar_participants', rows);
        if (!ended) await enqueueSlices(trx, scope, radar);
        scope.audit?.(trx, id);
        return radar;
      }),

    results: (scope, id, { cursor, limit, changed }) =>
      inWorkspace(scope, async (trx) => {
        const [from = 0] = cursor === undefined ? [] : readPosition(cursor);
        const { check_number: check } = await changes.find(trx, scope, id);
        const rows = await listWatched(trx, id, { from, limit: limit + 1, changedAt: changed ? check : null });
        return toPage(rows, limit, ({ position }) => writePosition(position + 1));
      }),

    history: (scope, id, { cursor, limit }) =>
      inWorkspace(scope, async (trx) => {
        await changes.find(trx, scope, id);
        const [check, position] = cursor === undefined ? [] : readPosition(cursor, 2);
        const after = check === undefined ? null : { check, position: position! };
        const rows = await listChanges(trx, id, { after, limit: limit + 1 });
        return toPage(rows, limit, (last) => writePosition(last.check, last.position));
      }),

    recheck: (scope, id) =>
      inWorkspace(scope, async (trx) => {
        const { check_number: check, status, total, failed } = await changes.find(trx, scope, id);
        const started = failed === total ? undefined : await startCheck(trx, scope, id, check + 1);
        if (started === undefined) throw refusal('radar_not_idle', { id, status });
        await enqueueSlices(trx, scope, started);
        scope.audit?.(trx, id);
        return started;
      }),

    beginCheck: (scope, id, check) =>
      inWorkspace(scope, async (trx) => {
        const started = await startCheck(trx, scope, id, check);
        if (started !== undefined) await enqueueSlices(trx, scope, started);
      }),

    eraseExpired: (before, limit) => eraseHeads(db, store.heads, before, limit, store.hasNoNextCheck),
  };
}
