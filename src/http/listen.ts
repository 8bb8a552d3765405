import type { Server } from 'node:http';

/**
 * Resolves when the server listens.
 *
 * @throws the system error, which names the address
 */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
