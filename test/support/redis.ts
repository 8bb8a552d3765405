import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

/** A Redis for tests; null when this machine has none. */
export type TestRedis = { readonly url: string; readonly stop: () => Promise<void> };

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? done(address.port) : fail(new Error())));
    });
  });

/** Starts a `redis-server` in a temporary folder when there is one on the PATH. */
export async function startTestRedis(folder: string): Promise<TestRedis | null> {
  if (spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status !== 0) return null;
  const port = await freePort();
  const child: ChildProcess = spawn(
    'redis-server',
    ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await new Promise<void>((done, fail) => {
    child.once('exit', (code) => fail(new Error(`redis-server ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes('Ready to accept connections')) done();
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () =>
      new Promise((done) => {
        child.removeAllListeners('exit').once('exit', () => done());
        child.kill('SIGTERM');
      }),
  };
}
