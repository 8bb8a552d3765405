import { sql } from 'kysely';
import { type Database, withWorkspace } from '../../db/index.ts';
import { ENTRY, type ReportEntry } from '../report.ts';
import type { Month } from './month.ts';

export type { Database } from '../../db/index.ts';

/** A kept report by its number in the workspace. */
export type NumberedEntry = { readonly position: number; readonly at: Date; readonly entry: ReportEntry };

/** Numbers of a workspace, both ends included; from the first to the one before it, where there are none. */
export type Range = { readonly from: number; readonly to: number };

/**
 * The numbers that belong to a month: all between the last one of before and the first one of later, those that were
 * kept across its edges included.
 */
export async function findRange(db: Database, workspaceId: string, { from, to }: Month): Promise<Range> {
  const row = await withWorkspace(db, workspaceId, async (trx) => {
    const all = sql`(
      select position, created_at from evidence_reports where workspace_id = ${workspaceId}
      union all
      select position, created_at from evidence_erasures where workspace_id = ${workspaceId}
    )`;
    const { rows } = await sql<Readonly<Record<'before' | 'first' | 'final' | 'later' | 'last', string | null>>>`
      select max(position) filter (where created_at < ${from}) as before,
             min(position) filter (where created_at >= ${from} and created_at < ${to}) as first,
             max(position) filter (where created_at >= ${from} and created_at < ${to}) as final,
             min(position) filter (where created_at >= ${to}) as later,
             (select last from evidence_sequences where workspace_id = ${workspaceId}) as last
      from ${all} as known`.execute(trx);
    return rows[0]!;
  });
  const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
  const begin = (numberOf(row.before) ?? 0) + 1;
  const later = numberOf(row.later);
  const end = later === null ? (numberOf(row.last) ?? 0) : later - 1;
  return { from: Math.min(begin, numberOf(row.first) ?? begin), to: Math.max(end, numberOf(row.final) ?? end) };
}

/** The reports of these numbers in their order, so many at most. */
export async function listNumbered(
  db: Database,
  workspaceId: string,
  { from, to }: Range,
  limit: number,
): Promise<NumberedEntry[]> {
  const rows = await withWorkspace(db, workspaceId, (trx) =>
    trx
      .selectFrom('evidence_reports')
      .select([
        'position',
        'created_at',
        // Reports of before entries were kept are read themselves.
        sql<ReportEntry>`coalesce(entry, (
          select json_object_agg(key, value) from json_each(report) where key in (${sql.join(ENTRY)})
        ))`.as('entry'),
      ])
      .where('workspace_id', '=', workspaceId)
      .where('position', '>=', String(from))
      .where('position', '<=', String(to))
      .orderBy('position')
      .limit(limit)
      .execute(),
  );
  return rows.map(({ position, created_at, entry }) => ({ position: Number(position), at: created_at, entry }));
}

/** Which of these numbers belonged to reports that were erased, in their order: those that follow each other as one range. */
export async function listErased(db: Database, workspaceId: string, { from, to }: Range): Promise<Range[]> {
  const rows = await withWorkspace(db, workspaceId, async (trx) => {
    const found = await sql<Readonly<Record<'from' | 'to', string>>>`
      select min(position) as from, max(position) as to
      from (
        select position, position - row_number() over (order by position) as run
        from evidence_erasures
        where workspace_id = ${workspaceId} and position between ${from} and ${to}
      ) as numbered
      group by run order by run`.execute(trx);
    return found.rows;
  });
  return rows.map((row) => ({ from: Number(row.from), to: Number(row.to) }));
}
