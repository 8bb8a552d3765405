import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { type Config, ConfigProblems, type Log } from '../index.ts';
import { openDatabase } from './open-database.ts';
import { inTransaction } from './workspace.ts';

/** Time to wait for the database at startup, in milliseconds. */
const PATIENCE = 10_000;

const LARGEST = 2 ** 47;

/**
 * Verifies that DATABASE_URL and DATABASE_DIRECT_URL lead to the same database, when both are set: an advisory lock
 * taken through one must be visible through the other. Names and system identifiers cannot distinguish a server from
 * its copy.
 *
 * @param patience how long to wait for a starting server, in milliseconds
 * @throws ConfigProblems when the databases differ; the database's error when one is unreachable
 */
export async function checkSameDatabase(
  { databaseUrl, databaseDirectUrl }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>,
  log: Log,
  waitTimeoutMs = PATIENCE,
): Promise<void> {
  if (databaseUrl === null || databaseDirectUrl === null || databaseUrl === databaseDirectUrl) return;
  const options = {
    directUrl: databaseDirectUrl,
    maxConnections: 1,
    applicationName: 'einvoice compare',
    log,
    waitTimeoutMs,
  };
  const pooled = openDatabase({ ...options, url: databaseUrl });
  const direct = openDatabase({ ...options, url: databaseDirectUrl });
  // Random, so that processes that start concurrently do not see each other's locks.
  const key = randomInt(LARGEST);
  try {
    // Both sides use a transaction, since a pooler may switch sessions between transactions.
    const isFree = await inTransaction(pooled, async (holding) => {
      await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(holding);
      return inTransaction(direct, async (trying) => {
        const { rows } = await sql<{ free: boolean }>`
          select pg_try_advisory_xact_lock(${key}::bigint) as free`.execute(trying);
        return rows[0]!.free;
      });
    });
    if (isFree) throw new ConfigProblems(['DATABASE_URL and DATABASE_DIRECT_URL lead to different databases']);
  } finally {
    await Promise.all([pooled.close(), direct.close()]);
  }
}
