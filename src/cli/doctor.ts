import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSecretsKey } from '../composition/check-secrets-key.ts';
import { findOtherSecrets } from '../composition/compare-secrets.ts';
import { checkRights, type Database, openDatabase, pendingMigrations, probeDatabase } from '../platform/db/index.ts';
import {
  type Config,
  ConfigProblems,
  checkEvidenceSecret,
  checkFolder,
  checkTlsPair,
  diskSpace,
  explainFailure,
  findRoot,
  type Log,
  MIN_MEMORY_BYTES,
  makeLog,
  readConfig,
  type UsableMemory,
  usableMemory,
} from '../platform/index.ts';
import { listProcesses } from '../platform/process-metrics/index.ts';
import { reachServer } from './with-database.ts';
import { noResponse, readQueue } from './with-queue.ts';

export const USAGE = `usage: doctor [--json]
Checks the installation and prints one line per check with its remedy. Changes nothing, and works with and without a
running service. Exits with 1 when a check reports an error.`;

/** Oldest PostgreSQL that the service supports. */
const MIN_POSTGRES = 15;

/** Clock differences in milliseconds; the alert `ClockSkew` fires above the second one. */
const CLOCK_WARNING_MS = 2_000;
const CLOCK_ERROR_MS = 5_000;

/** Free part of the disk below which the alert `DiskFillingUp` fires, and free bytes below which writes soon fail. */
const DISK_WARNING_RATIO = 0.2;
const DISK_ERROR_BYTES = 1024 ** 3;

/** Remaining days of a certificate below which the alert `CertificateEnds` fires. */
const CERTIFICATE_DAYS = 14;

/** How long the queue may take to respond, in milliseconds: a busy machine first loads its library. */
const QUEUE_LIMIT_MS = 10_000;

const DAY_MS = 86_400_000;

export type Finding = {
  readonly id: string;
  readonly status: 'ok' | 'warning' | 'error';
  readonly detail: string;
  /** What the operator should do; null: nothing. */
  readonly remedy: string | null;
};

const ok = (id: string, detail: string): Finding => ({ id, status: 'ok', detail, remedy: null });
const warning = (id: string, detail: string, remedy: string): Finding => ({ id, status: 'warning', detail, remedy });
const failure = (id: string, detail: string, remedy: string): Finding => ({ id, status: 'error', detail, remedy });

/** Prints one line per check, or with `--json` one JSON document. */
export async function doctor(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== '--json') || args.length > 1) {
    console.error(USAGE);
    return 2;
  }
  // The findings report every failure; log lines would repeat them.
  const log = makeLog({ level: 'silent', role: 'cli' }, process.stderr);
  const findings = await examine(readOwnConfig(), log);
  const count = (status: Finding['status']): number => findings.filter((finding) => finding.status === status).length;
  const [errors, warnings] = [count('error'), count('warning')];
  if (args[0] === '--json') {
    const status = errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'ok';
    console.log(JSON.stringify({ checked_at: new Date().toISOString(), status, checks: findings }, null, 2));
  } else {
    for (const finding of findings) console.log(toLine(finding));
    console.log(`\nchecks: ${findings.length}, errors: ${errors}, warnings: ${warnings}`);
  }
  return errors > 0 ? 1 : 0;
}

const toLine = ({ id, status, detail, remedy }: Finding): string =>
  `${status.padEnd(9)}${id.padEnd(15)}${detail}${remedy === null ? '' : ` ${remedy}`}`;

function readOwnConfig(): Config | ConfigProblems {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof ConfigProblems) return error;
    throw error;
  }
}

/** Runs all checks in the order of the output. With an invalid configuration, only those that do not need it. */
export async function examine(config: Config | ConfigProblems, log: Log): Promise<Finding[]> {
  if (config instanceof ConfigProblems) {
    const remedy = 'Correct the environment variable. The checks that depend on the configuration were not run.';
    return [
      ...checkVersions(),
      ...config.problems.map((problem) => failure('configuration', `${problem}.`, remedy)),
      checkMemory(),
    ];
  }
  return [
    ...checkVersions(),
    ok('configuration', 'The environment variables are valid.'),
    ...(await checkServices(config, log)),
    ...(await checkEvidence(config)),
    ...(await checkDataDir(config, log)),
    ...checkCertificate(config, Date.now()),
    checkMemory(),
  ];
}

/** Service and Node versions. */
function checkVersions(): Finding[] {
  const { version, engines } = JSON.parse(readFileSync(join(findRoot(), 'package.json'), 'utf8')) as {
    version: string;
    engines: { node: string };
  };
  const [leastMajor = 0, leastMinor = 0] = engines.node.replace('>=', '').split('.').map(Number);
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < leastMajor || (major === leastMajor && minor < leastMinor);
  return [
    ok('version', `The service has version ${version}.`),
    isOld
      ? failure('node', `Node has version ${process.versions.node}.`, `Install Node ${engines.node}.`)
      : ok('node', `Node has version ${process.versions.node} (needed: ${engines.node}).`),
  ];
}

/** Database and everything that is stored in it. */
async function checkServices(config: Config, log: Log): Promise<Finding[]> {
  const data = join(config.dataDir, 'postgres', 'data');
  if (config.databaseUrl === null && !existsSync(data))
    return [
      warning(
        'service',
        `The service has not been started yet: ${data} does not exist.`,
        'Start it (npm start), then run doctor again. The database, the queue and the clock were not checked.',
      ),
    ];
  let server: Awaited<ReturnType<typeof reachServer>>;
  try {
    server = await reachServer(config, log);
  } catch (error) {
    return [failure('database', explainFailure(error).text, 'The checks that need the database were not run.')];
  }
  const db = openDatabase({ url: server.url, maxConnections: 2, applicationName: 'einvoice cli', log });
  try {
    return await checkDatabase(config, db, server.from);
  } catch (error) {
    return [failure('database', explainFailure(error).text, 'The checks that need the database were not run.')];
  } finally {
    await db.close();
    await server.stop();
  }
}

async function checkDatabase(config: Config, db: Database, from: 'own' | 'lent' | 'named'): Promise<Finding[]> {
  const { version, major, milliseconds, clockAheadMs, hasQueue } = await probeDatabase(db, Date.now);
  const reached = [
    major < MIN_POSTGRES
      ? failure('database', `PostgreSQL has version ${version}.`, `Upgrade to PostgreSQL ${MIN_POSTGRES} or newer.`)
      : ok('database', `PostgreSQL ${version} responds in ${milliseconds} ms.`),
    checkClock(clockAheadMs),
  ];
  const migrations = await checkMigrations(db, join(config.root, 'migrations'), from);
  if (migrations.status !== 'ok') return [...reached, migrations];
  return [
    ...reached,
    migrations,
    await checkProcesses(db, from),
    await checkPrivileges(db),
    await checkQueue(config, db, hasQueue),
    ...(await checkSecrets(config, db)),
  ];
}

async function checkMigrations(db: Database, folder: string, from: 'own' | 'lent' | 'named'): Promise<Finding> {
  let pending: readonly string[];
  try {
    pending = await pendingMigrations(db, folder);
  } catch (error) {
    return failure('migrations', explainFailure(error).text, 'The checks that need the schema were not run.');
  }
  if (pending.length === 0) return ok('migrations', 'The schema is up to date.');
  const skipped = 'The checks that need the schema were not run.';
  if (from === 'named' && pending[0]!.startsWith('0001_'))
    return failure(
      'migrations',
      'The database has no schema of this service.',
      `Check DATABASE_URL, or create the schema (npm run migrate). ${skipped}`,
    );
  const detail = `${pending.length} migrations are pending: ${pending.join(', ')}.`;
  if (from === 'lent')
    return failure('migrations', detail, `The running service is an older release: restart it. ${skipped}`);
  return from === 'own'
    ? warning('migrations', detail, `The next start of the service runs them. ${skipped}`)
    : failure('migrations', detail, `Run npm run migrate. ${skipped}`);
}

function checkClock(aheadMs: number): Finding {
  const difference = Math.abs(aheadMs);
  if (difference <= CLOCK_WARNING_MS) return ok('clock', 'The clock agrees with the clock of the database.');
  const detail = `The clock is ${(difference / 1000).toFixed(1)} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of the database.`;
  const remedy = 'Synchronize both machines with NTP.';
  return difference > CLOCK_ERROR_MS ? failure('clock', detail, remedy) : warning('clock', detail, remedy);
}

/** Processes of the service that have reported to the database within a minute. */
async function checkProcesses(db: Database, from: 'own' | 'lent' | 'named'): Promise<Finding> {
  if (from === 'own')
    return warning(
      'service',
      'The service is not running: doctor started its PostgreSQL for these checks and stopped it again.',
      'Start the service (npm start).',
    );
  const processes = await listProcesses(db);
  return processes.length === 0
    ? warning('service', 'No process of the service is running.', 'Start the service, or read its log.')
    : ok('service', `These processes of the service are running: ${processes.join(', ')}.`);
}

async function checkPrivileges(db: Database): Promise<Finding> {
  const reason = await checkRights(db).ask();
  return reason === null
    ? ok('privileges', 'The database user has all privileges.')
    : failure('privileges', `${reason}.`, 'Run npm run migrate.');
}

async function checkQueue(config: Config, db: Database, hasQueue: boolean): Promise<Finding> {
  // Opening the queue would create it.
  if (config.redisUrl === null && !hasQueue)
    return ok('queue', 'The queue does not exist yet: the first start of the service creates it in PostgreSQL.');
  const counts = await readQueue(config, db, (queue) => queue.counts(), QUEUE_LIMIT_MS);
  const backend = config.redisUrl === null ? 'PostgreSQL' : 'Redis';
  if (counts === null) return failure('queue', noResponse(config), 'Jobs are not processed until it responds.');
  const pools = Object.values(counts);
  const [waiting, active] = (['waiting', 'active'] as const).map((state) =>
    pools.reduce((sum, pool) => sum + pool[state], 0),
  );
  return ok('queue', `The queue in ${backend} responds: ${waiting} jobs are waiting, ${active} are running.`);
}

/** Compares the secrets with the data that they encrypt: the checks of `/readyz`. */
async function checkSecrets(config: Config, db: Database): Promise<Finding[]> {
  const undecryptable = await checkSecretsKey(db, config.secretsKey, Date.now).ask();
  const others = await findOtherSecrets(db, config);
  const remedy = (variable: string): string => `Set the ${variable} that this database was used with.`;
  const findings = others.map(({ variable, reason }) => failure('secrets', `${reason}.`, remedy(variable)));
  if (undecryptable !== null) findings.push(failure('secrets', undecryptable, remedy('SECRETS_KEY')));
  if (findings.length > 0) return findings;
  if (config.secretsKey === null)
    return [
      warning(
        'secrets',
        'SECRETS_KEY is not set: secrets of webhooks and partners are stored unencrypted.',
        'Set SECRETS_KEY (openssl rand -base64 48) and keep a copy.',
      ),
    ];
  return [ok('secrets', 'SECRETS_KEY decrypts the stored secrets, and EVIDENCE_SECRET is unchanged.')];
}

async function checkEvidence(config: Config): Promise<Finding[]> {
  const reason = await checkEvidenceSecret(config).ask();
  if (reason !== null)
    return [failure('evidence', `${reason}.`, 'Set EVIDENCE_SECRET, or make DATA_DIR readable and writable.')];
  if (config.evidenceSecret !== null) return [ok('evidence', 'EVIDENCE_SECRET is set.')];
  const detail = 'EVIDENCE_SECRET is not set: the service generates the file evidence.secret in DATA_DIR.';
  return config.environment === 'production'
    ? [warning('evidence', detail, 'Keep a copy of this file: without it signing keys are lost.')]
    : [ok('evidence', detail)];
}

async function checkDataDir({ dataDir }: Config, log: Log): Promise<Finding[]> {
  const reason = await checkFolder('data_dir', dataDir, '', log).ask();
  const { free, total } = await diskSpace(dataDir);
  const detail = `${toGib(free)} of ${toGib(total)} are free on the disk of DATA_DIR (${dataDir}).`;
  const remedy = 'Free space or enlarge the disk (deploy/runbooks/disk-filling-up.md).';
  return [
    reason === null
      ? ok('data_dir', 'DATA_DIR is writable.')
      : failure('data_dir', `${reason}.`, 'Give the folder to the user of the service.'),
    free < DISK_ERROR_BYTES
      ? failure('disk', detail, remedy)
      : free < total * DISK_WARNING_RATIO
        ? warning('disk', detail, remedy)
        : ok('disk', detail),
  ];
}

/** The certificate of the API; without TLS_CERT there is nothing to check. */
export function checkCertificate({ tls }: Pick<Config, 'tls'>, now: number): Finding[] {
  if (tls === null) return [];
  let until: Date;
  try {
    const cert = readFileSync(tls.cert);
    checkTlsPair(cert, readFileSync(tls.key));
    until = new Date(new X509Certificate(cert).validTo);
  } catch (error) {
    return [failure('certificate', `${(error as Error).message}.`, 'Correct the files of TLS_CERT and TLS_KEY.')];
  }
  const day = until.toISOString().slice(0, 10);
  const remedy = 'Renew it: the service loads the new files within 30 seconds.';
  if (until.getTime() <= now) return [failure('certificate', `The certificate of TLS_CERT expired on ${day}.`, remedy)];
  const detail = `The certificate of TLS_CERT is valid until ${day}.`;
  return until.getTime() - now < CERTIFICATE_DAYS * DAY_MS
    ? [warning('certificate', detail, remedy)]
    : [ok('certificate', detail)];
}

export function checkMemory({ bytes, of, isShort }: UsableMemory = usableMemory()): Finding {
  const detail = `The ${of} has ${toGib(bytes)} of memory (minimum for all roles: ${toGib(MIN_MEMORY_BYTES)}).`;
  return isShort
    ? warning('memory', detail, 'Raise it, or run the roles on several machines. The start skips the warm-up.')
    : ok('memory', detail);
}

const toGib = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
