import { sql } from 'kysely';
import { secondsLeft } from '../../../lib/eta.ts';
import type { Trx } from '../../../platform/db/index.ts';
import type { Outcome } from '../../peppol/index.ts';
import type { Changes, Head, Heads, ItemTable } from '../record/batch-record-store.ts';
import type { Change, Radar, Recheck, SliceId, WatchedState } from './radar.ts';

export { type Database, inWorkspace, type Trx } from '../record/batch-record-store.ts';

export type RadarRow = Head & {
  readonly check_number: number;
  readonly document_type: string | null;
  readonly recheck: string | null;
  readonly registered: number;
  readonly not_registered: number;
  readonly not_supported: number;
  readonly unknown: number;
  readonly changed: number;
  readonly started_at: Date;
  readonly next_check_at: Date | null;
};

export const heads: Heads<RadarRow> = {
  table: 'radars',
  prefix: 'rad',
  columns: [
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
    'sequence',
    'created_at',
    'started_at',
    'completed_at',
    'next_check_at',
  ],
};

/** The type assertions rely on the schema checks and on this module as the only writer. */
export const toRadar = ({ check_number, not_supported, sequence: _, ...row }: RadarRow, now: number): Radar => ({
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

/** Items of a radar for the attempt counter of a check. */
export const participants = (check: number): ItemTable => ({
  table: 'radar_participants',
  of: 'radar_id',
  waits: sql<boolean>`check_number < ${check}`,
});

export const isCheck = (check: number) => sql<boolean>`check_number = ${check}`;

/** Condition: the check has not ended. */
export const isOpenCheck = (check: number) => sql<boolean>`${isCheck(check)} and status in ('queued', 'running')`;

/** Condition: the preceding check is completed. */
export const mayStart = (check: number) => sql<boolean>`${isCheck(check - 1)} and status = 'completed'`;

/** Changes when a check starts. */
export const toStarted = (check: number, at: Date): Changes => ({
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
});

/** Time of the next check when the last participant of this one ends. */
export function nextCheckAt(isLast: ReturnType<typeof isCheck>, at: Date) {
  const period = sql`case recheck when 'daily' then interval '1 day' when 'weekly' then interval '7 days' end`;
  return sql`case when ${isLast} and recheck is not null then greatest(started_at + ${period}, ${at}::timestamptz) end`;
}

/** Condition: a check is running or scheduled. */
export const isStoppable = sql<boolean>`(status in ('queued', 'running') or next_check_at is not null)`;

export const hasNoNextCheck = sql<boolean>`next_check_at is null`;

/** Start positions of slices with `size` participants that contain a participant. */
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

/** Participants of a slice without a result in this check. */
export async function listPending(trx: Trx, { radarId, check, position }: SliceId, size: number): Promise<Pending[]> {
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
  return rows.map((row) => ({ ...row, participant: row.participant!, state: row.state as WatchedState | null }));
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

/** Records the result of a participant once per check; false when it was already recorded. */
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

/** Reopens participants of a slice that ended as unknown for a reason, for the same check; returns their number. */
export async function reopenSlice(
  trx: Trx,
  { radarId, check, position }: SliceId,
  { size, reason }: { readonly size: number; readonly reason: string },
): Promise<number> {
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
  return Number(numUpdatedRows);
}
