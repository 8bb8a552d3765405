import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';

const ASK = 'select pg_backend_pid() as pid';

/**
 * Warns in the log when the direct address leads through a pooler that gives out a connection for each transaction: there
 * notices get lost and prepared statements are missed. It is no reason to end: other poolers keep sessions apart, and
 * only what is proven is told.
 *
 * @param client a connection to the direct address, in no transaction
 * @throws the database's error
 */
export async function warnAboutPooler(db: Database, client: pg.Client): Promise<void> {
  const first = (await client.query<{ pid: number }>(ASK)).rows[0]!.pid;
  // Who is connected to the server itself was told the number of his process when he came.
  if ((client as unknown as { processID: number | null }).processID === first) return;
  const { rows } = await sql.raw<{ pid: number }>(ASK).execute(db.kysely);
  // Two connections are open: one process of the server for both belongs to neither.
  if (rows[0]!.pid !== first) return;
  db.log.warn(
    'DATABASE_URL leads through a pooler that gives out a connection for each transaction: set DATABASE_DIRECT_URL to the same database without it',
  );
}
