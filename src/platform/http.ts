import type { Agent, Dispatcher } from 'undici';
import { type Span, traced } from '../lib/tracing.ts';
import { makeAddressGuard } from './http/address-guard.ts';
import { bareHost, findAllowed } from './http/allowed.ts';
import type { TlsOptions } from './http/connect.ts';
import { startDeadline } from './http/deadline.ts';
import { HttpFault, toHttpFault } from './http/fault.ts';
import { readBody } from './http/read-body.ts';
import { type Resolve, resolveBySystem } from './http/resolve.ts';

export type HttpClientOptions = {
  /** Kind of remote service, for traces. */
  readonly peer?: string;
  /** Whether to send our trace context (`traceparent`): to partners and webhook receivers, not to registries. */
  readonly exportsTraces?: boolean;
  /** Private host names, addresses and blocks that may be reached (`OUTBOUND_ALLOW`). */
  readonly allow?: readonly string[];
  /** Name resolution; default: the system's. */
  readonly resolve?: Resolve;
  readonly tls?: TlsOptions;
  /** Time until a connection is usable, in milliseconds. */
  readonly connectLimit?: number;
  /** Maximum number of connections per origin; further requests wait within their own timeout. */
  readonly connections?: number;
  /** How long to keep an idle connection, in milliseconds; a shorter keep-alive of the server takes precedence. */
  readonly keepAlive?: number;
  /** Defaults for requests. */
  readonly timeLimit?: number;
  readonly maxBytes?: number;
};

export type HttpRequest = {
  readonly url: string;
  /** Default: GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** Total time from waiting for a connection to the last byte of the body, in milliseconds. */
  readonly timeLimit?: number;
  /** Maximum size of the body after decompression. */
  readonly maxBytes?: number;
  /** Treatment of a larger body: error or truncation. Default: error. */
  readonly larger?: 'fault' | 'cut';
  /**
   * For callers that mainly need the status: reads only as much of the body as arrives within this time, in
   * milliseconds, and can be decoded. By default an aborted or stalled body is an error.
   */
  readonly bodyLimit?: number;
  /**
   * Maximum number of redirects, each checked by the same guard. By default 0: a 3xx status is returned as the
   * response.
   */
  readonly redirects?: number;
};

export type HttpAnswer = {
  readonly status: number;
  /** By lowercase name; values of repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed body. */
  readonly body: Buffer;
  /** False when the body was truncated by `maxBytes` or `bodyLimit`. */
  readonly complete: boolean;
  /** Final URL, after redirects. */
  readonly url: string;
};

/** Connection pool for one purpose. */
export type HttpClient = {
  /**
   * Sends a request and reads the whole response, whatever its status.
   *
   * @throws HttpFault when there is no response; the signal's reason when it aborts
   */
  readonly request: (request: HttpRequest) => Promise<HttpAnswer>;
  /**
   * Checks that a URL may be requested, without a request.
   *
   * @throws HttpFault `url`, `refused_address`, `dns_not_found`, `dns_failed`
   */
  readonly check: (url: string) => Promise<void>;
  /** Closes the connections; running requests fail. */
  readonly close: () => Promise<void>;
};

/** Headers that are sent after a redirect to another origin; all others might contain secrets. */
const HARMLESS = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent']);

/** @throws HttpFault `url` */
function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new HttpFault('url', url?.hostname ?? '-', 'is not an http or https address');
  }
  if (url.username !== '' || url.password !== '') {
    throw new HttpFault('url', url.hostname, 'has a name or password in its address');
  }
  return url;
}

const lowercased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const joined = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

type Hop = Pick<HttpRequest, 'body'> & { url: URL; method: string; headers: Readonly<Record<string, string>> };

/** Builds the request for a redirect (RFC 9110, 15.4). */
function follow(hop: Hop, status: number, location: string): Hop {
  const host = hop.url.hostname;
  if (!URL.canParse(location, hop.url)) throw new HttpFault('redirect', host, 'redirects to something unreadable');
  const url = readUrl(new URL(location, hop.url).href);
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new HttpFault('redirect', host, 'redirects to an address without encryption');
  }
  const keeps = status === 307 || status === 308 || hop.method === 'GET' || hop.method === 'HEAD';
  const foreign = url.origin !== hop.url.origin;
  const headers = Object.entries(hop.headers).filter(
    ([name]) => (!foreign || HARMLESS.has(name)) && (keeps || name !== 'content-type'),
  );
  return {
    url,
    method: keeps ? hop.method : 'GET',
    headers: Object.fromEntries(headers),
    ...(keeps && hop.body !== undefined && { body: hop.body }),
  };
}

/**
 * Creates a pool for outgoing requests; all HTTP requests to other machines use it. Private addresses are blocked
 * unless allowed, whether reached by address, host name, DNS rebinding or redirect.
 *
 * @throws Error when an entry of `allow` is invalid
 */
export function makeHttpClient(options: HttpClientOptions = {}): HttpClient {
  const { allow = [], resolve = resolveBySystem, tls = {}, connections = 16 } = options;
  const { peer = 'other', exportsTraces = false } = options;
  const { connectLimit = 5_000, keepAlive = 4_000, timeLimit = 15_000 } = options;
  const { maxBytes = 1024 * 1024 } = options;
  const guard = makeAddressGuard(allow);
  let agent: Promise<Agent> | null = null;
  let closed = false;
  // Loaded on first use: undici takes megabytes, and many processes send no requests.
  const openAgent = (): Promise<Agent> => {
    if (closed) throw new Error('The pool of connections is closed');
    agent ??= import('./http/connect.ts').then(({ makeAgent }) =>
      makeAgent({ guard, resolve, connectLimit, tls, connections, keepAlive }),
    );
    return agent;
  };

  const send = async (hop: Hop, signal: AbortSignal): Promise<Dispatcher.ResponseData> => {
    const { url, method, headers, body } = hop;
    const path = `${url.pathname}${url.search}`;
    const sent = { origin: url.origin, path, method: method as Dispatcher.HttpMethod, headers, signal };
    return (await openAgent()).request({
      ...sent,
      body: typeof body === 'object' ? Buffer.from(body) : (body ?? null),
    });
  };

  const receive = async (hop: Hop, answer: Dispatcher.ResponseData, request: HttpRequest): Promise<HttpAnswer> => {
    const headers = joined(answer.headers);
    const empty = hop.method === 'HEAD' || answer.statusCode === 204 || answer.statusCode === 304;
    const read = await readBody(answer.body, {
      host: hop.url.hostname,
      coding: empty ? undefined : headers['content-encoding'],
      maxBytes: request.maxBytes ?? maxBytes,
      larger: request.larger ?? 'fault',
      bodyLimit: request.bodyLimit ?? null,
    });
    return { status: answer.statusCode, headers, ...read, url: hop.url.href };
  };

  const exchange = async (request: HttpRequest, first: Hop, signal: AbortSignal): Promise<HttpAnswer> => {
    const most = request.redirects ?? 0;
    let hop = first;
    for (let count = 0; ; count++) {
      try {
        const answer = await send(hop, signal);
        const location = [answer.headers.location].flat()[0];
        const moved = [301, 302, 303, 307, 308].includes(answer.statusCode) && location !== undefined;
        if (!moved || most === 0) return await receive(hop, answer, request);
        await answer.body.dump({ limit: 64 * 1024, signal });
        if (count === most) throw new HttpFault('redirect', hop.url.hostname, `redirects more than ${most} times`);
        hop = follow(hop, answer.statusCode, location);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw toHttpFault(error, hop.url.hostname);
      }
    }
  };

  const ask = async (request: HttpRequest, span: Span | null): Promise<HttpAnswer> => {
    const url = readUrl(request.url);
    const headers = {
      'user-agent': 'e-invoice-service',
      ...(span !== null && exportsTraces && { traceparent: span.traceparent }),
      ...lowercased(request.headers ?? {}),
    };
    const limit = request.timeLimit ?? timeLimit;
    const late = () => new HttpFault('timeout', url.hostname, `no complete answer within ${limit} ms`);
    const deadline = startDeadline(limit, request.signal, late);
    try {
      const { method = 'GET', body } = request;
      const first = { url, method, headers, ...(body !== undefined && { body }) };
      const answer = await exchange(request, first, deadline.signal);
      span?.set({ 'http.response.status_code': answer.status });
      return answer;
    } finally {
      deadline.clear();
    }
  };

  return {
    request: (request) => {
      const attributes = { 'http.request.method': request.method ?? 'GET', 'peer.service': peer };
      return traced({ name: `ask ${peer}`, kind: 'client', attributes }, (span) => ask(request, span));
    },
    check: async (text) => {
      await findAllowed({ guard, resolve }, bareHost(readUrl(text).hostname));
    },
    close: async () => {
      closed = true;
      await (await agent)?.destroy();
    },
  };
}
