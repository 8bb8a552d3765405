import { type Selectable, sql } from 'kysely';
import { type Database, system, type Tables, type Trx, withWorkspace } from '../db/index.ts';
import { secondsLeft } from '../lib/seconds-left.ts';
import type { Outcome } from '../peppol/index.ts';
import type { Change, NewWatched, Radar, Recheck, SliceId, WatchedState } from './radar.ts';

export type { Database, Trx } from '../db/index.ts';

/** One transaction that sees this workspace alone. */
export const inWorkspace = withWorkspace;

const COLUMNS = [
  'id',
  'status',
  'check_number',
  'document_type',
  'recheck',
  'total',
  'done',
  'registered',
  'not_registered',
  'not_supported',
  'unknown',
  'failed',
  'changed',
  'created_at',
  'started_at',
  'completed_at',
  'next_check_at',
] as const;
type Row = Pick<Selectable<Tables['radars']>, (typeof COLUMNS)[number]>;

/** The columns hold what this module wrote, under the checks of the schema. */
const toRadar = ({ check_number, not_supported, ...row }: Row, now: number): Radar => ({
  ...row,
  recheck: row.recheck as Recheck | null,
  check: check_number,
  document_type_not_supported: not_supported,
  eta_seconds: secondsLeft({ ...row, since: row.started_at }, now),
  created_at: row.created_at.toISOString(),
  started_at: row.started_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
  next_check_at: row.next_check_at?.toISOString() ?? null,
});

export type NewRadar = {
  readonly workspaceId: string;
  readonly id: string;
  readonly documentType: string | null;
  readonly recheck: Recheck | null;
  readonly createdBy: string;
  readonly at: Date;
  readonly watched: readonly NewWatched[];
};

/** So many rows fit into one statement's parameters. */
const ROWS = 2_000;

/** Stores a radar with its participants. One without a participant that can be asked about is completed already. */
export async function insertRadar(trx: Trx, radar: NewRadar): Promise<Radar> {
  const failed = radar.watched.filter((one) => 'error' in one).length;
  const ended = failed === radar.watched.length;
  const row = await trx
    .insertInto('radars')
    .values({
      workspace_id: radar.workspaceId,
      id: radar.id,
      status: ended ? 'completed' : 'queued',
      check_number: 1,
      document_type: radar.documentType,
      recheck: ended ? null : radar.recheck,
      total: radar.watched.length,
      failed,
      created_by: radar.createdBy,
      created_at: radar.at,
      started_at: radar.at,
      completed_at: ended ? radar.at : null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  const rows = radar.watched.map((one, position) => ({
    workspace_id: radar.workspaceId,
    radar_id: radar.id,
    position,
    input: one.input,
    participant: 'error' in one ? null : one.participant,
    hint: 'error' in one || one.hint === null ? null : JSON.stringify(one.hint),
    error: 'error' in one ? JSON.stringify(one.error) : null,
  }));
  for (let start = 0; start < rows.length; start += ROWS) {
    await trx
      .insertInto('radar_participants')
      .values(rows.slice(start, start + ROWS))
      .execute();
  }
  return toRadar(row, radar.at.getTime());
}

export async function findRadar(trx: Trx, id: string, now: number): Promise<Radar | undefined> {
  const row = await trx.selectFrom('radars').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && toRadar(row, now);
}

/** The newest radars first, from before a place on. */
export async function listRadars(
  trx: Trx,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
  now: number,
): Promise<Radar[]> {
  let query = trx.selectFrom('radars').select(COLUMNS);
  if (before !== null) query = query.where(sql<boolean>`(created_at, id) < (${before.at}, ${before.id})`);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => toRadar(row, now));
}

/** The positions at which slices of so many begin that hold a participant. */
export async function listSlices(trx: Trx, radarId: string, size: number): Promise<number[]> {
  const { rows } = await sql<{ start: number }>`
    select distinct position / ${size} * ${size} as start from radar_participants
    where radar_id = ${radarId} and participant is not null order by start`.execute(trx);
  return rows.map(({ start }) => start);
}

export type Pending = {
  readonly position: number;
  readonly participant: string;
  readonly attempts: number;
  readonly state: WatchedState | null;
};

export type Begun = { readonly documentType: string | null; readonly pending: readonly Pending[] };

/** The participants of a slice that this check has not ended; undefined when another check runs, or none. */
export async function beginSlice(trx: Trx, { radarId, check, position }: SliceId, size: number) {
  const radar = await trx
    .selectFrom('radars')
    .select(['status', 'document_type'])
    .where('id', '=', radarId)
    .where('check_number', '=', check)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (radar === undefined) return undefined;
  if (radar.status === 'queued') {
    const queued = trx.updateTable('radars').set({ status: 'running' }).where('id', '=', radarId);
    await queued.where('check_number', '=', check).where('status', '=', 'queued').execute();
  }
  const rows = await trx
    .selectFrom('radar_participants')
    .select(['position', 'participant', 'attempts', 'state'])
    .where('radar_id', '=', radarId)
    .where('position', '>=', position)
    .where('position', '<', position + size)
    .where('participant', 'is not', null)
    .where('check_number', '<', check)
    .orderBy('position')
    .execute();
  const pending = rows.map((row) => ({
    ...row,
    participant: row.participant!,
    state: row.state as WatchedState | null,
  }));
  return { documentType: radar.document_type, pending } satisfies Begun;
}

export type CheckedParticipant = {
  readonly position: number;
  readonly participant: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly state: WatchedState | null;
  readonly changes: readonly Change[];
  readonly at: Date;
};

/** Records what a check found of a participant, once; false when it had been. */
export async function endParticipant(
  trx: Trx,
  workspaceId: string,
  slice: SliceId,
  checked: CheckedParticipant,
): Promise<boolean> {
  const { position, participant, outcome, reason, state, changes, at } = checked;
  const { numUpdatedRows } = await trx
    .updateTable('radar_participants')
    .set({
      check_number: slice.check,
      attempts: 0,
      outcome,
      reason,
      state: state === null ? null : JSON.stringify(state),
      changes: JSON.stringify(changes),
      checked_at: at,
    })
    .where('radar_id', '=', slice.radarId)
    .where('position', '=', position)
    .where('check_number', '<', slice.check)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (changes.length > 0) {
    await trx
      .insertInto('radar_changes')
      .values({
        workspace_id: workspaceId,
        radar_id: slice.radarId,
        check_number: slice.check,
        position,
        participant,
        at,
        changes: JSON.stringify(changes),
      })
      .execute();
  }
  return true;
}

/** Notes that a participant was asked about in vain; false when another worker noted it first, or it has ended. */
export async function noteAttempt(trx: Trx, { radarId, check }: SliceId, { position, attempts }: Pending) {
  const { numUpdatedRows } = await trx
    .updateTable('radar_participants')
    .set({ attempts: attempts + 1 })
    .where('radar_id', '=', radarId)
    .where('position', '=', position)
    .where('attempts', '=', attempts)
    .where('check_number', '<', check)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type Counts = Readonly<Record<Outcome | 'changed', number>>;

/** Adds to the counts; the check is completed with the last of its participants. Undefined when it had ended. */
export async function addCounts(trx: Trx, { radarId, check }: SliceId, counts: Counts, at: Date) {
  const { registered, not_registered, document_type_not_supported, unknown, changed } = counts;
  const added = registered + not_registered + document_type_not_supported + unknown;
  const isLast = sql<boolean>`done + ${added} = total`;
  const period = sql`case recheck when 'daily' then interval '1 day' when 'weekly' then interval '7 days' end`;
  const row = await trx
    .updateTable('radars')
    .set({
      registered: sql`registered + ${registered}`,
      not_registered: sql`not_registered + ${not_registered}`,
      not_supported: sql`not_supported + ${document_type_not_supported}`,
      unknown: sql`unknown + ${unknown}`,
      changed: sql`changed + ${changed}`,
      status: sql`case when ${isLast} then 'completed' else status end`,
      completed_at: sql`case when ${isLast} then ${at}::timestamptz end`,
      next_check_at: sql`case when ${isLast} and recheck is not null then greatest(started_at + ${period}, ${at}::timestamptz) end`,
    })
    .where('id', '=', radarId)
    .where('check_number', '=', check)
    .where('status', 'in', ['queued', 'running'])
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toRadar(row, at.getTime());
}

/**
 * Lets participants of a slice that ended as unknown for this reason wait for the same check again; the radar's row is
 * locked first, as whoever counts does. False when there are none, or the check is not the radar's last or was stopped.
 */
export async function reopenSlice(
  trx: Trx,
  { radarId, check, position }: SliceId,
  { size, reason }: { readonly size: number; readonly reason: string },
): Promise<boolean> {
  const radar = await trx
    .selectFrom('radars')
    .select('id')
    .where('id', '=', radarId)
    .where('check_number', '=', check)
    .where('status', '!=', 'canceled')
    .forUpdate()
    .executeTakeFirst();
  if (radar === undefined) return false;
  const { numUpdatedRows } = await trx
    .updateTable('radar_participants')
    .set({ check_number: check - 1, attempts: 0 })
    .where('radar_id', '=', radarId)
    .where('position', '>=', position)
    .where('position', '<', position + size)
    .where('check_number', '=', check)
    .where('outcome', '=', 'unknown')
    .where('reason', '=', reason)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx
    .updateTable('radars')
    .set({
      status: 'running',
      unknown: sql`unknown - ${Number(numUpdatedRows)}`,
      completed_at: null,
      next_check_at: null,
    })
    .where('id', '=', radarId)
    .execute();
  return true;
}

/** Starts the check of this number, if the one before is completed; undefined when it is not, or has begun. */
export async function startCheck(trx: Trx, id: string, check: number, at: Date): Promise<Radar | undefined> {
  const row = await trx
    .updateTable('radars')
    .set({
      status: 'queued',
      check_number: check,
      registered: 0,
      not_registered: 0,
      not_supported: 0,
      unknown: 0,
      changed: 0,
      started_at: at,
      completed_at: null,
      next_check_at: null,
    })
    .where('id', '=', id)
    .where('check_number', '=', check - 1)
    .where('status', '=', 'completed')
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toRadar(row, at.getTime());
}

/** Stops a radar that has a check running or to come; undefined when there is nothing to stop. */
export async function cancelRadar(trx: Trx, id: string, at: Date): Promise<Radar | undefined> {
  const row = await trx
    .updateTable('radars')
    .set({ status: 'canceled', completed_at: at, next_check_at: null })
    .where('id', '=', id)
    .where((is) => is.or([is('status', 'in', ['queued', 'running']), is('next_check_at', 'is not', null)]))
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toRadar(row, at.getTime());
}

/** Erases radars of all workspaces that ended before that time for good, so many at most; how many went. */
export async function eraseRadars(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from radars where ctid = any (array (
      select ctid from radars where completed_at < ${before} and next_check_at is null
      order by completed_at limit ${limit}
    ))`.execute(system(db));
  return Number(numAffectedRows);
}
