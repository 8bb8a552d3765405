import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppParts } from './app-parts.ts';
import { listen } from './listen.ts';
import { askReadiness, statusOf } from './operations/check-readiness.ts';

/** Listener for operators with metrics, liveness and readiness only. */
export type MetricsDoor = { readonly url: string; readonly close: () => Promise<void> };

type DoorParts = Pick<AppParts, 'processMetrics' | 'metrics' | 'log' | 'readiness' | 'db'> & {
  /** Null when the process does not use the queue. */
  readonly queue: Pick<AppParts['queue'], 'counts'> | null;
  /** True when the process cannot work without the queue. */
  readonly isQueueRequired: boolean;
  /** Aborts when the process begins to stop. */
  readonly stopping: AbortSignal;
};

/**
 * Serves `/metrics`, `/healthz` and `/readyz` at a separate address, which clients need not reach. Processes without
 * HTTP API, such as workers, are probed there.
 *
 * @throws the system error, which names the address, when it cannot listen
 */
export async function serveMetrics(
  parts: DoorParts,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsDoor> {
  const { processMetrics, metrics, log, stopping } = parts;
  const pages: ReadonlyMap<string, (response: ServerResponse) => Promise<void> | void> = new Map(
    Object.entries({
      '/metrics': async (response: ServerResponse) => {
        const text = await processMetrics.render();
        response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
      },
      '/healthz': (response: ServerResponse) => writeJson(response, 200, { status: 'alive' }),
      '/readyz': async (response: ServerResponse) => {
        const found = await askReadiness(parts, stopping, parts);
        writeJson(response, statusOf(found), found);
      },
    }),
  );
  const server = createServer((request, response) => {
    const page = request.method === 'GET' ? pages.get(request.url ?? '') : undefined;
    if (page === undefined) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('GET /metrics, /healthz, /readyz\n');
      return;
    }
    Promise.resolve(page(response)).catch((error: unknown) => {
      log.error({ err: error, path: request.url }, 'metrics request failed');
      response.writeHead(500).end();
    });
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

function writeJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
