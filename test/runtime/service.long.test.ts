import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtScript } from '../support/built-service.ts';
import { waitUntil } from '../support/service.ts';

/** The complete service with its processes, as an operator starts it, with each part killed. */

let folder: string;
let main: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'einvoice-service-'));
  main = await builtScript('main');
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await new Promise((done) => child.once('exit', done));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(
  parameters: readonly string[],
  environment: Record<string, string>,
): { child: ChildProcess; printed: () => string } {
  const child = spawn(process.execPath, [main, ...parameters], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => void text.push(String(chunk)));
  started.push(child);
  return { child, printed: () => text.join('') };
}

async function until<T>(question: () => Promise<T | false> | T | false, what: string): Promise<T> {
  let answer: T | false = false;
  await waitUntil(
    async () => {
      answer = await question();
      return answer !== false;
    },
    () => `${what} did not come true`,
  );
  return answer as T;
}

const ready = ({ printed, child }: ReturnType<typeof run>): Promise<string> =>
  until(() => {
    if (child.exitCode !== null) throw new Error(`The process exited: ${printed()}`);
    return /"url":"(http:[^"]+)".*"service ready"/.exec(printed())?.[1] ?? false;
  }, 'being ready');

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Running processes whose command line contains the text, or that work in the folder. */
async function processesOf(folderOrText: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (line.includes(folderOrText) || cwd.startsWith(folderOrText)) found.push(Number(name));
  }
  return found;
}

async function childrenOf(pid: number): Promise<Record<string, number>> {
  const children: Record<string, number> = {};
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== pid) continue;
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    const role = /--run=(\w+)/.exec(line)?.[1] ?? (line.includes('postgres') ? 'postgres' : null);
    if (role !== null) children[role] = Number(name);
  }
  return children;
}

describe('the service', () => {
  it('starts, survives the death of every part, and stops without leaving processes behind', async () => {
    const service = run([], {});
    const url = await ready(service);
    // The API receives the state of other roles a moment later.
    await until(() => isReady(url), 'being ready for callers');
    // Each line of the log is a JSON record, and one reports that the service is ready.
    const lines = service.printed().trim().split('\n');
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
    expect(lines.filter((line) => line.includes('"service ready"'))).toHaveLength(1);
    const second = run([], {});
    await until(() => second.child.exitCode !== null, 'the refusal');
    expect(second.child.exitCode).toBe(1);
    expect(second.printed()).toContain(`is in use by process ${service.child.pid}`);

    const before = await childrenOf(service.child.pid!);
    expect(Object.keys(before).sort()).toEqual(['api', 'postgres', 'workers']);
    process.kill(before.postgres!, 'SIGKILL');
    process.kill(before.workers!, 'SIGKILL');
    await until(async () => {
      const now = await childrenOf(service.child.pid!);
      return now.postgres !== undefined && now.postgres !== before.postgres && now.workers !== undefined;
    }, 'new processes');
    await until(() => isReady(url), 'being ready again');

    service.child.kill('SIGTERM');
    await until(() => service.child.exitCode !== null, 'the end');
    expect(service.child.exitCode).toBe(0);
    expect(await processesOf(folder)).toEqual([]);
  });

  it('leaves no orphans when it is killed, and the next start has all data', async () => {
    const service = run([], {});
    await ready(service);
    const parts = Object.values(await childrenOf(service.child.pid!));
    expect(parts).toHaveLength(3);
    service.child.kill('SIGKILL');
    await until(async () => (await processesOf(folder)).length === 0, 'the end of PostgreSQL');
    await until(() => !parts.some(isAlive), 'the end of the roles');
    const url = await ready(run([], {}));
    await until(() => isReady(url), 'being ready for callers');
  });

  it('exits with code 2 and one message when only a child process detects an invalid configuration', async () => {
    const service = run([], { LOG_ORIGIN: 'other.example/log' });
    await until(() => service.child.exitCode !== null, 'the end');
    expect(service.child.exitCode).toBe(2);
    expect(service.printed().match(/The transparency log of this database/g)).toHaveLength(1);
    expect(service.printed()).not.toContain('fault of the service');
    expect(await processesOf(folder)).toEqual([]);
  });

  it('ends with npm, which starts it through a shell that does not forward signals', async () => {
    const script = spawn('sh', ['-c', `"${process.execPath}" "${main}"; true`], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'info', npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    script.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
    started.push(script);
    const url = await until(() => /"url":"(http:[^"]+)".*"service ready"/.exec(output)?.[1] ?? false, 'being ready');
    await until(() => isReady(url), 'being ready for callers');
    script.kill('SIGTERM');
    await until(async () => (await processesOf(folder)).length === 0, 'the end');
    expect(output).toContain('the parent process is gone');
    expect(await isReady(url)).toBe(false);
  });

  it('prints all configuration problems at once, and exits with 2', async () => {
    const service = run(['--run=api,cleaner'], { PORT: 'http' });
    await until(() => service.child.exitCode !== null, 'the end');
    expect(service.child.exitCode).toBe(2);
    expect(service.printed()).toContain('PORT must be a whole number');
    const roles = run(['--run=api,cleaner', '--fast'], {});
    await until(() => roles.child.exitCode !== null, 'the end');
    expect(roles.child.exitCode).toBe(2);
    expect(roles.printed()).toContain('Unknown role "cleaner"');
    expect(roles.printed()).toContain('Unknown parameter --fast');
    const alone = run(['--run=workers'], {});
    await until(() => alone.child.exitCode !== null, 'the end');
    expect(alone.child.exitCode).toBe(2);
    expect(alone.printed()).toContain('DATABASE_URL is required');
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
