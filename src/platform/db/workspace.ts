import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import { sendingNotices } from './notify.ts';
import { BEGIN } from './pipelined-begin.ts';
import type { Tables } from './tables.ts';

/** Transaction of the service's database. */
export type Trx = Transaction<Tables>;

/** Rows and callbacks that are sent with the commit of a running transaction. */
type Last = { readonly toStatement: ToStatement; readonly row: unknown; readonly onCommit: () => void };
type ToStatement = (rows: readonly never[]) => string;
const lasts = new WeakMap<object, Last[]>();

/**
 * Runs work in a transaction that reads and writes only the rows of one workspace; row-level security enforces this
 * whatever the queries contain. Commits when the work resolves, rolls back when it rejects.
 */
export function withWorkspace<T>(db: Database, workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  // BEGIN and the scope are sent with the first statement; Kysely's own transaction would need two more round trips.
  const begin =
    `${BEGIN} select set_config('role', 'einvoice_scoped', true), ` +
    `set_config('app.workspace_id', ${toLiteral(workspaceId)}, true)`;
  return runTransaction(db, begin, work);
}

/**
 * Runs work in a transaction that sees all workspaces. The architecture test restricts its callers, as for `system`.
 */
export function inTransaction<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return runTransaction(db, BEGIN, work);
}

function runTransaction<T>(db: Database, begin: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return sendingNotices(db.listener, (collect) =>
    db.kysely.connection().execute(async (connection) => {
      // Behaves as a Transaction except for its class: all queries use this connection, between BEGIN and COMMIT.
      const trx = connection as Trx;
      const last: Last[] = [];
      lasts.set(trx, last);
      collect(trx);
      try {
        await trx.executeQuery(CompiledQuery.raw(begin));
        const result = await work(trx);
        await trx.executeQuery(CompiledQuery.raw(toEnd(last)));
        for (const { onCommit } of last) onCommit();
        return result;
      } catch (error) {
        // On a lost connection the rollback fails as well; the original error is the one to report.
        await trx.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
        throw error;
      }
    }),
  );
}

/** Combines the last statements with COMMIT in one message, so that they cost no further round trip. */
function toEnd(last: readonly Last[]): string {
  if (last.length === 0) return 'commit';
  const kinds = new Map<ToStatement, unknown[]>();
  for (const { toStatement, row } of last) {
    const rows = kinds.get(toStatement) ?? [];
    kinds.set(toStatement, rows);
    rows.push(row);
  }
  const statements = [...kinds].map(([toStatement, rows]) => toStatement(rows as never[]));
  return ['reset role', ...statements, 'commit'].join('; ');
}

/**
 * Writes a row in the last statement of a transaction of `withWorkspace` or `inTransaction`. The statement runs with
 * the service's privileges outside the workspace, so it may write what workspace queries may not. When it fails, the
 * transaction fails.
 *
 * @param toStatement creates one SQL statement for all rows, with values as literals (`toLiteral`)
 * @param onCommit is called after the commit
 */
export function runLast<Row>(
  trx: object,
  toStatement: (rows: readonly Row[]) => string,
  row: Row,
  onCommit: () => void,
): void {
  const last = lasts.get(trx);
  if (last === undefined) throw new Error('Only a transaction of withWorkspace or inTransaction has an end of its own');
  last.push({ toStatement: toStatement as ToStatement, row, onCommit });
}

/**
 * Quotes text as an SQL literal that is valid with either value of `standard_conforming_strings`. Replaces the
 * driver's `escapeLiteral`, which allocates a string per character: five kilobytes per line of the audit trail.
 */
export function toLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

/** Query builder without workspace scope: sees all workspaces. The architecture test lists its permitted callers. */
export function system(db: Database): Kysely<Tables> {
  return db.kysely;
}
