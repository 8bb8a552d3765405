/**
 * Four worker processes on two nodes compared with one. All share this machine's processors with the API, the
 * database and the generator, so each worker process is limited by a control group to a small share of one processor,
 * as if on a small machine of its own. The rest suffices for everything else, so the throughput of four depends on
 * the service and its database.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { makeLog, startPostgres } from '../../../src/platform/index.ts';
import { findPort } from '../cold-start.ts';
import { type Budget, renderTable } from '../table.ts';
import { type CpuShare, makeCpuShare } from './cpu-share.ts';
import { countDocuments, submitAtRate } from './documents.ts';
import { childrenOf, end, secondsOf, startRedis, untilReady } from './processes.ts';
import type { Host } from './service.ts';

/** Share of a processor per worker process. */
const SHARE = 0.12;
/** Documents that each process validates first, so that its rules are compiled. */
const WARM_DOCUMENTS = 1_500;
const WARM_A_SECOND = 150;
/** Above the capacity of four processes. */
const OFFERED_A_SECOND = 250;
/** Seconds until the queue holds its maximum of published jobs. */
const RAMP = 3;
const MIN_RATIO = 1.7;

type Node = { readonly child: ChildProcess; readonly share: CpuShare };

/** Validated documents per second, processor seconds of the database per second, and of the workers per document. */
type Carried = { readonly validated: number; readonly postgres: number; readonly workers: number };

/** Measures throughput of one and of four worker processes, and the cost per document. */
export async function measureNodes(root: string, host: Host, seconds: number): Promise<Budget[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nodes-'));
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const log = makeLog({ level: 'warn', role: 'bench' });
    const postgres = await startPostgres({ dataDir: join(folder, 'database'), log, maxConnections: 200 });
    stops.push(postgres.stop);
    const redis = host === 'Redis' ? await startRedis(folder) : null;
    if (redis !== null) stops.push(() => end(redis.child));
    const start = async (role: string, node: string): Promise<{ child: ChildProcess; url: string }> => {
      const port = await findPort();
      const child = spawn(process.execPath, [join(root, 'dist', 'src', 'main.js'), `--run=${role}`], {
        cwd: root,
        env: {
          ...process.env,
          PORT: String(port),
          ...(role === 'workers' && { METRICS_PORT: String(port) }),
          DATA_DIR: join(folder, node),
          DATABASE_URL: postgres.url,
          REDIS_URL: redis?.url ?? '',
          EVIDENCE_SECRET: 'the evidence secret of the bench alone',
          SECRETS_KEY: 'the key for secrets of the bench alone',
          KEY_RATE_LIMIT: '0',
          VALIDATION_THREADS: '1',
          LOG_LEVEL: 'info',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      stops.push(() => end(child));
      const url = `http://127.0.0.1:${port}`;
      await untilReady(url, child);
      return { child, url };
    };
    const { url } = await start('api', 'api');
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    stops.push(() => client.end());

    const nodes: Node[] = [];
    for (const node of ['first', 'first', 'second', 'second']) {
      const share = makeCpuShare(`einvoice-bench-${randomUUID()}`);
      if (share === null) throw new Error('--nodes needs permission to limit processes (cgroups)');
      stops.push(() => share.remove());
      const { child } = await start('workers', `${node}-${nodes.length}`);
      share.add(child.pid!);
      nodes.push({ child, share });
    }
    const limit = (share: number | null): void => {
      for (const node of nodes) node.share.limit(share);
    };
    const used = () => ({
      postgres: secondsOf([postgres.pid()!, ...childrenOf(postgres.pid()!)], true),
      workers: secondsOf(nodes.map(({ child }) => child.pid!)),
    });

    /** Measures throughput under overload; ends when all documents are validated. */
    const carry = async (): Promise<Carried> => {
      const key = randomUUID();
      const count = () => countDocuments(client, key);
      limit(SHARE);
      const submitted = submitAtRate(url, key, OFFERED_A_SECOND, RAMP + seconds);
      await wait(RAMP * 1000);
      const [from, before, began] = [await count(), used(), performance.now()];
      await wait(seconds * 1000 - 200);
      const [to, after, ended] = [await count(), used(), performance.now()];
      if (to.all - to.validated < OFFERED_A_SECOND / 5)
        throw new Error('throughput exceeded the offered rate: the queue was empty');
      await submitted;
      limit(null);
      for (let now = await count(); now.validated < now.all; now = await count()) await wait(100);
      const validated = to.validated - from.validated;
      const took = (ended - began) / 1000;
      return {
        validated: validated / took,
        postgres: (after.postgres - before.postgres) / took,
        workers: (after.workers - before.workers) / validated,
      };
    };

    // One process after another, so that each compiles the code it runs.
    await submitAtRate(url, randomUUID(), WARM_A_SECOND, (WARM_DOCUMENTS * nodes.length) / WARM_A_SECOND);
    const four = await carry();
    for (const { child } of nodes.slice(1)) await end(child);
    const one = await carry();
    const ratio = four.validated / one.validated;
    const row = (name: string, { validated, postgres: database, workers }: Carried): string[] => [
      name,
      validated.toFixed(0),
      `${(database * 100).toFixed(0)} %`,
      (workers * 1000).toFixed(2),
    ];
    console.log(`\nQueue on ${host}: every worker process has ${SHARE * 100} % of a processor\n`);
    console.log(
      renderTable([
        ['worker processes', 'validated per second', 'database of a processor', 'workers, ms each'],
        row('1', one),
        row('4 on 2 nodes', four),
      ]),
    );
    const name = `${host}: four worker processes carry, against one`;
    return [{ name, target: `${MIN_RATIO}×`, got: `${ratio.toFixed(2)}×`, ok: ratio >= MIN_RATIO }];
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
