import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE = 100;

/** How long the remaining processes of a killed predecessor are waited for, in milliseconds: as long as they take to stop. */
const PREDECESSOR_MS = 30_000;

/**
 * Resolves when nobody listens on the port. A predecessor that was killed a moment ago is waited for.
 *
 * @param patience how long, in milliseconds
 * @param hasRemaining whether processes of the predecessor still live: they are waited for longer
 * @throws the system's error, which names the address, when the port cannot be listened on
 */
export async function waitForPort(
  host: string,
  port: number,
  waitTimeoutMs: number,
  hasRemaining: () => boolean = () => false,
): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      return await tryPort(host, port);
    } catch (error) {
      const limit = hasRemaining() ? Math.max(waitTimeoutMs, PREDECESSOR_MS) : waitTimeoutMs;
      const isOver = performance.now() + PAUSE > began + limit;
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || isOver) throw error;
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
