import { readRetryAfter } from '../../../../lib/retry-after.ts';
import { makeSingleFlight } from '../../../../lib/single-flight.ts';
import { type HttpAnswer, type HttpClient, HttpFault } from '../../../../platform/index.ts';
import { readJson } from '../../../../platform/json/index.ts';
import type { ConnectionFault } from '../partner.ts';
import { readError } from './read-error.ts';

/** Whom a token is for, and how it is asked for. */
export type TokenRequest = {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | null;
  /** True: as a form (OAuth 2.0, RFC 6749); JSON unless given, which SAPI-SK demands. */
  readonly form?: boolean;
  /** Asked over these connections, where they trust or are trusted otherwise. */
  readonly http?: HttpClient;
};

/** A token, or why there is none; `retryAfter` in milliseconds. */
export type TokenAnswer =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly fault: ConnectionFault; readonly retryAfter: number | null };

/** Access tokens of this process. Refresh tokens are left alone: they rotate, and processes would spend each other's. */
export type Tokens = {
  /** A new token. */
  readonly mint: (request: TokenRequest, signal: AbortSignal) => Promise<TokenAnswer>;
  /** The token that there is, until shortly before it ends; a new one otherwise. Many at once ask once. */
  readonly get: (request: TokenRequest, signal: AbortSignal) => Promise<TokenAnswer>;
  /** The partner does not take this token any more. */
  readonly drop: (request: TokenRequest, token: string) => void;
};

/** For one exchange, in milliseconds. */
const TIME_LIMIT = 20_000;
/** A token is not used so shortly before its end, in milliseconds. */
const MARGIN = 60_000;
/** When the answer does not say, in seconds (SAPI-SK 1.0). */
const USUAL_SECONDS = 900;
/** Few have more partners; beyond it the oldest are minted anew. */
const MAX_STORED = 2_000;

type Stored = { readonly token: string; readonly until: number };

/** Makes the tokens of a process; `now` in milliseconds since the epoch. */
export function makeTokens(http: Pick<HttpClient, 'request'>, now: () => number): Tokens {
  const kept = new Map<string, Stored>();
  const share = makeSingleFlight<TokenAnswer>();
  // Other credentials at the same address are another token's.
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
    if (read === null) return judge(answer, now());
    if (kept.size >= MAX_STORED) kept.delete(kept.keys().next().value!);
    kept.set(keyOf(request), { token: read.token, until: now() + read.seconds * 1000 - MARGIN });
    return { ok: true, token: read.token };
  };

  return {
    mint,
    get: (request, signal) => {
      const found = kept.get(keyOf(request));
      if (found !== undefined && now() < found.until) return Promise.resolve({ ok: true, token: found.token });
      // One caller's end must not be that of all who wait for the same token.
      return share(keyOf(request), () => mint(request, AbortSignal.timeout(TIME_LIMIT))).then((answer) => {
        signal.throwIfAborted();
        return answer;
      });
    },
    drop: (request, token) => {
      const key = keyOf(request);
      if (kept.get(key)?.token === token) kept.delete(key);
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

function judge(answer: HttpAnswer, now: number): TokenAnswer {
  const { detail, retryable } = readError(answer);
  if (answer.status === 400 || answer.status === 401) return toFault('credentials_refused', true, detail);
  if (answer.status === 402 || answer.status === 403) return toFault('access_refused', true, detail);
  if (!retryable) return toFault('unexpected_answer', true, detail);
  return toFault('temporarily_unavailable', false, detail, readRetryAfter(answer.headers['retry-after'], now));
}

/** What an access token is made of (RFC 6750, 2.1): nothing else may stand in a header. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
/** No server takes headers that are longer. */
const LONGEST_TOKEN = 16 * 1024;

/** The access token of an answer to `/auth/token`; null when there is none. */
function readToken(body: Buffer): { token: string; seconds: number } | null {
  const told = readJson(body) as { access_token?: unknown; expires_in?: unknown } | null | undefined;
  if (typeof told?.access_token !== 'string' || told.access_token.length > LONGEST_TOKEN) return null;
  if (!TOKEN.test(told.access_token)) return null;
  const seconds = typeof told.expires_in === 'number' && told.expires_in > 0 ? told.expires_in : USUAL_SECONDS;
  return { token: told.access_token, seconds };
}
