import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The whole service as a customer starts it: a supervisor with its own PostgreSQL, API and workers. */
export type Service = {
  readonly url: string;
  readonly dataDir: string;
  /** Everything the processes have printed so far. */
  readonly output: () => string;
  /** The process ids of a part that are alive now. */
  readonly pids: (part: Part) => number[];
  readonly kill9: (part: Part) => number;
  /** Stops as Ctrl-C does, and waits for the end. */
  readonly stop: () => Promise<void>;
};

export type Part = 'supervisor' | 'api' | 'workers' | 'postgres';

export type ServiceOptions = { readonly environment?: Readonly<Record<string, string>>; readonly dataDir?: string };

/** Starts the service from its sources and waits until it is ready. The caller removes `dataDir` after the last stop. */
export async function startService({ environment = {}, dataDir }: ServiceOptions = {}): Promise<Service> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'einvoice-flow-'));
  const port = await findFreePort();
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      PUBLIC_DAILY_LIMIT: '0',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  const url = `http://127.0.0.1:${port}`;
  const service: Service = {
    url,
    dataDir: folder,
    output: () => output,
    pids: (part) => findPids(child, part),
    kill9: (part) => {
      const [pid] = findPids(child, part);
      if (pid === undefined) throw new Error(`no ${part} is alive`);
      process.kill(pid, 'SIGKILL');
      return pid;
    },
    stop: () => stop(child),
  };
  await waitUntil(
    async () => {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}:\n${output}`);
      return (await fetch(`${url}/readyz`).catch(() => null))?.status === 200;
    },
    60_000,
    () => `the service was not ready in time:\n${output}`,
  );
  return service;
}

/** Removes what a stopped service left on the disk. */
export function removeData(service: Service): void {
  rmSync(service.dataDir, { recursive: true, force: true });
}

/** Asks again and again until the answer is yes. */
export async function waitUntil(
  answer: () => Promise<boolean>,
  milliseconds: number,
  complaint: () => string = () => 'it did not happen in time',
): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await answer())) {
    if (performance.now() > end) throw new Error(complaint());
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

const PARTS: Readonly<Record<Exclude<Part, 'supervisor'>, RegExp>> = {
  api: /--run=api/,
  workers: /--run=workers/,
  postgres: /bin\/postgres\b.*-D/,
};

/** Direct children of the supervisor by their command lines; a server's own children do not count. */
function findPids(child: ChildProcess, part: Part): number[] {
  if (part === 'supervisor') return [child.pid!];
  const isPart = (pid: number): boolean => PARTS[part].test(readCommand(pid));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === child.pid && isPart(pid));
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

function findFreePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
