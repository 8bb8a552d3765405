/** Starts the service: all roles as supervised processes, or with `--run=` the given roles in this process only. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkLogName, checkLogNameOfFolder } from './composition/check-log-name.ts';
import { warnOfOtherSecrets } from './composition/compare-secrets.ts';
import { warnOfMisspelt, warnOfProcesses } from './composition/warn-of-configuration.ts';
import { isEngineKnown } from './modules/rules/loader/describe-engine.ts';
import { checkSameDatabase, migrate, openDatabase } from './platform/db/index.ts';
import {
  type Config,
  environmentWith,
  explainFailure,
  findRemaining,
  fitToMemory,
  giveWayAsSession,
  isStartedByNpm,
  keepRunning,
  type Log,
  logWarnings,
  MANY_FLUSHES,
  makeContainerMemory,
  makeDataDir,
  makeLog,
  makeShutdown,
  makeStartCheck,
  readConfig,
  recordProcess,
  reportReady,
  reportWarm,
  type Shutdown,
  SMALL_HEAP,
  type StoredProcess,
  startPostgres,
  startTracing,
  validationNodeOptions,
  waitForPort,
} from './platform/index.ts';

const ROLES = ['workers', 'sftp', 'api'] as const;
type Role = (typeof ROLES)[number];

/** Shutdown timeout of a process, in milliseconds; a supervisor waits slightly longer for its children. */
const STOP_LIMIT = 30_000;
const CHILD_LIMIT = STOP_LIMIT + 2_000;
const SUPERVISOR_LIMIT = CHILD_LIMIT + 25_000;

/** `nice` value of worker processes relative to the API: under load they get a quarter of the CPU. */
const WORKERS_NICE = 5;

/** How long requests may still arrive on open connections after the listener has closed, in milliseconds. */
const QUIET = 1_000;

/** How long to wait for a database that is starting, in milliseconds. */
const DATABASE_PATIENCE = 10_000;

/** How long workers wait for the browser of the API, in milliseconds. */
const WARM_PATIENCE = 5_000;

/** How long a killed predecessor may still hold the port, in milliseconds. */
const PORT_PATIENCE = 5_000;

/**
 * Parses `--run=api,workers`. Returns the roles in start order, null without the option, and the problems of the
 * parameters.
 */
function readRoles(parameters: readonly string[]): { roles: readonly Role[] | null; problems: readonly string[] } {
  const known = new Set<string>(ROLES);
  const configured: string[] = [];
  const problems: string[] = [];
  for (const parameter of parameters) {
    if (parameter.startsWith('--run=')) configured.push(...parameter.slice('--run='.length).split(','));
    else problems.push(`Unknown parameter ${parameter}. --run=${ROLES.join(',')} selects the roles of this process`);
  }
  for (const role of configured)
    if (!known.has(role)) problems.push(`Unknown role "${role}". Roles: ${ROLES.join(', ')}`);
  return { roles: configured.length === 0 ? null : ROLES.filter((role) => configured.includes(role)), problems };
}

async function migrateDatabase(config: Config, url: string, log: Log): Promise<void> {
  await checkSameDatabase(config, log);
  const db = openDatabase({
    url,
    maxConnections: 1,
    applicationName: 'einvoice migrate',
    log,
    waitTimeoutMs: DATABASE_PATIENCE,
  });
  try {
    await checkLogName(config, db);
    const ran = await migrate(db, join(config.root, 'migrations'));
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated');
    await warnOfOtherSecrets(db, config, log);
  } finally {
    await db.close();
  }
}

const COMMANDS = fileURLToPath(new URL('./cli.js', import.meta.url));
const UNPACKS = fileURLToPath(new URL('./modules/rendering/chromium/unpack-program.js', import.meta.url));

/** Compiles the rules if the build has not, in a separate process while the database starts. */
async function compileRules(config: Config, log: Log, signal: AbortSignal): Promise<void> {
  if (isEngineKnown(config.root)) return;
  log.info('compiling rules, needed once');
  const parameters = [...process.execArgv, COMMANDS, 'rules', 'compile', '--engine-only'];
  await promisify(execFile)(process.execPath, parameters, { signal });
}

/**
 * Unpacks the browser in a low-priority process. Resolves when the process has exited, whether or not it succeeded;
 * starting the browser reports the error.
 */
async function unpackBrowser({ dataDir, chromiumPath }: Config, signal: AbortSignal): Promise<void> {
  if (chromiumPath !== null) return;
  try {
    makeDataDir(dataDir);
  } catch {
    // The parts that require the folder report the error.
    return;
  }
  const child = spawn(process.execPath, [...process.execArgv, UNPACKS, join(dataDir, 'chromium')], {
    detached: true,
    stdio: 'ignore',
  });
  if (child.pid !== undefined) giveWayAsSession(child.pid);
  const end = (): void => void child.kill();
  signal.addEventListener('abort', end, { once: true });
  await once(child, 'exit').catch(() => undefined);
  signal.removeEventListener('abort', end);
}

const isSupervised = (): boolean => process.channel !== undefined;

/** Message from the supervisor to its processes. */
type News = { readonly database: string } | { readonly browser: 'unpacked' } | { readonly serving: Role };

type Heard = {
  readonly database: Promise<string>;
  readonly browser: Promise<void>;
  readonly serving: (role: Role) => Promise<void>;
};

/**
 * Promises that resolve when the supervisor has sent the message: the database is migrated and the rules are
 * compiled; the browser is unpacked; another role is ready for the first time.
 */
function hearSupervisor(): Heard {
  const hear = <T>(read: (news: News) => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      process.on('message', (news: News) => {
        const heard = read(news);
        if (heard !== undefined) resolve(heard);
      });
    });
  return {
    database: hear((news) => ('database' in news ? news.database : undefined)),
    browser: hear((news) => ('browser' in news ? true : undefined)).then(() => undefined),
    serving: (role) =>
      hear((news) => ('serving' in news && news.serving === role ? true : undefined)).then(() => undefined),
  };
}

/**
 * Readiness checks for the start: of the roles in this process, which probes of METRICS_PORT can reach before the
 * roles serve, and of the roles in other processes of the service.
 */
function makeStartChecks({ sftp }: Config, roles: readonly Role[], supervisor: Heard | null) {
  const own = makeStartCheck('start');
  const isWhole = supervisor !== null && roles.includes('api');
  const others: Role[] = isWhole ? ['workers', ...(sftp.port === null ? [] : (['sftp'] as const))] : [];
  const checks = others.map((role) => {
    const { check, started } = makeStartCheck(role);
    void supervisor!.serving(role).then(started);
    return check;
  });
  return { checks: [own.check, ...checks], started: own.started };
}

/** Runs the roles in this process until it is stopped. */
async function runRoles(config: Config, roles: readonly Role[], log: Log, shutdown: Shutdown): Promise<void> {
  // A supervisor migrates before it starts this process.
  if (!isSupervised()) {
    await migrateDatabase(config, config.databaseDirectUrl ?? config.databaseUrl!, log);
    warnOfProcesses(config, roles, log);
  }
  const supervisor = isSupervised() ? hearSupervisor() : null;
  const starting = makeStartChecks(config, roles, supervisor);
  const unpack = () => supervisor?.browser ?? unpackBrowser(config, shutdown.signal);
  const unpacked = config.warmUp && (supervisor !== null || roles.includes('api')) ? unpack() : null;
  if (supervisor !== null && !roles.includes('api')) giveWayAsSession(process.pid, WORKERS_NICE);
  if (roles.join() === 'sftp') {
    const { runIntake } = await import('./composition/run-intake.ts');
    await runIntake(
      config,
      supervisor === null ? config.databaseUrl : await supervisor.database,
      supervisor !== null,
      shutdown,
    );
    return describeReady(roles, null, log);
  }
  const { beginApp, makeApp } = await import('./app.ts');
  const offline = beginApp(config, roles.join('+'), unpacked);
  // Shutdown steps run in reverse order: steps added later are still traced.
  shutdown.add('traces', (await startTracing(config, offline.base)).close);
  shutdown.add('browser', offline.close);
  const warmBrowser = async (): Promise<void> => {
    if (!shutdown.signal.aborted) await offline.warmBrowser();
  };
  const warm = unpacked !== null && roles.includes('api') ? unpacked.then(warmBrowser) : null;
  // Load these modules while the supervisor prepares the database.
  if (roles.includes('api')) await import('./composition/api.ts');
  const databaseUrl = supervisor === null ? config.databaseUrl : await supervisor.database;
  if (warm !== null) offline.startPrinting();
  const app = await makeApp(offline, databaseUrl, starting.checks);
  shutdown.add('app', app.close);
  shutdown.signal.throwIfAborted();
  await app.transparency.checkOrigin();
  // The first process that starts after a rule installation records it: rules are logged before they validate.
  await app.transparency.activate();
  const telling = app.processMetrics.startTelling();
  shutdown.add('figures', telling.stop);
  // Under a supervisor the API serves the metrics of all processes; a separate process serves its own.
  if (config.metrics !== null && (roles.includes('api') || !isSupervised())) {
    const { serveMetrics } = await import('./http/serve-metrics.ts');
    const isQueueRequired = !roles.includes('api');
    const door = await serveMetrics({ ...app, isQueueRequired, stopping: shutdown.signal }, config.metrics);
    shutdown.add('metrics', door.close);
    log.info({ url: door.url }, 'metrics endpoint listening');
  }
  let url: string | null = null;
  let stopWorkers = (): Promise<void> => Promise.resolve();
  if (roles.includes('workers')) {
    const { startWorkers } = await import('../workers/main.ts');
    const workers = await startWorkers(app);
    let stopped: Promise<void> | null = null;
    stopWorkers = () => {
      stopped ??= workers.stop();
      return stopped;
    };
    shutdown.add('workers', stopWorkers);
    shutdown.signal.throwIfAborted();
    if (config.warmUp && config.pools.cpu !== 0) app.warmUpForLarge();
  }
  if (roles.includes('sftp')) {
    const [{ startSftp }, { makeAppDropbox }] = await Promise.all([
      import('./modules/sftp/index.ts'),
      import('./composition/sftp-intake.ts'),
    ]);
    const sftp = await startSftp(app, (readme) => makeAppDropbox(app, readme));
    shutdown.add('sftp', sftp.stop);
    shutdown.signal.throwIfAborted();
  }
  if (roles.includes('api')) {
    if (warm !== null) void warm.then(reportWarm).then(app.warmUp);
    const { startApi } = await import('./composition/api.ts');
    starting.started();
    const api = await startApi(app, { quiet: QUIET, drain: () => pause(config.drainMs) });
    shutdown.add('api', async () => {
      // Stop both in parallel: each may use most of the shutdown timeout. The shutdown step of the workers reports
      // their errors.
      const stopped = stopWorkers().catch(() => undefined);
      await api.close();
      await stopped;
    });
    url = api.url;
  }
  starting.started();
  describeReady(roles, url, log);
}

/** The service logs `service ready` once: from its supervisor, or from the process that runs without one. */
function describeReady(roles: readonly Role[], url: string | null, log: Log): void {
  log.info({ roles, url }, isSupervised() ? 'role ready' : 'service ready');
  reportReady(url);
}

/** Starts the database, then supervises one process per role. */
async function supervise(config: Config, log: Log, shutdown: Shutdown): Promise<void> {
  const began = performance.now();
  const memory = makeContainerMemory();
  checkLogNameOfFolder(config);
  const compiled = compileRules(config, log, shutdown.signal);
  // Awaited below; prevents an unhandled rejection if the start fails earlier for another reason.
  compiled.catch(() => undefined);
  const unpacked = config.warmUp ? unpackBrowser(config, shutdown.signal) : Promise.resolve();
  shutdown.add('browser', () => unpacked);
  let reportDatabase: (url: string) => void = () => undefined;
  const database = new Promise<News>((resolve) => {
    reportDatabase = (url) => resolve({ database: url });
  });
  const serving = (role: Role) => {
    let reportServing: () => void = () => undefined;
    const news = new Promise<News>((resolve) => {
      reportServing = () => resolve({ serving: role });
    });
    return { news, reportServing };
  };
  const [workersServing, sftpServing] = [serving('workers'), serving('sftp')];
  const news = [database, unpacked.then((): News => ({ browser: 'unpacked' })), workersServing.news, sftpServing.news];
  const script = fileURLToPath(import.meta.url);
  const processes: StoredProcess[] = [];
  const run = (role: Role): StoredProcess => {
    const supervised = keepRunning({
      name: role,
      script,
      parameters: [`--run=${role}`],
      ...(role === 'sftp'
        ? { options: SMALL_HEAP, variables: MANY_FLUSHES }
        : { options: validationNodeOptions(process.versions.node) }),
      news,
      log,
      memory,
      onStarted: (pid) => recordProcess(config.dataDir, pid),
    });
    supervised.ready.catch(() => undefined);
    processes.push(supervised);
    return supervised;
  };
  const stopProcesses = async (): Promise<void> => {
    await Promise.all(processes.map((supervised) => supervised.stop(CHILD_LIMIT)));
  };
  // Shutdown steps run in reverse order: this one covers a start that fails before the database runs.
  shutdown.add('processes', stopProcesses);
  const hasRemaining = findRemaining(config.dataDir);
  // The process loads its modules while the database starts.
  const api = run('api');
  let url = config.databaseUrl;
  if (url === null) {
    const postgres = await startPostgres({ dataDir: config.dataDir, log });
    shutdown.add('postgres', postgres.stop);
    // Processes stop before the database that they use.
    shutdown.add('processes', stopProcesses);
    url = postgres.url;
    shutdown.signal.throwIfAborted();
  }
  // Check the port here once, so that restarts of the child process do not repeat the error.
  const waitFor = ({ host, port }: { readonly host: string; readonly port: number }): Promise<void> =>
    waitForPort(host, port, PORT_PATIENCE, hasRemaining);
  await waitFor(config);
  if (config.sftp.port !== null) await waitFor({ host: config.sftp.host, port: config.sftp.port });
  if (config.metrics !== null) await waitFor(config.metrics);
  await migrateDatabase(config, config.databaseDirectUrl ?? url, log);
  await compiled;
  shutdown.signal.throwIfAborted();
  reportDatabase(url);
  // Start sequentially: callers wait for the API and its browser, while jobs can wait for the workers.
  const { url: address } = await api.ready;
  if (config.warmUp) await Promise.race([api.warm, pause(WARM_PATIENCE, null, { ref: false })]);
  shutdown.signal.throwIfAborted();
  await run('workers').ready;
  workersServing.reportServing();
  if (config.sftp.port !== null) await run('sftp').ready;
  sftpServing.reportServing();
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const roles = processes.map(({ name }) => name);
  log.info({ roles, url: address, environment: config.environment, seconds }, 'service ready');
}

async function main(): Promise<void> {
  const { roles, problems } = readRoles(process.argv.slice(2));
  // A supervisor has already checked this.
  const looks = isSupervised() ? {} : { alone: roles !== null, roles };
  const read = readConfig(undefined, { ...looks, problems });
  const log = makeLog({ level: read.logLevel, role: roles?.join('+') ?? 'supervisor' });
  logWarnings(log);
  if (!isSupervised()) warnOfMisspelt(environmentWith({}), log);
  const isIntake = roles?.join() === 'sftp';
  const config = isIntake ? read : fitToMemory(read, isSupervised() ? null : log);
  const limit = roles === null ? SUPERVISOR_LIMIT : STOP_LIMIT;
  const shutdown = makeShutdown({ log, limit, followParent: isStartedByNpm() });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error, process exits');
    process.exit(1);
  });
  shutdown.listen();
  try {
    await (roles === null ? supervise(config, log, shutdown) : runRoles(config, roles, log, shutdown));
  } catch (error) {
    const supervisor = shutdown.signal.aborted;
    await shutdown.stop('the start failed');
    // Errors caused by a stop signal during the start are not failures; the shutdown follows.
    if (!supervisor) throw error;
  }
}

main().catch((error: unknown) => {
  const { text, exitCode } = explainFailure(error);
  process.stderr.write(`${text}\n`);
  process.exit(exitCode);
});
