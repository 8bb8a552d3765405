import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, waitUntil } from './service.ts';

/** PgBouncer in front of a database. */
export type TestPooler = {
  /** URL of the database through the pooler. */
  readonly url: string;
  /** Closes all connections and listens again. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** True when `pgbouncer` is on the PATH. */
export const hasPgBouncer: boolean = spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0;

/** Unprivileged account of every Linux: PgBouncer does not run as root. */
const NOBODY = 65_534;

/**
 * Starts a pooler in transaction mode with few server connections, so that sessions are mixed. In the mode `session`
 * each client has its own.
 */
export async function startPgBouncer(
  databaseUrl: string,
  mode: 'transaction' | 'session' = 'transaction',
): Promise<TestPooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'einvoice-pgbouncer-'));
  chmodSync(folder, 0o755);
  const own = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 8
max_client_conn = 500
`,
  );
  const start = async (): Promise<ChildProcess> => {
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const child = spawn('pgbouncer', [file], { stdio: 'ignore', ...user });
    await waitUntil(() => {
      if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
      return isOpen(own);
    });
    return child;
  };
  const end = (child: ChildProcess): Promise<unknown> => {
    const ended = new Promise((done) => child.once('exit', done));
    // SIGKILL aborts running queries.
    child.kill('SIGKILL');
    return ended;
  };
  let child = await start();
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${own}` }).href,
    restart: async () => {
      await end(child);
      child = await start();
    },
    stop: async () => {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
