import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLog, startPostgres } from '../../../src/platform/index.ts';
import { findPort } from '../cold-start.ts';
import { childrenOf, commandOf, end, megabytesOf, secondsOf, sharesOf, startRedis, untilReady } from './processes.ts';

export { machineSeconds } from './processes.ts';

export type Host = 'PostgreSQL' | 'Redis';

/** Built service under measurement, with access to its database for counting records. */
export type Measured = {
  readonly url: string;
  readonly databaseUrl: string;
  /** Processor seconds of each part so far. */
  readonly processorSeconds: () => Record<Part, number>;
  /** Current memory of each process of the service, in megabytes. */
  readonly megabytes: () => Record<'api' | 'workers' | 'sftp', number>;
  /** As `megabytes` for the process sftp, with shared pages divided among their users (PSS); expensive to read. */
  readonly share: () => number;
  readonly stop: () => Promise<void>;
};

export type Part = 'api' | 'workers' | 'sftp' | 'postgres' | 'redis' | 'generator';

/** Starts an embedded PostgreSQL, optionally a Redis, and the built service with additional variables. */
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
        // Address of the webhook receiver.
        OUTBOUND_ALLOW: '127.0.0.1',
        // Writes the log as in production, but discards it.
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
        // The time of ended server sessions is accounted to their parent.
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
