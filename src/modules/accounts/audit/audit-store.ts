import { type Insertable, type Selectable, sql } from 'kysely';
import { type Database, runLast, system, type Tables, toLiteral, withWorkspace } from '../../../platform/db/index.ts';

export type { Database } from '../../../platform/db/index.ts';

type Row = Selectable<Tables['audit_entries']>;

export type NewAuditRow = Insertable<Tables['audit_entries']>;

/**
 * Removes lone surrogates and null characters, which PostgreSQL rejects: a name truncated within a character would
 * otherwise lose its own entry and all others of the same statement.
 */
const toJson = (rows: unknown): string =>
  JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
  );

/** SQLSTATE foreign_key_violation: the workspace was erased. */
const GONE = '23503';

/** Adds an entry at the end of the transaction of the change that it records. */
export function insertWithChange(trx: object, row: NewAuditRow, onCommit: () => void): void {
  runLast(trx, toInsert, row, onCommit);
}

const toInsert = (rows: readonly NewAuditRow[]): string => `
  insert into audit_entries
  select entry.* from json_populate_recordset(null::audit_entries, ${toLiteral(toJson(rows))}::json) as entry
  on conflict (id) do nothing`;

/**
 * Inserts entries of any workspaces in one statement. Existing entries are skipped, since a connection lost during a
 * commit leaves it unknown whether the entry was written. Entries of erased workspaces (expired sandbox workspaces)
 * are dropped.
 */
export async function insertAuditEntries(db: Database, rows: readonly NewAuditRow[]): Promise<void> {
  const insert = insertAuditQuery(rows);
  try {
    await insert.execute(system(db));
  } catch (error) {
    // The workspace was erased between the query and the foreign key check; the retry sees that.
    if ((error as { code?: string }).code !== GONE) throw error;
    await insert.execute(system(db));
  }
}

/** Statement of `insertAuditEntries`. */
const insertAuditQuery = (rows: readonly NewAuditRow[]) => sql`
  insert into audit_entries
  select entry.*
  from json_populate_recordset(null::audit_entries, ${toJson(rows)}::json) as entry
  where exists (select from workspaces where id = entry.workspace_id)
  on conflict (id) do nothing`;

type AuditRowFilter = {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly resource?: string | undefined;
  readonly outcome?: Row['outcome'] | undefined;
  readonly after?: Date | undefined;
  readonly before?: Date | undefined;
  /** Last row of the previous page. */
  readonly from?: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
};

/** Entries of a workspace, newest first. */
export function listAuditRows(
  db: Database,
  workspaceId: string,
  filter: AuditRowFilter,
): Promise<Omit<Row, 'workspace_id'>[]> {
  return withWorkspace(db, workspaceId, (trx) => listAuditQuery(trx, workspaceId, filter).execute());
}

/** Query of `listAuditRows`. */
function listAuditQuery(
  trx: Pick<ReturnType<typeof system>, 'selectFrom'>,
  workspaceId: string,
  { actor, action, resource, outcome, after, before, from, limit }: AuditRowFilter,
) {
  return trx
    .selectFrom('audit_entries')
    .select(['id', 'at', 'actor', 'role', 'action', 'resource', 'outcome', 'status', 'code'])
    .select(['client_address', 'request_id'])
    .where('workspace_id', '=', workspaceId)
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor!))
    .$if(action !== undefined, (query) => query.where('action', '=', action!))
    .$if(resource !== undefined, (query) => query.where('resource', '=', resource!))
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome!))
    .$if(after !== undefined, (query) => query.where('at', '>', after!))
    .$if(before !== undefined, (query) => query.where('at', '<', before!))
    .$if(from !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<', tuple<Date, string>(from!.at, from!.id))),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}
