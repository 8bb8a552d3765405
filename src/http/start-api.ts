import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { ProblemCode } from '../platform/errors/index.ts';
import type { AppParts } from './app-parts.ts';
import { type Connections, trackConnections } from './connections.ts';
import { listen } from './listen.ts';
import { findProblemKind, Problem, toProblemBody } from './problems/problems.ts';
import type { Route } from './routing/route.ts';
import type { Middleware } from './routing/state.ts';
import { makeServer } from './server.ts';
import { openTlsFiles } from './tls-files.ts';

/** A running API. */
export type Api = {
  readonly url: string;
  /**
   * Ends streams and waits, and lets running calls finish. Calls that arrive during the shutdown or exceed the grace
   * period get status 503. The listener closes when the calls have finished and the drain period is over.
   */
  readonly close: () => Promise<void>;
};

export type ApiOptions = {
  /** `throw` in tests and development: a response that deviates from its declaration fails the request. */
  readonly checkAnswers?: 'throw' | 'log';
  /** How long running requests may take to finish during the shutdown, in milliseconds. */
  readonly grace?: number;
  /**
   * Starts the drain period when the API closes; the promise resolves at its end. Until then new connections get 503,
   * so that load balancers notice before connections are refused. Default: no drain period.
   */
  readonly drain?: () => Promise<unknown>;
  /**
   * How long idle connections stay open after the listener has closed, in milliseconds, because a request may be in
   * flight. Default: 0.
   */
  readonly quiet?: number;
};

/** Idle timeout of a connection in use: longer than the largest archive takes to unpack. */
const IDLE_MS = 300_000;

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  // A missing Host header is rejected with a problem body (`middleware/host.ts`).
  requireHostHeader: false,
  headersTimeout: 15_000,
  // Enough for 10,000 invoices over a slow line; a stalled upload ends earlier.
  requestTimeout: 600_000,
  // Longer than the usual 60 seconds of proxies, so that the proxy closes idle connections.
  keepAliveTimeout: 65_000,
  // TLS handshake timeout; a shutdown waits for running handshakes.
  handshakeTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
};

/** What the API serves: its routes, and the pages that are asked before them, in order. */
type Site = { readonly routes: readonly Route[]; readonly pages: readonly Middleware[] };

/**
 * Serves the API on the configured host and port (port 0: any free port).
 *
 * @param makeSite creates the routes and pages; the signal aborts when the service stops
 */
export async function serveApi(
  app: AppParts,
  makeSite: (stopping: AbortSignal) => Site,
  options: ApiOptions = {},
): Promise<Api> {
  const { checkAnswers = 'log', grace = 25_000, quiet = 0, drain = async () => undefined } = options;
  const stopping = new AbortController();
  const over = new AbortController();
  const { routes, pages } = makeSite(stopping.signal);
  const koa = makeServer(routes, pages, {
    app,
    stopping: stopping.signal,
    over: over.signal,
    checkAnswers,
  });
  const respond = koa.callback();
  const { tls } = app.config;
  const files = tls === null ? null : await openTlsFiles(tls, app);
  const server =
    files === null ? createServer(LIMITS, respond) : createTlsServer({ ...LIMITS, ...files.options }, respond);
  server.timeout = IDLE_MS;
  const following = files?.follow(server as TlsServer);
  const connections = trackConnections(server, files === null ? 'connection' : 'secureConnection');
  server.on('checkContinue', respond);
  // An unknown expectation other than `100-continue` may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', respond);
  server.on('clientError', (error, socket) => {
    answerClientError(error, socket as Socket, connections.isAnswering(socket as Socket), app.newId('req'));
  });
  await listen(server, app.config.host, app.config.port);
  const { address, family, port } = server.address() as AddressInfo;
  let closed: Promise<void> | null = null;
  return {
    url: `${files === null ? 'http' : 'https'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () => {
      following?.stop();
      closed ??= close({ server, connections, stopping, over, grace, quiet, drain });
      return closed;
    },
  };
}

/** How long clients may take to receive the last response, or to close a half-closed connection. */
const PARTING_MS = 1_000;

type Closing = Required<Pick<ApiOptions, 'grace' | 'quiet' | 'drain'>> & {
  readonly server: Server;
  readonly connections: Connections;
  readonly stopping: AbortController;
  readonly over: AbortController;
};

/**
 * Keeps listening until the last call is answered and the drain period is over, so that new connections get a
 * response instead of a reset.
 */
async function close({ server, connections, stopping, over, grace, quiet, drain }: Closing): Promise<void> {
  stopping.abort();
  const late = setTimeout(() => over.abort(), grace);
  const lost = setTimeout(connections.cut, grace + PARTING_MS);
  await Promise.all([connections.finish(), drain()]);
  clearTimeout(late);
  clearTimeout(lost);
  await takeAll(connections);
  // `HttpServer.close` would cut idle connections.
  const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
  const wait = (milliseconds: number): Promise<unknown> =>
    Promise.race([closed, pause(milliseconds, null, { ref: false })]);
  await wait(quiet);
  connections.endUnused();
  await wait(PARTING_MS);
  connections.cut();
  await closed;
}

/**
 * Closing the listener resets connections that are not accepted yet, so wait until an event loop turn accepts no
 * connection.
 */
async function takeAll(connections: Connections): Promise<void> {
  let seen = -1;
  for (let turn = 0; turn < MAX_ITERATIONS && seen !== connections.count(); turn += 1) {
    seen = connections.count();
    await nextTurn();
  }
}

const MAX_ITERATIONS = 100;

const CODES: ReadonlyMap<string, ProblemCode> = new Map(
  Object.entries({
    HPE_HEADER_OVERFLOW: 'headers_too_large',
    ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  }),
);

/** Some clients do not percent-encode a typed URL. */
const INVALID_TARGET = {
  sk:
    'Adresa požiadavky obsahuje nepovolený znak. Medzery a znaky mimo ASCII zapíšte percentovým kódovaním UTF-8: ' +
    'dátum ako d%C3%A1tum.',
  en:
    'The request target contains an invalid character. Percent-encode spaces and characters outside ASCII as UTF-8: ' +
    'dátum is d%C3%A1tum.',
};

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** How long the client of a rejected connection may take to close it. */
const LINGER_MS = 1_000;

const refused = new WeakSet<Duplex>();

/** Sends an error response to a client whose bytes are not valid HTTP, then closes the connection. */
function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  isAnswering: boolean,
  requestId: string,
): void {
  // Discard further bytes: closing with unread bytes resets the connection and may lose the response.
  if (refused.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const code = CODES.get(error.code ?? '') ?? 'malformed_http';
  const { status } = findProblemKind(code);
  const parts = error.code === 'HPE_INVALID_URL' ? { detail: INVALID_TARGET } : {};
  const body = JSON.stringify(toProblemBody(new Problem(code, {}, parts), 'sk', requestId));
  refused.add(socket);
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nX-Request-Id: ${requestId}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
