import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

/** Redis for tests, without persistence. */
export type TestRedis = {
  readonly url: string;
  /** Kills the server and loses all data; it restarts empty on the same port. */
  readonly crash: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** True when `redis-server` is on the PATH. */
export const hasRedis: boolean = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

const findFreePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? done(address.port) : fail(new Error())));
    });
  });

/** Starts `redis-server` in a temporary folder, with additional options; null when this machine has none. */
export async function startTestRedis(folder: string, options: readonly string[] = []): Promise<TestRedis | null> {
  if (!hasRedis) return null;
  const port = await findFreePort();
  let child = await startServer(port, folder, options);
  return {
    url: `redis://127.0.0.1:${port}`,
    crash: async () => {
      await end(child, 'SIGKILL');
      child = await startServer(port, folder, options);
    },
    stop: () => end(child, 'SIGTERM'),
  };
}

async function startServer(port: number, folder: string, options: readonly string[]): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder, ...options],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await new Promise<void>((done, fail) => {
    child.once('exit', (code) => fail(new Error(`redis-server ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes('Ready to accept connections')) done();
    });
  });
  return child;
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((done) => {
    child.removeAllListeners('exit').once('exit', () => done());
    child.kill(signal);
  });
}
