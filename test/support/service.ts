import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findRunningPostgres } from '../../src/platform/index.ts';
import { builtScript } from './built-service.ts';

/** Timeout in milliseconds for hanging tests, far above normal durations on a busy machine. */
export const HANGS_MS = 400_000;

/** The service as an operator starts it: a supervisor with its own PostgreSQL, API and workers, or a single role. */
export type Service = {
  readonly url: string;
  readonly dataDir: string;
  /** URL of its external or embedded database; null while the embedded one is not running. */
  readonly databaseUrl: () => string | null;
  /** Output of all processes so far. */
  readonly output: () => string;
  /** Process ids of a part. */
  readonly pids: (part: Part) => number[];
  /** Sends a signal to a part; returns its process id. */
  readonly signal: (part: Part, name: NodeJS.Signals) => number;
  readonly kill9: (part: Part) => number;
  /** All running processes started by this service, or by an earlier one on the same folder. */
  readonly processes: () => number[];
  /** Exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Stops as with Ctrl-C, and waits for the end. */
  readonly stop: () => Promise<void>;
};

export type Part = 'supervisor' | 'api' | 'workers' | 'sftp' | 'postgres';

export type ServiceOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  /** `--run=…`: a single role. */
  readonly parameters?: readonly string[];
  /** Program, unless it is the shared build. */
  readonly script?: string;
  readonly dataDir?: string;
  readonly port?: number;
};

/** Starts the built service and waits until it is ready. The caller removes `dataDir` after the last stop. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const service = await spawnService(options);
  let ended = false;
  service.ended.then(() => {
    ended = true;
  });
  try {
    await waitUntil(
      async () => {
        if (ended) throw new Error(`the service ended with ${await service.ended}:\n${service.output()}`);
        return (await fetch(`${service.url}/readyz`).catch(() => null))?.status === 200;
      },
      () => `the service was not ready in time:\n${service.output()}`,
    );
  } catch (error) {
    await service.stop();
    throw error;
  }
  return service;
}

/** Far above the output of a working service in a test, in characters. */
const MAX_OUTPUT = 4_000_000;

/** Starts the service without waiting. */
export async function spawnService(options: ServiceOptions = {}): Promise<Service> {
  const { environment = {}, parameters = [] } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'einvoice-flow-'));
  const port = options.port ?? (await findFreePort());
  const child = spawn(process.execPath, [options.script ?? (await builtScript('main')), ...parameters], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      REDIS_URL: '',
      PUBLIC_DAILY_LIMIT: '0',
      KEY_RATE_LIMIT: '0',
      // Load of other tests must not cause load shedding.
      MAX_LAG_MS: '60000',
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      // Most tests do not need the warmed-up parts.
      WARM_UP: 'false',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
      if (output.length > MAX_OUTPUT) {
        child.kill('SIGKILL');
        output = `${output.slice(0, 10_000)}\n… too much was printed: killed`;
      }
    });
  const ended = new Promise<number | null>((done) => {
    child.once('close', (code) => done(code));
  });
  const signal = (part: Part, name: NodeJS.Signals): number => {
    const [pid] = findPids(child, part);
    if (pid === undefined) throw new Error(`no ${part} is alive`);
    process.kill(pid, name);
    return pid;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl: () => environment.DATABASE_URL || findRunningPostgres(dataDir),
    output: () => output,
    pids: (part) => findPids(child, part),
    signal,
    kill9: (part) => signal(part, 'SIGKILL'),
    processes: () => findProcesses(dataDir),
    ended,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Deletes the data of a stopped service. After a kill, PostgreSQL may still write while the folder is deleted. */
export function removeData({ dataDir }: Pick<Service, 'dataDir'>): void {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 40, retryDelay: 100 });
}

/** Suspends the workers at a moment when they hold no database locks. */
async function stopBetweenTransactions(service: Service): Promise<number> {
  const url = service.databaseUrl();
  for (;;) {
    const pid = service.signal('workers', 'SIGSTOP');
    if (url === null || !(await holdsTransaction(url))) return pid;
    process.kill(pid, 'SIGCONT');
    await pause(50);
  }
}

/** Whether a session is idle in a transaction. */
async function holdsTransaction(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Queries in progress at the suspension have finished by then, and their sessions are idle.
    await pause(100);
    const { rowCount } = await client.query(`select from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%' and state_change < clock_timestamp() - interval '50 milliseconds'`);
    return rowCount !== 0;
  } finally {
    await client.end();
  }
}

/** Runs work while the workers are suspended; `go` resumes them earlier. */
export async function whileWorkersStand<T>(service: Service, work: (go: () => void) => Promise<T>): Promise<T> {
  const pid = await stopBetweenTransactions(service);
  let isStopped = true;
  const go = (): void => {
    if (isStopped) process.kill(pid, 'SIGCONT');
    isStopped = false;
  };
  try {
    return await work(go);
  } finally {
    go();
  }
}

export const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Polls until the condition holds, or the timeout expires. */
export async function waitUntil(
  answer: () => Promise<boolean> | boolean,
  complaint: () => string = () => 'it did not happen in time',
): Promise<void> {
  const end = performance.now() + HANGS_MS;
  while (!(await answer())) {
    if (performance.now() > end) throw new Error(complaint());
    await pause(50);
  }
}

const PARTS: Readonly<Record<Exclude<Part, 'supervisor'>, RegExp>> = {
  api: /--run=api/,
  workers: /--run=workers/,
  sftp: /--run=sftp/,
  postgres: /bin\/postgres\b.*-D/,
};

/** Direct children of the supervisor, by command line; excludes children of a server. */
function findPids(child: ChildProcess, part: Part): number[] {
  if (part === 'supervisor') return child.exitCode === null && child.signalCode === null ? [child.pid!] : [];
  const isPart = (pid: number): boolean => PARTS[part].test(readCommand(pid));
  return livePids().filter((pid) => parentOf(pid) === child.pid && isPart(pid));
}

/** The service's processes have the folder in their environment; PostgreSQL's work in it. */
function findProcesses(dataDir: string): number[] {
  return livePids().filter((pid) => {
    const environment = peek(() => readFileSync(`/proc/${pid}/environ`, 'utf8'));
    const folder = peek(() => readlinkSync(`/proc/${pid}/cwd`));
    return environment.split('\0').includes(`DATA_DIR=${dataDir}`) || `${folder}/`.startsWith(`${dataDir}/`);
  });
}

const livePids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

const readCommand = (pid: number): string =>
  peek(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');

function parentOf(pid: number): number {
  const stat = peek(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Reads a /proc entry; empty when the process has ended or belongs to another user. */
function peek(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Free port below the ephemeral range, so that it stays free while its process restarts. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 18_000 + Math.floor(Math.random() * 14_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((found) => {
    const server = createServer();
    server.once('error', () => found(false));
    server.listen(port, '127.0.0.1', () => server.close(() => found(true)));
  });
}
