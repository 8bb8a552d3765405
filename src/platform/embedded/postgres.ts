import { existsSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { makeFolder } from '../make-folder.ts';
import { chooseAccount, isOpenToAll } from './account.ts';
import { lockDataFolder } from './data-lock.ts';
import { initialise, OWNER, placesIn, WORKING_FOLDER } from './initialise.ts';
import { findPrograms } from './programs.ts';
import { findFreePort, type Server, startServer } from './server.ts';
import { stopStale } from './stop-stale.ts';

/** Embedded PostgreSQL server, restarted when it dies. */
export type EmbeddedPostgres = {
  /** Connection URL; constant across restarts. */
  readonly url: string;
  /** Current process id; null while the server is down. */
  readonly pid: () => number | null;
  /** Ends all sessions, writes a checkpoint and stops the server. */
  readonly stop: () => Promise<void>;
};

export type PostgresOptions = {
  /** Data folder of the service; the server's folder is `postgres` in it and is initialised when missing. */
  readonly dataDir: string;
  readonly log: Log;
  /** False for tests only: no fsync, a crash may lose data. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
};

function settingsOf(port: number, options: PostgresOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: String(options.maxConnections ?? 100),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and detail lines may contain invoice data; the service logs its own errors.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    // Queries are short: JIT compilation takes longer than running them.
    jit: 'off',
    ...(options.durable === false ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Creates the data folder when missing. */
export function makeDataDir(dataDir: string): void {
  const asRoot = process.getuid?.() === 0;
  // Mode 0711 as root: the unprivileged account, which then runs PostgreSQL, must traverse the folder but not list it.
  makeFolder(dataDir, asRoot ? 0o711 : 0o700);
}

function checkOwner(folder: string): void {
  if (!existsSync(folder)) return;
  const { uid } = statSync(folder);
  const own = process.getuid?.();
  if (own === undefined || own === 0 || uid === own) return;
  throw new Error(
    `The folder ${folder} belongs to user ${uid} and this process runs as user ${own}: ` +
      'start the service as before, or give the folder to this user (chown -R).',
  );
}

/**
 * Starts the embedded PostgreSQL in `dataDir/postgres` and restarts it on the same port and data when it dies, until
 * `stop`. Works as root (the server then runs as an unprivileged account or as the folder's owner) and as an ordinary user. Measured
 * on two cores: about 1 s for the first start, 0.1 s for later ones.
 *
 * @throws DataFolderInUse when another live service uses the folder; Error when the server cannot start
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  makeDataDir(dataDir);
  const lock = await lockDataFolder(dataDir);
  try {
    return await startLocked(options, join(dataDir, 'postgres'), lock.release);
  } catch (error) {
    lock.release();
    log.debug({ err: error }, 'embedded PostgreSQL did not start');
    throw error;
  }
}

async function startLocked(options: PostgresOptions, folder: string, release: () => void): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  checkOwner(folder);
  const account = chooseAccount(folder);
  const { data, password } = placesIn(folder);
  const programs = findPrograms(account !== null, [join(options.dataDir, 'programs'), tmpdir()]);
  const blocked = account !== null && !isOpenToAll(dirname(folder));
  const reach = (path: string): string => (blocked ? WORKING_FOLDER : path);
  await initialise(folder, programs, account, { durable, reach });
  await stopStale(data, log);

  let port = await findFreePort();
  const start = (): Promise<Server> =>
    startServer({
      program: programs.postgres,
      parameters: ['-D', reach(data), ...settingsOf(port, options)],
      account,
      data,
      log,
    });
  let server: Server | null = await start().catch(async (error: Error) => {
    // Another process took the free port first.
    if (!/could not bind|could not create any TCP/.test(error.message)) throw error;
    port = await findFreePort();
    return start();
  });

  let stopping = false;
  const watch = async (): Promise<void> => {
    for (let wait = 25; !stopping; ) {
      const began = performance.now();
      const output = await server?.ended;
      if (stopping) return;
      server = null;
      log.error({ output }, 'PostgreSQL exited, restarting');
      if (performance.now() - began > 60_000) wait = 25;
      try {
        // Remaining sessions of the dead server still hold the data until they notice and exit.
        await stopStale(data, log);
        server = await start();
        log.info('PostgreSQL restarted');
      } catch (error) {
        log.error({ err: error, retry_in_ms: wait }, 'PostgreSQL restart failed');
      }
      await pause(wait);
      wait = Math.min(wait * 2, 5_000);
    }
  };
  const watching = watch();

  return {
    url: `postgres://${OWNER}:${readFileSync(password, 'utf8')}@127.0.0.1:${port}/${OWNER}`,
    pid: () => server?.pid ?? null,
    stop: async () => {
      if (stopping) return;
      stopping = true;
      const last = server;
      last?.signal('SIGINT');
      const hard = setTimeout(() => last?.signal('SIGQUIT'), 20_000);
      await last?.ended;
      clearTimeout(hard);
      await watching;
      server?.signal('SIGINT');
      await server?.ended;
      release();
    },
  };
}
