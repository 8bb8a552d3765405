import type { IdPrefix } from '../lib/ids.ts';
import { type Page, type Paging, readNewest, readPosition, toPage, writePosition } from '../lib/page-cursor.ts';
import type { Scope } from '../lib/scope.ts';
import { refusal } from '../problems/index.ts';
import { announceIfAwaited, enqueue, enqueueMany } from '../queue/index.ts';
import type { HistoryEntry, NewWatched, Radar, Recheck, WatchedResult } from './radar.ts';
import { listChanges, listWatched } from './results/store.ts';
import { makeSliceWork, SLICE, type SliceWork } from './slice-work.ts';
import * as store from './store.ts';

/** The record of participants that are watched. All but `receive` and `list` throw `radar_not_found`. */
export type Radars = SliceWork & {
  /** Takes participants in and asks for their first check. */
  readonly receive: (
    scope: Scope,
    watched: readonly NewWatched[],
    options: { readonly documentType: string | null; readonly recheck: Recheck | null },
  ) => Promise<Radar>;
  readonly get: (scope: Scope, id: string) => Promise<Radar>;
  /** The newest first. Throws CursorMalformed. */
  readonly list: (scope: Scope, page: Paging) => Promise<Page<Radar>>;
  /** All participants in the order of submission, or those that the last check found changed. Throws CursorMalformed. */
  readonly results: (
    scope: Scope,
    id: string,
    page: Paging & { readonly changed: boolean },
  ) => Promise<Page<WatchedResult>>;
  /** What changed, the newest check first. Throws CursorMalformed. */
  readonly history: (scope: Scope, id: string, page: Paging) => Promise<Page<HistoryEntry>>;
  /** Checks all participants again now. Throws `radar_not_idle` while a check runs, and for a stopped radar. */
  readonly recheck: (scope: Scope, id: string) => Promise<Radar>;
  /** Stops the running check and those to come; results stay. */
  readonly cancel: (scope: Scope, id: string) => Promise<Radar>;
  /** Starts a check by its number; nothing happens when it has begun, or the radar was stopped. */
  readonly beginCheck: (scope: Scope, id: string, check: number) => Promise<void>;
  /** Erases radars of all workspaces that ended for good before the time, so many at most. Answers how many. */
  readonly eraseExpired: (before: Date, limit: number) => Promise<number>;
};

type RadarParts = {
  readonly db: store.Database;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

/** Makes the record of radars on a database. */
export function makeRadars({ db, now, newId }: RadarParts): Radars {
  const inWorkspace = <T>({ workspaceId }: Scope, work: (trx: store.Trx) => Promise<T>): Promise<T> =>
    store.inWorkspace(db, workspaceId, work);

  const getRadar = async (trx: store.Trx, id: string): Promise<Radar> => {
    const radar = await store.findRadar(trx, id, now());
    if (radar === undefined) throw refusal('radar_not_found', { id });
    return radar;
  };

  const askForSlices = async (trx: store.Trx, { workspaceId }: Scope, { id, check }: Radar): Promise<void> => {
    const slices = await store.listSlices(trx, id, SLICE);
    const jobs = slices.map((position) => ({ workspace_id: workspaceId, radar_id: id, check, position }));
    await enqueueMany(trx, 'radar.check-slice', jobs);
  };

  /** Once a check is completed: those who want to know are told, and the next one is asked for. */
  const onCompleted = async (trx: store.Trx, { workspaceId }: Scope, radar: Radar): Promise<void> => {
    const at = radar.completed_at!;
    await announceIfAwaited(trx, workspaceId, { type: 'radar.completed', at, data: radar });
    if (radar.changed > 0) await announceIfAwaited(trx, workspaceId, { type: 'radar.changed', at, data: radar });
    if (radar.next_check_at === null) return;
    const payload = { workspace_id: workspaceId, radar_id: radar.id, check: radar.check + 1 };
    await enqueue(trx, 'radar.begin-check', payload, { runAt: new Date(radar.next_check_at) });
  };

  return {
    ...makeSliceWork({ db, now, onCompleted }),

    receive: (scope, watched, { documentType, recheck }) =>
      inWorkspace(scope, async (trx) => {
        const { workspaceId, actor: createdBy } = scope;
        const radar = await store.insertRadar(trx, {
          workspaceId,
          id: newId('rad'),
          documentType,
          recheck,
          createdBy,
          at: new Date(now()),
          watched,
        });
        if (radar.status === 'completed') await onCompleted(trx, scope, radar);
        else await askForSlices(trx, scope, radar);
        scope.audit?.(trx, radar.id);
        return radar;
      }),

    get: (scope, id) => inWorkspace(scope, (trx) => getRadar(trx, id)),

    list: (scope, page) =>
      inWorkspace(scope, (trx) => readNewest(page, (before, limit) => store.listRadars(trx, before, limit, now()))),

    results: (scope, id, { cursor, limit, changed }) =>
      inWorkspace(scope, async (trx) => {
        const [from = 0] = cursor === undefined ? [] : readPosition(cursor);
        const { check } = await getRadar(trx, id);
        const rows = await listWatched(trx, id, { from, limit: limit + 1, changedAt: changed ? check : null });
        return toPage(rows, limit, ({ position }) => writePosition(position + 1));
      }),

    history: (scope, id, { cursor, limit }) =>
      inWorkspace(scope, async (trx) => {
        await getRadar(trx, id);
        const [check, position] = cursor === undefined ? [] : readPosition(cursor, 2);
        const after = check === undefined ? null : { check, position: position! };
        const rows = await listChanges(trx, id, { after, limit: limit + 1 });
        return toPage(rows, limit, (last) => writePosition(last.check, last.position));
      }),

    recheck: (scope, id) =>
      inWorkspace(scope, async (trx) => {
        const { check, status, total, failed } = await getRadar(trx, id);
        const started = failed === total ? undefined : await store.startCheck(trx, id, check + 1, new Date(now()));
        if (started === undefined) throw refusal('radar_not_idle', { id, status });
        await askForSlices(trx, scope, started);
        scope.audit?.(trx, id);
        return started;
      }),

    cancel: (scope, id) =>
      inWorkspace(scope, async (trx) => {
        const canceled = await store.cancelRadar(trx, id, new Date(now()));
        if (canceled === undefined) return getRadar(trx, id);
        scope.audit?.(trx, id);
        return canceled;
      }),

    beginCheck: (scope, id, check) =>
      inWorkspace(scope, async (trx) => {
        const started = await store.startCheck(trx, id, check, new Date(now()));
        if (started !== undefined) await askForSlices(trx, scope, started);
      }),

    eraseExpired: (before, limit) => store.eraseRadars(db, before, limit),
  };
}
