import type { Server } from 'node:http';

/** Resolves once the server listens. @throws the system's error, which names the address, when it cannot */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
