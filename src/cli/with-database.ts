import { join } from 'node:path';
import { checkSameDatabase, type Database, migrate, openDatabase, pendingMigrations } from '../platform/db/index.ts';
import {
  type Config,
  ConfigProblems,
  DataFolderInUse,
  findRunningPostgres,
  type Log,
  OperatorFault,
  startPostgres,
} from '../platform/index.ts';

/** How long a command waits for a pooler that it does not need itself, in milliseconds. */
const POOLER_PATIENCE = 2_000;

/** Database server that a command uses. */
type Server = {
  readonly url: string;
  /**
   * `own`: embedded server started for this command. `lent`: embedded server of the running service. `named`:
   * DATABASE_URL.
   */
  readonly from: 'own' | 'lent' | 'named';
  readonly stop: () => Promise<void>;
};

/**
 * Runs work on the service's database: DATABASE_URL, or the embedded one, shared with a running service or started
 * for the duration of the command. Only an embedded database that the command starts is migrated; any other is
 * migrated only by `migrate` and by a start of the service.
 *
 * @throws DataFolderInUse when a service that is not ready yet uses the embedded database; OperatorFault when the
 *   database has no schema of this service, or one of an earlier release
 */
export async function withServiceDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'root'>,
  log: Log,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const server = await reachServer(config, log);
  const db = openDatabase({ url: server.url, maxConnections: 2, applicationName: 'einvoice cli', log });
  const migrations = join(config.root, 'migrations');
  try {
    const pending = server.from === 'own' ? [] : await pendingMigrations(db, migrations);
    if (pending[0]?.startsWith('0001_'))
      throw new OperatorFault(
        'The database of DATABASE_URL has no schema of this service: check the address, or create the schema first (npm run migrate)',
      );
    if (pending.length > 0)
      throw new OperatorFault(
        server.from === 'lent'
          ? 'The service that runs on this data folder is an older release: restart it first'
          : 'The database has the schema of an earlier release, which may run on it: first bring it to this one (migrate)',
      );
    if (server.from === 'own') await migrate(db, migrations);
    return await work(db);
  } finally {
    await db.close();
    await server.stop();
  }
}

/**
 * Verifies that DATABASE_URL and DATABASE_DIRECT_URL lead to the same database, for commands that use the latter. If
 * the pooler is unreachable, a warning is logged and the command continues, because a backup may be needed in an
 * emergency.
 *
 * @throws ConfigProblems when they lead to different databases
 */
export async function compareAddresses(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>,
  log: Log,
): Promise<void> {
  try {
    await checkSameDatabase(config, log, POOLER_PATIENCE);
  } catch (error) {
    if (error instanceof ConfigProblems) throw error;
    const reason = (error as Error).message;
    log.warn({ reason }, 'cannot check that DATABASE_URL and DATABASE_DIRECT_URL name the same database');
  }
}

/**
 * Connects a command to the service's database: DATABASE_DIRECT_URL, DATABASE_URL, or the embedded database, which is
 * started if no service runs it.
 *
 * @throws ConfigProblems when the two URLs lead to different databases; DataFolderInUse when a service that is not
 *   ready yet uses the embedded database
 */
export async function reachServer(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  log: Log,
): Promise<Server> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  await compareAddresses(config, log);
  const leave = async (): Promise<void> => undefined;
  if (databaseUrl !== null) return { url: databaseDirectUrl ?? databaseUrl, from: 'named', stop: leave };
  try {
    const { url, stop } = await startPostgres({ dataDir, log });
    return { url, from: 'own', stop };
  } catch (error) {
    const running = error instanceof DataFolderInUse ? findRunningPostgres(dataDir) : null;
    if (running === null) throw error;
    return { url: running, from: 'lent', stop: leave };
  }
}
