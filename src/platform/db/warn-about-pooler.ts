import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';

const ASK = 'select pg_backend_pid() as pid';

/**
 * Logs a warning when the direct address leads through a pooler in transaction mode, which loses notifications and
 * prepared statements. It does not end the process: session-mode poolers work, and only proven cases are reported.
 *
 * @param client a connection to the direct address, outside a transaction
 * @throws the database's error
 */
export async function warnAboutPooler(db: Database, client: pg.Client): Promise<void> {
  const first = (await client.query<{ pid: number }>(ASK)).rows[0]!.pid;
  // A direct connection to the server receives the real backend process id at startup.
  if ((client as unknown as { processID: number | null }).processID === first) return;
  const { rows } = await sql.raw<{ pid: number }>(ASK).execute(db.kysely);
  // Both connections are open: the same backend for both proves that a pooler shares it.
  if (rows[0]!.pid !== first) return;
  db.log.warn(
    'DATABASE_URL uses a transaction pooler, set DATABASE_DIRECT_URL to the same database without the pooler',
  );
}
