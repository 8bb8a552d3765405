import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';

/** Advisory lock key, equal in all processes ("einv" in ASCII). */
const LOCK = 0x65696e76;

/** Time without a log entry, in milliseconds; migrations usually take less. */
const SILENCE = 10_000;

/**
 * Creates a function that takes the migration lock within a transaction. A session lock would stay with a pooler's
 * connection after the process ends, and block every later start.
 *
 * @param client connection whose transactions take the lock
 * @param silence wait in milliseconds before the holder of the lock is logged, once
 * @returns waits for the lock without a limit; rejects with the database's error
 */
export function makeMigrationLock(db: Database, client: pg.Client, silence = SILENCE): () => Promise<void> {
  let isTold = false;
  const reportWait = async (): Promise<void> => {
    if (isTold) return;
    isTold = true;
    const holders = await findHolders(db).catch(() => []);
    db.log.warn({ server_processes: holders }, 'waiting for the migration lock, another session holds it');
  };
  return async () => {
    const timer = setTimeout(() => void reportWait(), silence);
    try {
      await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Process ids of the holders, for `pg_terminate_backend`. */
async function findHolders(db: Database): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks join pg_database on oid = database and datname = current_database()
    where locktype = 'advisory' and classid = 0 and objid = ${sql.lit(LOCK)} and objsubid = 1 and granted
    order by 1`.execute(db.kysely);
  return rows.map(({ pid }) => pid);
}
