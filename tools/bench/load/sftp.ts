/**
 * SFTP uploads to the built service with OpenSSH's client: `npm run bench -- sftp`, after `npm run build`. The role
 * `sftp` is a separate process, as with `npm start`; client, API, workers and database share the processors of this
 * machine.
 *
 * Two memory figures: `MB` is the resident memory of the process (RSS), including all pages of Node's program; in
 * `share MB` shared pages are divided among the processes that use them (PSS).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import ssh2, { type Client } from 'ssh2';
import { makeSshKey } from '../../../test/support/ssh-key.ts';
import { findPort } from '../cold-start.ts';
import { makeInvoice } from '../invoices.ts';
import { type Budget, renderBudgets, renderTable } from '../table.ts';
import { type Measured, machineSeconds, startMeasured } from './service.ts';

const HOST = '127.0.0.1';
const WARM = 300;
const SESSIONS = 4;
const ONE_SECONDS = 60;
const MANY_SECONDS = 25;
const A_SECOND = 20;
const STEADY_SECONDS = 20;
const STEADY = A_SECOND * STEADY_SECONDS;
const P95_MS = 1_000;
const LARGE_BYTES = 256 * 1024 * 1024;
const UPLOAD_MB = 40;
const MEMORY_MB = 90;
const IDLE = 200;
/** Sampling interval of memory; PSS is sampled less often, since the kernel sums up all pages. */
const ASK_MS = 200;
const ASKS_A_SHARE = 10;
/** Results in a file of about nine kilobytes. */
const LINES = 4;

/** A workspace, with its file folders on this disk. */
type Account = { readonly user: string; readonly privateKeys: readonly string[]; readonly home: string };

type Bench = { readonly service: Measured; readonly port: number; readonly folder: string; readonly root: string };

/**
 * Measures and prints; true when every budget is met.
 *
 * @param files number of files uploaded at once; the time limit is proportional below 10,000
 * @param onlyDrops measures only the duration and cost of these
 */
export async function runSftpLoad(root: string, files: number, onlyDrops: boolean): Promise<boolean> {
  const port = await findPort();
  const folder = mkdtempSync(join(tmpdir(), 'bench-sftp-'));
  const filesRoot = join(folder, 'intake');
  const service = await startMeasured(root, 'PostgreSQL', {
    SFTP_PORT: String(port),
    SFTP_HOST: HOST,
    SFTP_DIR: filesRoot,
  });
  const bench: Bench = { service, port, folder, root: filesRoot };
  const rows: string[][] = [
    [
      'measured',
      'got',
      'sftp MB',
      'share MB',
      'sftp %',
      'all of the service %',
      'other programs %',
      'load',
      'ms a file: sftp, workers, PostgreSQL, API',
    ],
  ];
  const budgets: Budget[] = [];
  const measure = async <T>(
    name: string,
    work: () => Promise<T>,
    describe: (result: T) => string,
    count = 0,
  ): Promise<T> => {
    const { result, cells, peak, peakShare } = await watch(service, work, count);
    rows.push([name, describe(result), ...cells]);
    peakMemory = Math.max(peakMemory, peak);
    largestShare = Math.max(largestShare, peakShare);
    console.log(`${name}: ${describe(result)}`);
    return result;
  };
  const want = (name: string, limit: number, got: number, unit: string, ok = got <= limit): void => {
    budgets.push({ name, target: `${limit} ${unit}`, got: `${got.toFixed(1)} ${unit}`, ok });
  };
  let peakMemory = 0;
  let largestShare = 0;
  const finish = (): boolean => {
    console.log(`\n${renderTable(rows)}\n\n${renderBudgets(budgets)}`);
    return budgets.every(({ ok }) => ok);
  };
  try {
    const content = Buffer.from(makeInvoice(LINES)).toString('utf8');
    for (let index = 0; index < Math.max(files, STEADY); index++)
      writeFileSync(join(folder, `f${index}.xml`), content.replace('2026-000417', `2026-${index}`));
    console.log(
      `files of ${Buffer.byteLength(content)} bytes\n` +
        'ext4 makes new files many times slower for minutes after ten thousands were deleted, as by the run before: rest it',
    );
    await untilListening(bench);
    await drop(bench, await open(bench), [Math.min(WARM, files)]);

    const seconds = (took: number): string => `${took.toFixed(1)} s`;
    const one = await measure(
      `${files} files, one session`,
      async () => drop(bench, await open(bench), [files]),
      seconds,
      files,
    );
    want(`${files} files in one session, to the last result`, ONE_SECONDS * (files / 10_000), one, 's');
    const shares = Array.from({ length: SESSIONS }, () => files / SESSIONS);
    const many = await measure(
      `${files} files, four sessions`,
      async () => drop(bench, await open(bench), shares),
      seconds,
      files,
    );
    want(`${files} files in four sessions, to the last result`, MANY_SECONDS * (files / 10_000), many, 's');
    if (onlyDrops) return finish();

    const milliseconds = (value: number): string => `p95 ${value.toFixed(0)} ms`;
    const steady = await measure(
      `${A_SECOND} files/s`,
      async () => dropSteadily(bench, await open(bench)),
      milliseconds,
      STEADY,
    );
    want(`p95 from the last write to the result at ${A_SECOND} files/s`, P95_MS, steady, 'ms');
    const speed = await measure(
      `one file of ${LARGE_BYTES / 1024 / 1024} MB`,
      async () => upload(bench, await open(bench)),
      (value) => `${value.toFixed(0)} MB/s`,
    );
    want('upload', UPLOAD_MB, speed, 'MB/s', speed >= UPLOAD_MB);
    want('memory of the process sftp, resident, at most', MEMORY_MB, peakMemory, 'MB');
    want('the same, its share of what processes share', MEMORY_MB, largestShare, 'MB');

    const before = service.megabytes().sftp;
    const clients = await openIdle(bench, await open(bench));
    const held = service.megabytes().sftp - before;
    await measure(
      `${IDLE} sessions that do nothing, 10 s`,
      () => wait(10_000),
      () => `${held.toFixed(1)} MB more`,
    );
    const alongside = await measure(
      `${A_SECOND} files/s during them`,
      async () => dropSteadily(bench, await open(bench)),
      milliseconds,
      STEADY,
    );
    want(`the same p95 with ${IDLE} idle sessions`, P95_MS, alongside, 'ms');
    for (const client of clients) client.end();
    return finish();
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs work and reports its processor time by part and file, and the peak memory of the process sftp, as RSS and PSS.
 */
async function watch<T>(service: Measured, work: () => Promise<T>, files: number) {
  let peak = 0;
  let peakShare = 0;
  let calls = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, service.megabytes().sftp);
    calls += 1;
    if (calls % ASKS_A_SHARE === 0) peakShare = Math.max(peakShare, service.share());
  }, ASK_MS);
  const before = service.processorSeconds();
  const [machine, began] = [machineSeconds(), performance.now()];
  try {
    const result = await work();
    const seconds = (performance.now() - began) / 1000;
    const after = service.processorSeconds();
    const percent = (used: number): string => ((used / seconds) * 100).toFixed(0);
    const own = Object.keys(before).reduce((sum, part) => sum + after[part as 'sftp'] - before[part as 'sftp'], 0);
    const others = machineSeconds() - machine - own;
    // Covers work that ended before the first sample.
    peakShare = Math.max(peakShare, service.share());
    const cells = [
      peak.toFixed(0),
      peakShare.toFixed(0),
      percent(after.sftp - before.sftp),
      percent(own),
      percent(others),
    ];
    const parts = ['sftp', 'workers', 'postgres', 'api'] as const;
    const each = parts.map((part) => (((after[part] - before[part]) * 1000) / files).toFixed(1)).join(', ');
    return { result, peak, peakShare, cells: [...cells, loadavg()[0]!.toFixed(1), files === 0 ? '' : each] };
  } finally {
    clearInterval(timer);
  }
}

async function call<T>(
  { service }: Pick<Bench, 'service'>,
  path: string,
  key: string | null,
  body?: object,
): Promise<T> {
  const response = await fetch(service.url + path, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'Content-Type': 'application/json', ...(key !== null && { 'X-API-Key': key }) },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function untilListening(bench: Bench): Promise<void> {
  const { key } = await call<{ key: string }>(bench, '/api/sandbox-keys', null, {});
  while ((await call<{ servers: unknown[] }>(bench, '/api/sftp', key)).servers.length === 0) await wait(100);
}

async function open(bench: Bench): Promise<Account> {
  const { key } = await call<{ key: string }>(bench, '/api/sandbox-keys', null, {});
  const pairs = Array.from({ length: SESSIONS }, () => makeSshKey());
  for (const { line } of pairs) await call(bench, '/api/sftp-keys', key, { name: 'bench', public_key: line });
  const { user } = await call<{ user: string }>(bench, '/api/sftp', key);
  return { user, privateKeys: pairs.map(({ privateKey }) => privateKey), home: join(bench.root, 'files', user) };
}

/** Starts OpenSSH's sftp; commands are written to its input. */
function startClient({ port, folder }: Bench, { user, privateKeys }: Account) {
  const path = join(folder, `key-${user}`);
  writeFileSync(path, privateKeys[0]!, { mode: 0o600 });
  const options = ['IdentitiesOnly=yes', 'StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'BatchMode=yes'];
  const child = spawn(
    'sftp',
    [
      '-q',
      '-F',
      'none',
      '-i',
      path,
      '-P',
      `${port}`,
      ...options.flatMap((o) => ['-o', o]),
      '-b',
      '-',
      `${user}@${HOST}`,
    ],
    { cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`sftp ended with ${code}`);
  });
  return { write: (line: string) => void child.stdin.write(`${line}\n`), end: () => child.stdin.end('bye\n'), ended };
}

const resultsOf = async ({ home }: Account): Promise<string[]> =>
  (await readdir(join(home, 'results')).catch(() => [])).filter((name) => name.endsWith('.result.json'));

/** Uploads files in parallel sessions; returns the seconds from the start of the clients to the last result. */
async function drop(bench: Bench, account: Account, sessions: readonly number[]): Promise<number> {
  const began = performance.now();
  let first = 0;
  const clients = sessions.map((count) => {
    const client = startClient(bench, account);
    for (let index = first; index < first + count; index++) client.write(`put f${index}.xml /inbox/f${index}.xml`);
    first += count;
    client.end();
    return client.ended;
  });
  await Promise.all(clients);
  console.log(`  put after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  while ((await resultsOf(account)).length < first) await wait(100);
  const took = (performance.now() - began) / 1000;
  const any = JSON.parse(await readFile(join(account.home, 'results', `f${first - 1}.xml.result.json`), 'utf8'));
  if (any.valid !== true || any.summary.invoice_id !== `2026-${first - 1}`)
    throw new Error('a result belongs to another file');
  return took;
}

/**
 * Uploads files at a fixed rate. Returns the 95th percentile of the milliseconds from the last write of a file,
 * followed by its close, until its result appeared in /results, both from file system timestamps.
 */
async function dropSteadily(bench: Bench, account: Account): Promise<number> {
  const client = startClient(bench, account);
  const began = performance.now();
  for (let index = 0; index < STEADY; index++) {
    await wait(Math.max(0, began + (index / A_SECOND) * 1000 - performance.now()));
    client.write(`put f${index}.xml /inbox/f${index}.xml`);
  }
  client.end();
  await client.ended;
  const archive = join(account.home, 'archive');
  const archived = async () => (await readdir(archive, { recursive: true })).filter((name) => name.endsWith('.xml'));
  while ((await archived()).length < STEADY) await wait(100);
  const times: number[] = [];
  for (const path of await archived()) {
    const shown = await stat(join(account.home, 'results', `${path.split('/').at(-1)}.result.json`));
    times.push(shown.ctimeMs - (await stat(join(archive, path))).mtimeMs);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}

/** Upload rate of one large file in megabytes per second, without the client's connection time. */
async function upload(bench: Bench, account: Account): Promise<number> {
  const time = async (...lines: string[]): Promise<number> => {
    const began = performance.now();
    const client = startClient(bench, account);
    for (const line of lines) client.write(line);
    client.end();
    await client.ended;
    return (performance.now() - began) / 1000;
  };
  writeFileSync(join(bench.folder, 'large'), '');
  truncateSync(join(bench.folder, 'large'), LARGE_BYTES);
  const empty = await time();
  const took = await time('put large /inbox/large.tmp');
  await time('rm /inbox/large.tmp');
  return LARGE_BYTES / 1_000_000 / (took - empty);
}

/** Opens idle sessions with the SSH library: the same number of OpenSSH processes would dominate the measurement. */
async function openIdle({ port }: Bench, { user, privateKeys }: Account): Promise<Client[]> {
  const clients: Client[] = [];
  for (let index = 0; index < IDLE; index++) {
    const client = new ssh2.Client();
    client.connect({ host: HOST, port, username: user, privateKey: privateKeys[index % privateKeys.length]! });
    await once(client, 'ready');
    await new Promise((resolve, reject) => client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))));
    clients.push(client);
  }
  return clients;
}
