import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { medianOf } from './measure.ts';

/**
 * Milliseconds until a new process has validated its first invoice with precompiled rules: loading the validator's
 * code and the rules, and validating, without the start of Node itself.
 */
export async function measureFirstValidation(engine: 'engine' | 'saxon', packFolder: string, cacheDir: string) {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const child = fork(fileURLToPath(new URL('./first-validation.ts', import.meta.url)), [
      engine,
      packFolder,
      cacheDir,
    ]);
    const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])) as [
      { milliseconds: number } | null,
    ];
    if (message === null) throw new Error(`the validation process of ${engine} exited early`);
    times.push(message.milliseconds);
    if (child.exitCode === null) await once(child, 'exit');
  }
  return medianOf(times);
}

/**
 * Milliseconds from the start of the built service with an initialised data directory until `/readyz` returns 200.
 *
 * @throws Error when it is not ready within a minute
 */
export async function measureReady(root: string): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-data-'));
  try {
    await startOnce(root, dataDir);
    return await startOnce(root, dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startOnce(root: string, dataDir: string): Promise<number> {
  const start = performance.now();
  const service = await startBuilt(root, dataDir);
  const took = performance.now() - start;
  await service.stop();
  return took;
}

/**
 * Starts the built service and waits until it is ready.
 *
 * @throws Error when it is not ready within a minute
 */
export async function startBuilt(
  root: string,
  dataDir: string,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const port = await findPort();
  const start = performance.now();
  const service = spawn(process.execPath, [join(root, 'dist', 'src', 'main.js')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(service, 'exit');
  const stop = async (): Promise<void> => {
    service.kill('SIGTERM');
    await ended;
  };
  try {
    while (!(await isReady(port))) {
      if (service.exitCode !== null) throw new Error(`the service ended with code ${service.exitCode}`);
      if (performance.now() - start > 60_000) throw new Error('the service was not ready within a minute');
      await wait(20);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** A refused connection means "not ready" here, not an error. */
const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Finds a free port below the ephemeral range, so that no outgoing connection takes it before the service listens. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = 18_000 + Math.floor(Math.random() * 14_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
