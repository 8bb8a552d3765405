import { join } from 'node:path';
import { type Database, migrate, openDatabase } from '../db/index.ts';
import { type Config, type Log, startPostgres } from '../runtime/index.ts';

/**
 * Does something on the service's database, brought to the newest schema: that of DATABASE_URL, or the embedded one,
 * which is started for as long as it takes.
 *
 * @throws DataFolderInUse when a running service has the embedded one
 */
export async function withServiceDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'root'>,
  log: Log,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const embedded = config.databaseUrl === null ? await startPostgres({ dataDir: config.dataDir, log }) : null;
  const url = config.databaseUrl ?? embedded!.url;
  const db = openDatabase({ url, maxConnections: 2, applicationName: 'einvoice cli', log });
  try {
    await migrate(db, join(config.root, 'migrations'));
    return await work(db);
  } finally {
    await db.close();
    await embedded?.stop();
  }
}
