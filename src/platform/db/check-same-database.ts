import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { type Config, ConfigProblems, type Log } from '../index.ts';
import { openDatabase } from './open-database.ts';
import { inTransaction } from './workspace.ts';

/** As long as a start waits for its database, in milliseconds. */
const PATIENCE = 10_000;

const LARGEST = 2 ** 47;

/**
 * Proves that DATABASE_URL and DATABASE_DIRECT_URL lead to the same database, where both are set: a lock that is held
 * through one is met through the other. Names and identifiers would not tell a server from its copy.
 *
 * @param patience how long a server that is starting is waited for, in milliseconds
 * @throws ConfigProblems when they lead to different databases; the database's error when one cannot be asked
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
  // Drawn for this once: processes that start at the same time do not meet each other's.
  const key = randomInt(LARGEST);
  try {
    // In transactions on both sides: a pooler gives a session for no longer.
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
