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
import { makeRoutes } from './routes/make-routes.ts';
import { makeServer } from './server.ts';
import { serveAssets } from './site/serve-assets.ts';
import { serveDocs } from './site/serve-docs.ts';
import { serveDocuments } from './site/serve-documents.ts';
import { serveLog } from './site/serve-log.ts';
import { servePages } from './site/serve-pages.ts';
import { serveQueues } from './site/serve-queues.ts';
import { serveRequest } from './site/serve-request.ts';
import { serveSite } from './site/serve-site.ts';
import { serveStatus } from './site/serve-status.ts';
import { openTlsFiles } from './tls-files.ts';

/** A running API. */
export type Api = {
  readonly url: string;
  /**
   * Ends streams and waits and lets running calls finish; what comes meanwhile, and what has not finished after the grace
   * time, is answered with 503. The listener closes when the calls have finished and the drain period is over.
   */
  readonly close: () => Promise<void>;
};

export type ApiOptions = {
  /** `throw` in tests and development: an answer that breaks its declaration fails the request. */
  readonly checkAnswers?: 'throw' | 'log';
  /** How long running requests may take to finish when the API closes, in milliseconds. */
  readonly grace?: number;
  /**
   * Starts the drain period when the API closes; the promise resolves at its end. Until then new connections are answered
   * with 503, so that load balancers see it before connections are refused. Without it there is no drain period.
   */
  readonly drain?: () => Promise<unknown>;
  /**
   * How long connections without a request are then kept open, in milliseconds: a request may be on its way there. They
   * are closed at once unless told otherwise.
   */
  readonly quiet?: number;
};

/** A connection in use on which nothing moves is cut after this: longer than the largest archive takes to unpack. */
const IDLE_MS = 300_000;

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  // Refused as any other request is, with a body that says why (`middleware/host.ts`).
  requireHostHeader: false,
  headersTimeout: 15_000,
  // Ten thousand invoices over a slow line; one on which nothing moves is cut earlier.
  requestTimeout: 600_000,
  // Longer than the usual 60 seconds of a proxy, so that the proxy is the one that closes an idle connection.
  keepAliveTimeout: 65_000,
  // Of TLS: a stop waits for handshakes that are under way.
  handshakeTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
};

/** Starts to serve the API on the configured host and port (port 0: any free one). */
export async function startApi(app: AppParts, options: ApiOptions = {}): Promise<Api> {
  const { checkAnswers = 'log', grace = 25_000, quiet = 0, drain = async () => undefined } = options;
  const stopping = new AbortController();
  const over = new AbortController();
  const routes = makeRoutes(stopping.signal);
  const koa = makeServer(
    routes,
    [
      serveAssets(app),
      serveLog(app),
      servePages(app),
      serveDocs(routes, app),
      serveSite(routes, app),
      serveStatus(app),
      serveRequest(app),
      serveDocuments(app),
      serveQueues(app),
    ],
    {
      app,
      stopping: stopping.signal,
      over: over.signal,
      checkAnswers,
    },
  );
  const respond = koa.callback();
  const { tls } = app.config;
  const files = tls === null ? null : await openTlsFiles(tls, app);
  const server =
    files === null ? createServer(LIMITS, respond) : createTlsServer({ ...LIMITS, ...files.options }, respond);
  server.timeout = IDLE_MS;
  const following = files?.follow(server as TlsServer);
  const connections = trackConnections(server, files === null ? 'connection' : 'secureConnection');
  server.on('checkContinue', respond);
  // What is expected beyond leave to send a body may be disregarded (RFC 9110, section 10.1.1).
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

/** How long callers may take to receive a last answer, or to close a connection that is closed on this side. */
const PARTING_MS = 1_000;

type Closing = Required<Pick<ApiOptions, 'grace' | 'quiet' | 'drain'>> & {
  readonly server: Server;
  readonly connections: Connections;
  readonly stopping: AbortController;
  readonly over: AbortController;
};

/**
 * Listens until the last call is answered and the drain period is over: whoever connects before is answered too, instead
 * of being reset.
 */
async function close({ server, connections, stopping, over, grace, quiet, drain }: Closing): Promise<void> {
  stopping.abort();
  const late = setTimeout(() => over.abort(), grace);
  const lost = setTimeout(connections.cut, grace + PARTING_MS);
  await Promise.all([connections.finish(), drain()]);
  clearTimeout(late);
  clearTimeout(lost);
  await takeAll(connections);
  // Not as an HTTP server, which cuts idle connections.
  const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
  const wait = (milliseconds: number): Promise<unknown> =>
    Promise.race([closed, pause(milliseconds, null, { ref: false })]);
  await wait(quiet);
  connections.endUnused();
  await wait(PARTING_MS);
  connections.cut();
  await closed;
}

/** Connections that nobody has taken yet are reset when the listener closes: a turn that brings none leaves few to come. */
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

/** Some clients do not encode what a person has typed into an address. */
const INVALID_TARGET = {
  sk: 'Adresa požiadavky obsahuje znak, ktorý v nej byť nesmie. Medzery a znaky mimo ASCII zapíšte percentovým kódovaním UTF-8: dátum ako d%C3%A1tum.',
  en: 'The request target has a character that it must not have. Percent-encode blanks and characters outside ASCII as UTF-8: dátum is d%C3%A1tum.',
};

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** How long the sender of a refused connection may take to close it. */
const LINGER_MS = 1_000;

const refused = new WeakSet<Duplex>();

/** What cannot be read as HTTP never becomes a request; its sender is still told why, then cut off. */
function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  isAnswering: boolean,
  requestId: string,
): void {
  // What still comes is thrown away: a cut with bytes on their way could take the answer from its reader.
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
