import { randomBytes } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, freemem, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { type IdPrefix, newId } from '../lib/ids.ts';
import { makeDocuments } from '../modules/documents/index.ts';
import { backlogOf } from '../modules/evidence/transparency/index.ts';
import { describeEngine } from '../modules/rules/loader/index.ts';
import { countUndelivered } from '../modules/webhooks/deliveries/delivery-store.ts';
import { type Database, describeDatabase } from '../platform/db/index.ts';
import {
  type Config,
  describeOwnConfiguration,
  type Log,
  makeLog,
  makeMetrics,
  OperatorFault,
  readConfig,
} from '../platform/index.ts';
import { makeMonths } from '../platform/partitions/index.ts';
import { makeProcessMetrics } from '../platform/process-metrics/index.ts';
import { jobs, makeJobRecords, type Queue } from '../platform/queue/index.ts';
import { withServiceDatabase } from './with-database.ts';
import { noResponse, readQueue } from './with-queue.ts';

export const USAGE = 'usage: diagnose [file]: what support needs, as JSON; without a file on standard output';

/** Maximum number of failed jobs that are examined. */
const MAX_FAILED = 1_000;

/**
 * Writes a support bundle as JSON to a file or to standard output: versions, configuration, database, queues, metrics
 * of all processes, sizes of folders. It contains no invoices, customer names or secrets. Works with or without a
 * running service.
 */
export async function diagnose(args: readonly string[]): Promise<number> {
  const [file, ...others] = args;
  if (others.length > 0 || file?.startsWith('-')) {
    console.error(USAGE);
    return 2;
  }
  const log = makeLog({ level: 'error', role: 'cli' }, process.stderr);
  const config = readConfig();
  const text = await makeDiagnosis(config, describeOwnConfiguration(), log);
  if (file === undefined) process.stdout.write(text);
  else {
    try {
      writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      throw new OperatorFault(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`, { cause: error });
    }
    console.log(`wrote ${file}`);
  }
  if ((JSON.parse(text) as { queue?: unknown }).queue !== 'down') return 0;
  console.error(noResponse(config));
  return 1;
}

/**
 * Creates the support bundle as JSON text. A part that cannot be read is replaced by the name of its error.
 *
 * @param configuration result of `describeConfiguration`
 */
export async function makeDiagnosis(
  config: Config,
  configuration: Readonly<Record<string, unknown>>,
  log: Log,
): Promise<string> {
  const stored = await withServiceDatabase(config, log, (db) => describeStored(config, db, log)).catch(
    (error: unknown) => {
      // The message may contain a folder name, so it is logged for the operator only and left out of the bundle.
      if (error instanceof OperatorFault)
        log.error({ reason: error.message }, 'support bundle without database: connection failed');
      return { not_reached: nameOf(error) };
    },
  );
  return `${JSON.stringify({ ...describeMachine(config), configuration, ...stored }, null, 2)}\n`;
}

/** An error message may quote an address or a value; the error name does not. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? `${error.name} ${code}` : error.name;
}

function describeMachine({ root, dataDir, sftp }: Config) {
  return {
    made_at: new Date().toISOString(),
    service: describeEngine(root),
    machine: {
      node: process.version,
      platform: `${platform()} ${release()} ${arch()}`,
      processors: availableParallelism(),
      memory_bytes: totalmem(),
      memory_free_bytes: freemem(),
      load: loadavg(),
    },
    data_dir: describeFolders(dataDir, sftp.root),
  };
}

type FolderSize = { readonly folder: string; readonly files: number; readonly bytes: number };

/** Sizes of the service's own folders. Names below these folders may be customer names and are left out. */
function describeFolders(dataDir: string, sftp: string): FolderSize[] {
  return ['postgres', 'artifacts', 'uploads', 'chromium', 'rules', 'sftp'].map((folder) => {
    let files = 0;
    let bytes = 0;
    for (const path of listFiles(folder === 'sftp' ? sftp : join(dataDir, folder))) {
      files += 1;
      bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    }
    return { folder, files, bytes };
  });
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    // The folder does not exist or belongs to another user.
    return [];
  }
}

async function describeStored(config: Config, db: Database, log: Log) {
  const metrics = makeMetrics('cli');
  const now = () => Date.now();
  const { openJobs, outbox, failed } = makeJobRecords(db);
  const found = await readQueue(config, db, async (queue) => ({
    pools: await queue.counts(),
    oldestWaiting: await queue.oldestWaiting(),
  }));
  // Without the queue the metrics have no queue figures.
  const ofQueue = async <K extends keyof NonNullable<typeof found>>(name: K): Promise<NonNullable<typeof found>[K]> => {
    if (found === null) throw new Error('The queue does not respond');
    return found[name];
  };
  const records = { db, now, newId: (prefix: IdPrefix) => newId(prefix, now(), randomBytes) };
  const backlog = {
    pools: () => ofQueue('pools'),
    jobNames: Object.keys(jobs),
    jobs: openJobs,
    oldestWaiting: () => ofQueue('oldestWaiting'),
    outbox,
    documents: makeDocuments(records).countOpen,
    deliveries: () => countUndelivered(db),
    monthsAhead: makeMonths({ db, log, now }).reach,
    transparencyLog: () => backlogOf(db, now()),
  };
  const processes = makeProcessMetrics({ db, metrics, log, role: 'cli', name: 'cli', now, backlog });
  return {
    database: await describeDatabase(db),
    queue: found === null ? 'down' : 'up',
    failed_jobs: await describeFailed({ failed }),
    metrics: (await processes.render()).split('\n'),
  };
}

/** Counts failed jobs by error name. The error message is left out because it may quote customer data. */
async function describeFailed({ failed }: Pick<Queue, 'failed'>) {
  const counts = new Map<string, { job: string; fault: string; count: number; newest: string }>();
  for (const { job, error, failed_at } of await failed.list({ workspaceId: null, limit: MAX_FAILED })) {
    const fault = /^[A-Za-z]\w{0,60}(?=:)/.exec(error)?.[0] ?? 'unknown';
    const known = counts.get(`${job} ${fault}`);
    if (known === undefined) counts.set(`${job} ${fault}`, { job, fault, count: 1, newest: failed_at });
    else known.count += 1;
  }
  return [...counts.values()];
}
