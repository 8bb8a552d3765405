/** The operator's commands, one verb each; `npm run cli -- help` lists them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toUtcDay } from './lib/utc-day.ts';
import { dumpSchema, migrate, openDatabase } from './platform/db/index.ts';
import {
  explainFailure,
  findRoot,
  makeDataDir,
  makeLog,
  readConfig,
  startPostgres,
  writeConfiguration,
} from './platform/index.ts';

type Verb = {
  readonly summary: string;
  readonly run: (args: readonly string[]) => Promise<number>;
  /** Text of `--help`; absent for commands without arguments. */
  readonly usage?: () => Promise<string> | string;
};

/** How long connections may take to close after a command has finished, in milliseconds. */
const EXIT_LIMIT_MS = 1_000;

const root = findRoot();
const log = makeLog({ level: 'warn', role: 'cli' }, process.stderr);

// Each command imports its own modules, so that starting one does not load the others.
const verbs: ReadonlyMap<string, Verb> = new Map(
  Object.entries({
    migrate: {
      summary: 'migrate the database to the latest schema: DATABASE_URL, or the embedded one',
      run: migrateDatabase,
    },
    'check-config': {
      summary: 'check the environment variables: errors, misspelled names, what production still lacks',
      run: async (args) => (await import('./cli/check-config.ts')).checkConfig(args),
      usage: async () => (await import('./cli/check-config.ts')).USAGE,
    },
    doctor: {
      summary: 'check the installation: database, queue, disk, clock, secrets, certificate, memory',
      run: async (args) => (await import('./cli/doctor.ts')).doctor(args),
      usage: async () => (await import('./cli/doctor.ts')).USAGE,
    },
    workspace: {
      summary: 'create or list customer workspaces, change their plans',
      run: async (args) => (await import('./cli/workspace.ts')).workspace(args),
      usage: async () => (await import('./cli/workspace.ts')).USAGE,
    },
    key: {
      summary: 'create, list, rotate or revoke keys of workspaces',
      run: async (args) => (await import('./cli/key.ts')).key(args),
      usage: async () => (await import('./cli/key.ts')).USAGE,
    },
    'key-request': {
      summary: 'requests for production keys: list, approve, refuse',
      run: async (args) => (await import('./cli/key-request.ts')).keyRequest(args),
      usage: async () => (await import('./cli/key-request.ts')).USAGE,
    },
    queues: {
      summary: 'waiting, running and failed jobs; retry or discard a failed job',
      run: async (args) => (await import('./cli/queues.ts')).queues(args),
      usage: async () => (await import('./cli/queues.ts')).USAGE,
    },
    backup: {
      summary: 'write a consistent backup of all data to one file, also while the service runs',
      run: async (args) => (await import('./cli/backup.ts')).backup(args),
      usage: async () => (await import('./cli/backup.ts')).BACKUP_USAGE,
    },
    restore: {
      summary: 'restore a backup into an empty database: DATABASE_URL, or a new DATA_DIR',
      run: async (args) => (await import('./cli/backup.ts')).restore(args),
      usage: async () => (await import('./cli/backup.ts')).RESTORE_USAGE,
    },
    diagnose: {
      summary: 'diagnostic data for support, as JSON, without content or secrets',
      run: async (args) => (await import('./cli/diagnose.ts')).diagnose(args),
      usage: async () => (await import('./cli/diagnose.ts')).USAGE,
    },
    rules: {
      summary: 'compile, list, install, remove or export rule packs',
      run: async (args) => (await import('./cli/rules.ts')).rules(args),
      usage: async () => (await import('./cli/rules.ts')).USAGE,
    },
    'verify-evidence': {
      summary: 'verify offline that a report or archive was signed by the service',
      run: async (args) => (await import('./cli/verify-evidence.ts')).verifyEvidence(args),
      usage: async () => (await import('./cli/verify-evidence.ts')).USAGE,
    },
    'replay-evidence': {
      summary: 'validate the file of a report again, with the same rules',
      run: async (args) => (await import('./cli/replay-evidence.ts')).replayEvidence(args),
      usage: async () => (await import('./cli/replay-evidence.ts')).USAGE,
    },
    'export-evidence': {
      summary: 'export the reports of a month for an auditor: list, totals, completeness, samples',
      run: async (args) => (await import('./cli/export-evidence.ts')).exportEvidence(args),
      usage: async () => (await import('./cli/export-evidence.ts')).USAGE,
    },
    'archive-rules': {
      summary: 'write engine and rules to one file, to replay reports after an upgrade',
      run: async (args) => (await import('./cli/archive-rules.ts')).archiveRules(args),
      usage: async () => (await import('./cli/archive-rules.ts')).USAGE,
    },
    'evidence-key': {
      summary: 'list, rotate or retire the keys that sign evidence',
      run: async (args) => (await import('./cli/evidence-key.ts')).evidenceKey(args),
      usage: async () => (await import('./cli/evidence-key.ts')).USAGE,
    },
    'monitor-log': {
      summary: 'monitor a transparency log from outside; alarm on a fork or a rollback',
      run: async (args) => (await import('./cli/monitor-log.ts')).monitorLog(args),
      usage: async () => (await import('./cli/monitor-log.ts')).USAGE,
    },
    web: {
      summary: 'build the browser code of the pages before the first request',
      run: async () => (await import('./cli/web.ts')).buildWeb(),
    },
    browser: { summary: 'unpack the packaged Chromium before the first PDF', run: unpackBrowser },
    generate: {
      summary: 'write the committed generated files; --check only compares',
      run: generate,
      usage: () => 'usage: generate [--check]',
    },
    help: { summary: 'this list', run: help },
  }),
);

async function help(): Promise<number> {
  for (const [name, { summary }] of verbs) console.log(`${name.padEnd(17)}${summary}`);
  return 0;
}

async function migrateDatabase(): Promise<number> {
  const config = readConfig();
  const embedded = config.databaseUrl === null ? await startPostgres({ dataDir: config.dataDir, log }) : null;
  try {
    await (await import('./cli/with-database.ts')).compareAddresses(config, log);
    const url = config.databaseDirectUrl ?? config.databaseUrl ?? embedded!.url;
    const ran = await withDatabase(url, (db) => migrate(db, join(root, 'migrations')));
    console.log(ran.length === 0 ? 'nothing to do' : ran.map((name) => `ran ${name}`).join('\n'));
  } finally {
    await embedded?.stop();
  }
  return 0;
}

async function unpackBrowser(): Promise<number> {
  const { chromiumPath: path, dataDir } = readConfig();
  const ending = new AbortController();
  process.once('SIGTERM', () => ending.abort());
  makeDataDir(dataDir);
  const { unpackFor } = await import('./modules/rendering/chromium/ways-to-run.ts');
  await unpackFor({ path, cache: join(dataDir, 'chromium') }, ending.signal);
  return 0;
}

async function generate(args: readonly string[]): Promise<number> {
  const check = args.includes('--check');
  const stale: string[] = [];
  for (const [path, text] of await derivedFiles()) {
    const file = join(root, path);
    if (readOrNull(file) === text) continue;
    stale.push(path);
    if (check) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const path of stale)
    console.log(check ? `${path} differs from the output of \`npm run generate\`` : `wrote ${path}`);
  return check && stale.length > 0 ? 1 : 0;
}

/** Derived files that are committed: small indexes that a reviewer reads in a diff. */
async function derivedFiles(): Promise<Map<string, string>> {
  const [{ writeOpenApi }, { listCiiPacks, listNetworkPacks, loadRulePacks }, { ruleIndex }] = await Promise.all([
    import('./composition/api.ts'),
    import('./modules/rules/loader/index.ts'),
    import('@e-invoice/validator/validation'),
  ]);
  const files = new Map<string, string>();
  for (const { pack } of listNetworkPacks(root, toUtcDay(Date.now()))) {
    files.set(`schematron/network/${pack.info.id}/${pack.info.version}/rules.json`, ruleIndex(pack, null));
  }
  for (const { pack } of listCiiPacks(root, toUtcDay(Date.now()))) {
    files.set(`schematron/${pack.info.id}/${pack.info.version}/rules.json`, ruleIndex(pack, null));
  }
  const packs = await loadRulePacks(root);
  for (const pack of packs) {
    const { info } = pack;
    const { differs_from } = pack.pack.manifest;
    const later = packs.find((other) => other.info.id === info.id && other.info.version === differs_from);
    files.set(`schematron/${info.id}/${info.version}/rules.json`, ruleIndex(pack, later ?? null));
  }
  files.set('docs/configuration.md', writeConfiguration(readFileSync(join(root, 'docs/configuration.md'), 'utf8')));
  files.set('test/contract/openapi.json', writeOpenApi());
  files.set('test/db/schema.sql', await dumpFreshSchema());
  return files;
}

/** Schema that the migrations create in an empty database on a temporary server. */
async function dumpFreshSchema(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'einvoice-schema-'));
  const postgres = await startPostgres({ dataDir: folder, log, durable: false });
  try {
    return await withDatabase(postgres.url, async (db) => {
      await migrate(db, join(root, 'migrations'));
      return dumpSchema(db);
    });
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withDatabase<T>(url: string, work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, maxConnections: 2, applicationName: 'einvoice cli', log });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Runs a command. Refuses arguments for a command that takes none, because the operator meant something else. */
async function perform(name: string, { summary, run, usage }: Verb, args: readonly string[]): Promise<number> {
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h');
  if (!isHelp && (usage !== undefined || args.length === 0)) return run(args);
  const text = (await usage?.()) ?? `usage: ${name}, without arguments: ${summary}`;
  if (isHelp) console.log(text);
  else console.error(text);
  return isHelp ? 0 : 2;
}

const [command = 'help', ...args] = process.argv.slice(2);
const name = command === '--help' || command === '-h' ? 'help' : command;
const verb = verbs.get(name);
if (verb === undefined) console.error(`Unknown command ${name}; try help`);
process.exitCode = verb === undefined ? 2 : await perform(name, verb, args).catch(printError);
// Exit even if a connection cannot be closed, for example to an unresponsive server.
setTimeout(() => process.exit(), EXIT_LIMIT_MS).unref();

function printError(error: unknown): number {
  const { text, exitCode } = explainFailure(error);
  console.error(text);
  return exitCode;
}
