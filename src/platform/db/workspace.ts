import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import { sendingNotices } from './notify.ts';
import { BEGIN } from './pipelined-begin.ts';
import type { Tables } from './tables.ts';

/** A transaction of the service's database. */
export type Trx = Transaction<Tables>;

/** What goes with the commit of a running transaction. */
type Last = { readonly toStatement: ToStatement; readonly row: unknown; readonly onCommit: () => void };
type ToStatement = (rows: readonly never[]) => string;
const lasts = new WeakMap<object, Last[]>();

/**
 * Runs the work in one transaction that sees and writes the rows of one workspace alone: the database's row-level
 * security enforces it, whatever the queries say. Commits when the work resolves, rolls back when it rejects.
 */
export function withWorkspace<T>(db: Database, workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  // Begin and scope go with the first statement: Kysely's own transaction would make them two more round trips.
  const begin =
    `${BEGIN} select set_config('role', 'einvoice_scoped', true), ` +
    `set_config('app.workspace_id', ${toLiteral(workspaceId)}, true)`;
  return runTransaction(db, begin, work);
}

/** Runs the work in one transaction that sees every workspace. Its guest list is that of `system`. */
export function inTransaction<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return runTransaction(db, BEGIN, work);
}

function runTransaction<T>(db: Database, begin: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return sendingNotices(db.listener, (collect) =>
    db.kysely.connection().execute(async (connection) => {
      // It is one in all but its class: every query goes over this connection, between begin and commit.
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
        // On a connection that is gone there is nothing left to roll back, and the first error is the one to tell.
        await trx.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
        throw error;
      }
    }),
  );
}

/** One message to the server: what comes last costs no further round trip. */
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
 * Has a row written by the last statement of a transaction of `withWorkspace` or `inTransaction`. The service itself runs
 * it, outside the workspace: it may write what no query in a workspace may. When it fails, so does the transaction.
 *
 * @param toStatement one SQL statement for all rows that are given with it, their values as literals (`toLiteral`)
 * @param onCommit called once the transaction has committed
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
 * A text as a literal of SQL, whatever the server's `standard_conforming_strings`. As `escapeLiteral` of the driver, which makes
 * a string for each character: five kilobytes for each line of the audit trail.
 */
export function toLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

/** The unscoped query builder: it sees every workspace. Its short guest list is part of the architecture test. */
export function system(db: Database): Kysely<Tables> {
  return db.kysely;
}
