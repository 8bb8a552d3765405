import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLog, startPostgres } from '../../../src/platform/index.ts';
import { findPort } from '../cold-start.ts';
import { childrenOf, commandOf, end, megabytesOf, secondsOf, sharesOf, startRedis, untilReady } from './processes.ts';

export { machineSeconds } from './processes.ts';

export type Host = 'PostgreSQL' | 'Redis';

/** The built service under measurement, with the database where its records can be counted. */
export type Measured = {
  readonly url: string;
  readonly databaseUrl: string;
  /** Processor seconds that each part has used until now. */
  readonly processorSeconds: () => Record<Part, number>;
  /** Megabytes of memory that a process of the service holds now. */
  readonly megabytes: () => Record<'api' | 'workers' | 'sftp', number>;
  /** As `megabytes`, of the process sftp, each page that it shares with others by its share: to be asked seldom. */
  readonly share: () => number;
  readonly stop: () => Promise<void>;
};

export type Part = 'api' | 'workers' | 'sftp' | 'postgres' | 'redis' | 'generator';

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
      share: () => sharesOf(pidsOf('sftp')),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
