import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { BEGIN } from './begin-ahead.ts';
import { sendingNotices } from './notify.ts';
import type { Database } from './open-database.ts';
import type { Tables } from './tables.ts';

/** A transaction of the service's database. */
export type Trx = Transaction<Tables>;

/**
 * Runs the work in one transaction that sees and writes the rows of one workspace alone: the database's row-level
 * security enforces it, whatever the queries say. Commits when the work resolves, rolls back when it rejects.
 */
export function withWorkspace<T>(db: Database, workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  // Begin and scope go with the first statement: Kysely's own transaction would make them two more round trips.
  const begin = CompiledQuery.raw(
    `${BEGIN} select set_config('role', 'einvoice_scoped', true), ` +
      `set_config('app.workspace_id', ${pg.escapeLiteral(workspaceId)}, true)`,
  );
  return sendingNotices(db.listener, (collect) =>
    db.kysely.connection().execute(async (connection) => {
      // It is one in all but its class: every query goes over this connection, between begin and commit.
      const trx = connection as Trx;
      collect(trx);
      try {
        await trx.executeQuery(begin);
        const result = await work(trx);
        await trx.executeQuery(CompiledQuery.raw('commit'));
        return result;
      } catch (error) {
        // On a connection that is gone there is nothing left to roll back, and the first error is the one to tell.
        await trx.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
        throw error;
      }
    }),
  );
}

/** The unscoped query builder: it sees every workspace. Its short guest list is part of the architecture test. */
export function system(db: Database): Kysely<Tables> {
  return db.kysely;
}
