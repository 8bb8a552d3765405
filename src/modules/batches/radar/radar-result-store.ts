import type { Text } from '@e-invoice/validator/issues';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/index.ts';
import type { Outcome } from '../../peppol/index.ts';
import type { Change, HistoryEntry, WatchedError, WatchedResult, WatchedState } from './radar.ts';

/** Participants in submission order, with their last known state. */
export async function listWatched(
  trx: Trx,
  radarId: string,
  page: { readonly from: number; readonly limit: number; readonly changedAt: number | null },
): Promise<WatchedResult[]> {
  let query = trx
    .selectFrom('radar_participants')
    .select([
      'position',
      'input',
      'participant',
      'check_number',
      'outcome',
      'reason',
      'hint',
      'state',
      'changes',
      'checked_at',
      'error',
    ])
    .where('radar_id', '=', radarId)
    .where('position', '>=', page.from);
  if (page.changedAt !== null) {
    query = query.where('check_number', '=', page.changedAt).where(sql<boolean>`changes::text <> '[]'`);
  }
  const rows = await query.orderBy('position').limit(page.limit).execute();
  return rows.map(({ participant, check_number, state, changes, checked_at, ...row }) => ({
    ...row,
    participant_id: participant,
    check: check_number,
    outcome: row.outcome as Outcome | null,
    registered: registeredOf(row.outcome as Outcome | null),
    hint: row.hint as Text | null,
    known: state as WatchedState | null,
    changes: (changes as Change[] | null) ?? [],
    checked_at: checked_at?.toISOString() ?? null,
    error: row.error as WatchedError | null,
  }));
}

const registeredOf = (outcome: Outcome | null): boolean | null =>
  outcome === null || outcome === 'unknown' ? null : outcome !== 'not_registered';

/** Changes, newest check first. */
export async function listChanges(
  trx: Trx,
  radarId: string,
  page: { readonly after: { readonly check: number; readonly position: number } | null; readonly limit: number },
): Promise<HistoryEntry[]> {
  let query = trx
    .selectFrom('radar_changes')
    .select(['check_number', 'position', 'participant', 'changes', 'at'])
    .where('radar_id', '=', radarId);
  if (page.after !== null) {
    const { check, position } = page.after;
    query = query.where(sql<boolean>`(-check_number, position) > (${-check}::integer, ${position}::integer)`);
  }
  const rows = await query.orderBy('check_number', 'desc').orderBy('position').limit(page.limit).execute();
  return rows.map(({ check_number, participant, changes, at, position }) => ({
    check: check_number,
    position,
    participant_id: participant,
    changes: changes as Change[],
    at: at.toISOString(),
  }));
}
