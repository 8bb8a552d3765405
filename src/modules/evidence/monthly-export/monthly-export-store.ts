import { sql } from 'kysely';
import { type Database, withWorkspace } from '../../../platform/db/index.ts';
import type { ReportEntry } from '../report.ts';
import type { Month } from './month.ts';

export type { Database } from '../../../platform/db/index.ts';

export type NumberedEntry = {
  readonly position: number;
  readonly at: Date;
  readonly entry: ReportEntry;
  /** The document that the evidence belongs to; null: a stored report without a document. */
  readonly documentId: string | null;
};

/**
 * The numbered evidence of documents of a workspace. It is read from the timeline, which outlives the erasure of the
 * document. There is no index by number: each query reads the timelines of all documents with evidence.
 */
const ofDocuments = (workspaceId: string) => sql`(
  select (event.data -> 'report' ->> 'position')::bigint as position,
    (event.data -> 'report' ->> 'created_at')::timestamptz as created_at,
    event.data -> 'report' as report, document.id as document_id, document.erased_at
  from documents as document
  join document_events as event on event.workspace_id = document.workspace_id and event.document_id = document.id
  where document.workspace_id = ${workspaceId} and 'evidence' = any (document.steps)
    and event.type = 'evidence.created'
)`;

/** A range of numbers, both ends inclusive. An empty range has `to = from - 1`. */
export type Range = { readonly from: number; readonly to: number };

/**
 * Returns the numbers that belong to a month: all numbers after the last one of earlier months and before the first
 * one of later months. This includes numbers assigned out of order around the month boundaries.
 */
export async function findRange(db: Database, workspaceId: string, { from, to }: Month): Promise<Range> {
  const row = await withWorkspace(db, workspaceId, async (trx) => {
    const all = sql`(
      select position, created_at from evidence_reports where workspace_id = ${workspaceId}
      union all
      select position, created_at from evidence_erasures where workspace_id = ${workspaceId}
      union all
      select position, created_at from ${ofDocuments(workspaceId)} as proven
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

/** Lists at most `limit` reports of a number range, in ascending order. */
export async function listNumbered(
  db: Database,
  workspaceId: string,
  { from, to }: Range,
  limit: number,
): Promise<NumberedEntry[]> {
  const rows = await withWorkspace(db, workspaceId, (trx) =>
    trx
      .selectFrom('evidence_reports')
      .select(['position', 'created_at', 'entry'])
      .where('workspace_id', '=', workspaceId)
      .where('position', '>=', String(from))
      .where('position', '<=', String(to))
      .orderBy('position')
      .limit(limit)
      .execute(),
  );
  return rows.map(({ position, created_at, entry }) => ({
    position: Number(position),
    at: created_at,
    entry: entry as ReportEntry,
    documentId: null,
  }));
}

/** Lists the documents that have evidence in a number range, in ascending order, without erased ones. */
export async function listProven(db: Database, workspaceId: string, { from, to }: Range): Promise<ProvenDocument[]> {
  const { rows } = await withWorkspace(db, workspaceId, (trx) =>
    sql<{ readonly position: string; readonly document_id: string }>`
      select position, document_id from ${ofDocuments(workspaceId)} as proven
      where position between ${from} and ${to} and erased_at is null order by position`.execute(trx),
  );
  return rows.map(({ position, document_id }) => ({ position: Number(position), documentId: document_id }));
}

type ProvenDocument = { readonly position: number; readonly documentId: string };

/** Reads the evidence of these documents, in ascending order of number; documents erased since are skipped. */
export async function readProven(
  db: Database,
  workspaceId: string,
  proven: readonly ProvenDocument[],
): Promise<NumberedEntry[]> {
  if (proven.length === 0) return [];
  const ids = proven.map(({ documentId }) => documentId);
  const { rows } = await withWorkspace(db, workspaceId, (trx) =>
    sql<ProvenRow>`
      select document.id, event.data -> 'report' as report, filename, sha256, size_bytes, summary, counts
      from documents as document
      join document_events as event on event.workspace_id = document.workspace_id and event.document_id = document.id
      where document.workspace_id = ${workspaceId} and document.id = any(${ids}::text[]) and erased_at is null
        and event.type = 'evidence.created'`.execute(trx),
  );
  return rows
    .map(({ id, report, filename, sha256, size_bytes, summary, counts }) => ({
      position: report.position,
      at: new Date(report.created_at),
      entry: {
        id: report.id,
        filename,
        sha256,
        size_bytes,
        created_at: report.created_at,
        valid: report.valid,
        document_type: report.document_type,
        summary,
        counts,
      },
      documentId: id,
    }))
    .sort((one, other) => one.position - other.position);
}

type ProvenRow = Pick<ReportEntry, 'filename' | 'sha256' | 'size_bytes' | 'summary' | 'counts'> & {
  readonly id: string;
  readonly report: Pick<ReportEntry, 'id' | 'created_at' | 'valid' | 'document_type'> & { readonly position: number };
};

/**
 * Returns the numbers of a range whose reports were erased, in ascending order, with consecutive numbers merged into
 * ranges.
 */
export async function listErased(db: Database, workspaceId: string, { from, to }: Range): Promise<Range[]> {
  const rows = await withWorkspace(db, workspaceId, async (trx) => {
    const found = await sql<Readonly<Record<'from' | 'to', string>>>`
      select min(position) as from, max(position) as to
      from (
        select position, position - row_number() over (order by position) as run
        from (
          select position from evidence_erasures where workspace_id = ${workspaceId}
          union all
          select position from ${ofDocuments(workspaceId)} as proven where erased_at is not null
        ) as gone
        where position between ${from} and ${to}
      ) as numbered
      group by run order by run`.execute(trx);
    return found.rows;
  });
  return rows.map((row) => ({ from: Number(row.from), to: Number(row.to) }));
}
