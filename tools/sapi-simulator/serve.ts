import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reply, Simulator } from './make-simulator.ts';

type RunningSimulator = {
  /** Base URL without a path. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** Payload limit of 10 MB, escaped as JSON, plus the other fields of a send. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Serves the access point over HTTP. Port 0: any free port. */
export async function serveSimulator(
  simulator: Simulator,
  { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {},
): Promise<RunningSimulator> {
  const server = createServer((request, response) => {
    void respond(simulator, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function respond(simulator: Simulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
  const body = await readJson(request);
  if (body === UNREADABLE)
    return send(response, {
      status: 400,
      body: { statusCode: 400, error: 'Bad Request', message: 'The body is no JSON' },
    });
  const headers = request.headers as Record<string, string | undefined>;
  send(
    response,
    simulator.answer({ method: request.method ?? 'GET', path: pathname, query: searchParams, headers, body }),
  );
}

function send(response: ServerResponse, reply: Reply): void {
  // The caller times out and closes the connection.
  if (reply === 'silent') return;
  if (reply === 'cut') {
    response.destroy();
    return;
  }
  response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
  response.end(JSON.stringify(reply.body));
}

const UNREADABLE = Symbol('unreadable');

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) return UNREADABLE;
    parts.push(part);
  }
  if (size === 0) return null;
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return UNREADABLE;
  }
}
