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
  /** Which kind of service it asks, for traces. */
  readonly peer?: string;
  /** Whether the other side is told of our trace (`traceparent`): partners and receivers, not registers. */
  readonly exportsTraces?: boolean;
  /** Host names, addresses and blocks that may be reached although they are private (`OUTBOUND_ALLOW`). */
  readonly allow?: readonly string[];
  /** How names become addresses; the system's way unless given. */
  readonly resolve?: Resolve;
  readonly tls?: TlsOptions;
  /** Until a connection is usable, in milliseconds. */
  readonly connectLimit?: number;
  /** Connections to one origin at once; further requests to it wait within their own time. */
  readonly connections?: number;
  /** How long an idle connection is kept, in milliseconds; a server that names a shorter time is heard. */
  readonly keepAlive?: number;
  /** Defaults of the requests. */
  readonly timeLimit?: number;
  readonly maxBytes?: number;
};

export type HttpRequest = {
  readonly url: string;
  /** GET unless given. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** For everything together, from waiting for a connection to the last byte of the body, in milliseconds. */
  readonly timeLimit?: number;
  /** The largest body taken, decompressed. */
  readonly maxBytes?: number;
  /** What a larger body is: a fault, or cut off there. A fault unless given. */
  readonly larger?: 'fault' | 'cut';
  /**
   * The status is what counts: of the body so much is kept as comes within so many milliseconds and can be decoded.
   * Unless given, what breaks off or hangs is a fault.
   */
  readonly bodyLimit?: number;
  /** How many redirects are followed, each under the same guard; none unless given, and a 3xx is then the answer. */
  readonly redirects?: number;
};

export type HttpAnswer = {
  readonly status: number;
  /** By lowercase name; the values of a repeated header are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Buffer;
  /** False when the body was cut off at `maxBytes`, or at what `bodyLimit` says. */
  readonly complete: boolean;
  /** Whose answer it is, after redirects. */
  readonly url: string;
};

/** A pool of connections with one purpose. */
export type HttpClient = {
  /**
   * Sends a request and reads the whole answer. Any status is an answer.
   *
   * @throws HttpFault when there is none; the signal's reason when that aborts
   */
  readonly request: (request: HttpRequest) => Promise<HttpAnswer>;
  /**
   * Says whether a URL could be asked now, without asking it.
   *
   * @throws HttpFault `url`, `refused_address`, `dns_not_found`, `dns_failed`
   */
  readonly check: (url: string) => Promise<void>;
  /** Drops the connections; running requests fail. */
  readonly close: () => Promise<void>;
};

/** What a redirect to another origin may carry along: nothing that could be a secret. */
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

/** The request that a redirect asks for (RFC 9110, 15.4). */
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
 * Makes a pool for outgoing requests; the one door to other machines over HTTP. Nothing private is reached unless
 * allowed: not by address, not by name, not by a name that changes its answer, not by a redirect.
 *
 * @throws Error when an entry of `allow` is unreadable
 */
export function makeHttpClient(options: HttpClientOptions = {}): HttpClient {
  const { allow = [], resolve = resolveBySystem, tls = {}, connections = 16 } = options;
  // In milliseconds.
  const { peer = 'other', exportsTraces = false } = options;
  const { connectLimit = 5_000, keepAlive = 4_000, timeLimit = 15_000 } = options;
  const { maxBytes = 1024 * 1024 } = options;
  const guard = makeAddressGuard(allow);
  let agent: Promise<Agent> | null = null;
  let closed = false;
  // Its library takes megabytes, and many a process never asks anybody.
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
