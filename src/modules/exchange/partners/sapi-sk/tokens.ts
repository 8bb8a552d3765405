import { readRetryAfter } from '../../../../lib/retry-after.ts';
import { makeSingleFlight } from '../../../../lib/single-flight.ts';
import { type HttpAnswer, type HttpClient, HttpFault } from '../../../../platform/index.ts';
import { readJson } from '../../../../platform/json/index.ts';
import type { ConnectionFault } from '../partner.ts';
import { readError } from './read-error.ts';

/** Parameters of a token request. */
export type TokenRequest = {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | null;
  /** True: form-encoded (OAuth 2.0, RFC 6749). Default: JSON, which SAPI-SK requires. */
  readonly form?: boolean;
  /** Client to use when the partner has its own TLS settings. */
  readonly http?: HttpClient;
};

/** A token or an error; `retryAfter` in milliseconds. */
export type TokenAnswer =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly fault: ConnectionFault; readonly retryAfter: number | null };

/**
 * Access tokens of this process. Refresh tokens are not used: they rotate, so processes would invalidate each
 * other's.
 */
export type Tokens = {
  /** Requests a new token. */
  readonly mint: (request: TokenRequest, signal: AbortSignal) => Promise<TokenAnswer>;
  /**
   * Returns the cached token until shortly before it expires, otherwise a new one. Concurrent calls share one
   * request.
   */
  readonly get: (request: TokenRequest, signal: AbortSignal) => Promise<TokenAnswer>;
  /** Removes a token that the partner rejected from the cache. */
  readonly drop: (request: TokenRequest, token: string) => void;
};

/** Timeout of one request in milliseconds. */
const TIME_LIMIT = 20_000;
/** Milliseconds before expiry at which a token is renewed. */
const MARGIN = 60_000;
/** Token lifetime in seconds when the response omits it (SAPI-SK 1.0). */
const USUAL_SECONDS = 900;
/** Cached tokens per process; the oldest are evicted and requested again. */
const MAX_STORED = 2_000;

type Stored = { readonly token: string; readonly until: number };

/** Creates the token cache of a process; `now` returns milliseconds since the epoch. */
export function makeTokens(http: Pick<HttpClient, 'request'>, now: () => number): Tokens {
  const cached = new Map<string, Stored>();
  const share = makeSingleFlight<TokenAnswer>();
  // The key includes the credentials: different credentials at one address have different tokens.
  const keyOf = ({ url, clientId, clientSecret, scope, form = false }: TokenRequest): string =>
    JSON.stringify([url, clientId, clientSecret, scope, form]);

  const mint: Tokens['mint'] = async (request, signal) => {
    let answer: HttpAnswer;
    try {
      const fields = {
        client_id: request.clientId,
        client_secret: request.clientSecret,
        grant_type: 'client_credentials',
        ...(request.scope !== null && { scope: request.scope }),
      };
      const type = request.form === true ? 'application/x-www-form-urlencoded' : 'application/json';
      answer = await (request.http ?? http).request({
        url: request.url,
        method: 'POST',
        headers: { 'Content-Type': type, Accept: 'application/json' },
        body: request.form === true ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
        timeLimit: TIME_LIMIT,
        signal,
      });
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      const refused = error.kind === 'refused_address' || error.kind === 'url';
      return toFault(refused ? 'address_refused' : 'unreachable', refused, refused ? null : error.kind);
    }
    const isGiven = answer.status === 200 || answer.status === 201;
    const read = isGiven ? readToken(answer.body) : null;
    if (read === null) return toTokenFailure(answer, now());
    if (cached.size >= MAX_STORED) cached.delete(cached.keys().next().value!);
    cached.set(keyOf(request), { token: read.token, until: now() + read.seconds * 1000 - MARGIN });
    return { ok: true, token: read.token };
  };

  return {
    mint,
    get: (request, signal) => {
      const found = cached.get(keyOf(request));
      if (found !== undefined && now() < found.until) return Promise.resolve({ ok: true, token: found.token });
      // The shared request has its own timeout: the abort of one caller must not cancel the request of the others.
      return share(keyOf(request), () => mint(request, AbortSignal.timeout(TIME_LIMIT))).then((answer) => {
        signal.throwIfAborted();
        return answer;
      });
    },
    drop: (request, token) => {
      const key = keyOf(request);
      if (cached.get(key)?.token === token) cached.delete(key);
    },
  };
}

function toFault(
  code: ConnectionFault['code'],
  isFinal: boolean,
  detail: string | null,
  retryAfter: number | null = null,
): TokenAnswer {
  return { ok: false, fault: { code, detail, isFinal }, retryAfter };
}

function toTokenFailure(answer: HttpAnswer, now: number): TokenAnswer {
  const { detail, retryable } = readError(answer);
  if (answer.status === 400 || answer.status === 401) return toFault('credentials_refused', true, detail);
  if (answer.status === 402 || answer.status === 403) return toFault('access_refused', true, detail);
  if (!retryable) return toFault('unexpected_answer', true, detail);
  return toFault('temporarily_unavailable', false, detail, readRetryAfter(answer.headers['retry-after'], now));
}

/** Characters of an access token (RFC 6750, section 2.1): other characters are not allowed in a header. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
/** Characters; no server accepts longer headers. */
const LONGEST_TOKEN = 16 * 1024;

/** The access token in a response of `/auth/token`; null when there is no token. */
function readToken(body: Buffer): { token: string; seconds: number } | null {
  const json = readJson(body) as { access_token?: unknown; expires_in?: unknown } | null | undefined;
  if (typeof json?.access_token !== 'string' || json.access_token.length > LONGEST_TOKEN) return null;
  if (!TOKEN.test(json.access_token)) return null;
  const seconds = typeof json.expires_in === 'number' && json.expires_in > 0 ? json.expires_in : USUAL_SECONDS;
  return { token: json.access_token, seconds };
}
