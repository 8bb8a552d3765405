import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';

/** The same number in every process: "einvoice migrations" has no meaning to PostgreSQL beyond being equal. */
const LOCK = 0x65696e76;

/** How long is waited in silence, in milliseconds: most migrations take less. */
const SILENCE = 10_000;

/**
 * Makes what takes the lock of the migrations within a transaction, which gives it back with its end. A lock of the
 * session would stay with the connection of a pooler after the process that took it, and every later start wait for it.
 *
 * @param client the connection whose transactions take the lock
 * @param silence how long is waited before the log is told, once, who is waited for; in milliseconds
 * @returns waits for the lock as long as it takes; rejects with the database's error
 */
export function makeMigrationLock(db: Database, client: pg.Client, silence = SILENCE): () => Promise<void> {
  let isTold = false;
  const tell = async (): Promise<void> => {
    if (isTold) return;
    isTold = true;
    const holders = await findHolders(db).catch(() => []);
    db.log.warn(
      { server_processes: holders },
      'another process migrates, or a session holds the lock of the migrations: this one waits for it',
    );
  };
  return async () => {
    const timer = setTimeout(() => void tell(), silence);
    try {
      await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Whom `pg_terminate_backend` would end: a session that a release before this one left with a pooler. */
async function findHolders(db: Database): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks join pg_database on oid = database and datname = current_database()
    where locktype = 'advisory' and classid = 0 and objid = ${sql.lit(LOCK)} and objsubid = 1 and granted
    order by 1`.execute(db.kysely);
  return rows.map(({ pid }) => pid);
}
