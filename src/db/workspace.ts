import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './open-database.ts';
import type { Tables } from './tables.ts';

/** A transaction of the service's database. */
export type Trx = Transaction<Tables>;

/**
 * Runs the work in one transaction that sees and writes the rows of one workspace alone: the database's row-level
 * security enforces it, whatever the queries say. Commits when the work resolves, rolls back when it rejects.
 */
export function withWorkspace<T>(db: Database, workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.kysely.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'einvoice_scoped', true), set_config('app.workspace_id', ${workspaceId}, true)`.execute(
      trx,
    );
    return work(trx);
  });
}

/** The unscoped query builder: it sees every workspace. Its short guest list is part of the architecture test. */
export function system(db: Database): Kysely<Tables> {
  return db.kysely;
}
