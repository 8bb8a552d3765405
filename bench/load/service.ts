import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeLog, startPostgres } from '../../src/runtime/index.ts';
import { findPort } from '../cold-start.ts';

export type Host = 'PostgreSQL' | 'Redis';

/** The built service under measurement, with the database where its records can be counted. */
export type Measured = {
  readonly url: string;
  readonly databaseUrl: string;
  /** Processor seconds that each part has used until now. */
  readonly processorSeconds: () => Record<Part, number>;
  /** Megabytes of memory that a process of the service holds now. */
  readonly megabytes: () => Record<'api' | 'workers' | 'sftp', number>;
  readonly stop: () => Promise<void>;
};

export type Part = 'api' | 'workers' | 'sftp' | 'postgres' | 'redis' | 'generator';

/** Processor seconds that the whole machine has used until now, whoever used them. */
export function machineSeconds(): number {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/ +/);
  return [user, nice, system, irq, softirq].reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

/** Processor time of /proc is counted in hundredths of a second on Linux. */
const TICKS_A_SECOND = 100;

/** Starts an embedded PostgreSQL, a Redis when asked for, and the built service on them, with further variables. */
export async function startMeasured(
  root: string,
  host: Host,
  variables: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-load-'));
  const stops: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
  };
  try {
    const log = makeLog({ level: 'warn', role: 'bench' });
    const postgres = await startPostgres({ dataDir, log });
    stops.push(postgres.stop);
    const redis = host === 'Redis' ? await startRedis(dataDir) : null;
    if (redis !== null) stops.push(() => end(redis.child));
    const port = await findPort();
    const service = spawn(process.execPath, [join(root, 'dist', 'src', 'main.js')], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: postgres.url,
        REDIS_URL: redis?.url ?? '',
        PUBLIC_DAILY_LIMIT: '0',
        KEY_RATE_LIMIT: '0',
        // Where the receiver of webhooks listens.
        OUTBOUND_ALLOW: '127.0.0.1',
        // Its log is written as in production, and read by nobody.
        LOG_LEVEL: 'info',
        ...variables,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    stops.push(() => end(service));
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url, service);
    const pidsOf = (role: string): number[] =>
      childrenOf(service.pid!).filter((pid) => commandOf(pid).includes(`--run=${role}`));
    return {
      url,
      databaseUrl: postgres.url,
      processorSeconds: () => ({
        api: secondsOf(pidsOf('api')),
        workers: secondsOf(pidsOf('workers')),
        sftp: secondsOf(pidsOf('sftp')),
        // The server's sessions come and go: what an ended one used stands with its parent.
        postgres: postgres.pid() === null ? 0 : secondsOf([postgres.pid()!, ...childrenOf(postgres.pid()!)], true),
        redis: redis === null ? 0 : secondsOf([redis.child.pid!]),
        generator: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
      }),
      megabytes: () => ({
        api: megabytesOf(pidsOf('api')),
        workers: megabytesOf(pidsOf('workers')),
        sftp: megabytesOf(pidsOf('sftp')),
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startRedis(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const port = await findPort();
  const parameters = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'yes', '--dir', folder];
  const child = spawn('redis-server', parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout?.resume();
  await wait(500);
  if (child.exitCode !== null) throw new Error(`redis-server ended with code ${child.exitCode}`);
  return { child, url: `redis://127.0.0.1:${port}` };
}

async function untilReady(url: string, service: ChildProcess): Promise<void> {
  const patience = performance.now() + 60_000;
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (ready) return;
    if (service.exitCode !== null) throw new Error(`the service ended with code ${service.exitCode}`);
    if (performance.now() > patience) throw new Error('the service did not get ready within a minute');
    await wait(50);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

const commandOf = (pid: number): string => peek(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)[1] === String(parent));

/** The fields of /proc/<pid>/stat after the command: state, parent, … */
function statOf(pid: number): string[] {
  const stat = peek(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function secondsOf(pids: readonly number[], withEnded = false): number {
  const ticks = pids.map((pid, index) => {
    const stat = statOf(pid);
    const own = Number(stat[11] ?? 0) + Number(stat[12] ?? 0);
    return own + (withEnded && index === 0 ? Number(stat[13] ?? 0) + Number(stat[14] ?? 0) : 0);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_A_SECOND;
}

const megabytesOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(peek(`/proc/${pid}/status`))?.[1] ?? 0) / 1024, 0);

/** Nothing when the process has just gone. */
function peek(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
