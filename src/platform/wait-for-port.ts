import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE = 100;

/**
 * How long to wait for processes that a killed predecessor left, in milliseconds: as long as their shutdown takes.
 */
const PREDECESSOR_MS = 30_000;

/**
 * Resolves when the port is free. Waits for a predecessor that was just killed.
 *
 * @param patience maximum wait in milliseconds
 * @param hasRemaining true while processes of the predecessor are running, which extends the wait
 * @throws the system's error, which names the address, when the port cannot be used
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
