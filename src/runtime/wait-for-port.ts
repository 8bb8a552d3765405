import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE = 100;

/**
 * Resolves when nobody listens on the port. A predecessor that was killed a moment ago is waited for.
 *
 * @param patience how long, in milliseconds
 * @throws the system's error, which names the address, when the port cannot be listened on
 */
export async function waitForPort(host: string, port: number, patience: number): Promise<void> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return await tryPort(host, port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || performance.now() + PAUSE > end) throw error;
      await pause(PAUSE);
    }
  }
}

function tryPort(host: string, port: number): Promise<void> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(port, host, () => server.close(() => done()));
  });
}
