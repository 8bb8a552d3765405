import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppParts } from './app-parts.ts';
import { listen } from './listen.ts';

/** A listener that tells metrics and nothing else. */
export type MetricsDoor = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Tells `/metrics` at an address of its own, which callers need not reach.
 *
 * @throws the system's error, which names the address, when it cannot be listened on
 */
export async function serveMetrics(
  { processMetrics, metrics, log }: Pick<AppParts, 'processMetrics' | 'metrics' | 'log'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsDoor> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('GET /metrics\n');
      return;
    }
    processMetrics.render().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be told');
        response.writeHead(500).end();
      },
    );
  });
  await listen(server, host, port);
  const { address, family, port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
