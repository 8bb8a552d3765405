import {
  type HttpAnswer,
  type HttpClient,
  HttpFault,
  type HttpRequest,
  type TlsOptions,
} from '../../../../platform/index.ts';
import type { Adapter, DeliveryStatus, Package } from '../adapter.ts';
import type { Connection, HttpSettings } from '../partner.ts';
import { readRefusal, readText, readWords } from '../read-answer.ts';
import type { TokenAnswer, TokenRequest, Tokens } from '../sapi-sk/tokens.ts';
import {
  notConnected,
  pressed,
  type Submitted,
  toConnection,
  toSubmitted,
  unknown,
  withoutPrecondition,
} from '../submitted.ts';
import { pullInbox } from './http-inbox.ts';
import { fillPath, writeBody } from './write-body.ts';

type HttpPartnerParts = {
  readonly http: HttpClient;
  /** Creates a client with its own TLS settings; it is closed after use. */
  readonly httpWith: (tls: TlsOptions) => HttpClient;
  readonly tokens: Tokens;
  readonly settings: HttpSettings;
  readonly secrets: { readonly secret: string | null; readonly client_key: string | null };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

const SEND_LIMIT = 60_000;
const READ_LIMIT = 20_000;

type Exchanged = { readonly ok: true; readonly answer: HttpAnswer } | Extract<TokenAnswer, { ok: false }>;

/** Adapter for a custom HTTP interface that its settings describe. */
export function makeHttpPartner({ http, httpWith, tokens, settings, secrets, now }: HttpPartnerParts): Adapter {
  const { auth, submit, base_url: base } = settings;
  const secret = secrets.secret ?? '';
  const tls = tlsOf(settings, secrets.client_key);

  const credentials = (client: HttpClient): TokenRequest | null =>
    auth.type !== 'oauth2'
      ? null
      : {
          url: auth.token_url,
          clientId: auth.client_id,
          clientSecret: secret,
          scope: auth.scope,
          form: true,
          http: client,
        };

  /** Runs `work` with a client for the TLS settings of the partner. */
  const connected = async <T>(work: (client: HttpClient) => Promise<T>): Promise<T> => {
    if (tls === null) return work(http);
    const client = httpWith(tls);
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  };

  /** Sends a request with credentials; a rejected token is renewed once. */
  const exchange = (request: HttpRequest, signal: AbortSignal): Promise<Exchanged> =>
    connected(async (client) => {
      const tokenRequest = credentials(client);
      for (let renewed = false; ; renewed = true) {
        const got = tokenRequest === null ? null : await tokens.get(tokenRequest, signal);
        if (got !== null && !got.ok) return got;
        const own = auth.type === 'api_key' ? { [auth.header]: secret } : {};
        const headers = { ...request.headers, ...own, ...(got !== null && { Authorization: `Bearer ${got.token}` }) };
        const answer = await client.request({ ...request, headers, signal });
        if (answer.status !== 401 || renewed || tokenRequest === null || got === null) return { ok: true, answer };
        tokens.drop(tokenRequest, got.token);
      }
    });

  const submitTo = async (path: string, parcel: Package, signal: AbortSignal): Promise<Exchanged> => {
    const { type, bytes } = writeBody(submit.body, parcel);
    const key = submit.key_header === null ? {} : { [submit.key_header]: parcel.key };
    const headers = { 'Content-Type': type, Accept: 'application/json', ...key };
    const url = base + fillPath(path, parcel);
    return exchange({ url, method: submit.method, headers, body: bytes, timeLimit: SEND_LIMIT }, signal);
  };

  /** Without an idempotency key the partner cannot detect a repeat, so an operator has to decide. */
  const repeats = submit.key_header !== null;
  const readSubmit = (result: Exchanged): Submitted => {
    if (!result.ok) return withoutToken(result);
    const { status, body } = result.answer;
    if (status < 200 || status > 299) return readRefusal(result.answer, now(), repeats);
    if (submit.reference_field === null) return { outcome: 'accepted', reference: null };
    const reference = readText(body, submit.reference_field);
    return reference === null
      ? unknown('unexpected_answer', readWords(result.answer), { repeats })
      : { outcome: 'accepted', reference };
  };

  /** Runs `work`; a request without a response becomes the outcome that it may have had. */
  const tried = async (work: () => Promise<Submitted>): Promise<Submitted> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      const result = toSubmitted(error);
      return result.outcome === 'unknown' ? { ...result, repeats } : result;
    }
  };

  const { check_path: checkPath, dry_run_path: dryRunPath, status, inbound } = settings;
  return {
    checkConnection: async (signal) => {
      try {
        if (checkPath === null)
          return await connected((client) => reach(client, base, credentials(client), tokens, signal));
        const result = await exchange({ url: base + checkPath, timeLimit: READ_LIMIT, larger: 'cut' }, signal);
        if (!result.ok) return notConnected(result.fault, result.retryAfter);
        const isFine = result.answer.status >= 200 && result.answer.status <= 299;
        return isFine ? { ok: true } : toConnection(readRefusal(result.answer, now(), true));
      } catch (error) {
        if (error instanceof HttpFault) return toConnection(toSubmitted(error));
        throw error;
      }
    },

    knowsSender: null,

    dryRun:
      dryRunPath === null
        ? null
        : (parcel, signal) =>
            tried(async () => {
              const result = await submitTo(dryRunPath, parcel, signal);
              if (!result.ok) return withoutToken(result);
              const isFine = result.answer.status >= 200 && result.answer.status <= 299;
              return isFine ? { outcome: 'accepted', reference: null } : readRefusal(result.answer, now(), true);
            }),

    submit: (parcel, signal) => tried(async () => readSubmit(await submitTo(submit.path, parcel, signal))),

    readStatus:
      status === null
        ? null
        : async (reference, signal) => {
            const url = base + status.path.replaceAll('{id}', encodeURIComponent(reference));
            try {
              const result = await exchange({ url, timeLimit: READ_LIMIT }, signal);
              return result.ok && result.answer.status === 200 ? toStatus(result.answer, status) : OPEN;
            } catch (error) {
              if (error instanceof HttpFault) return OPEN;
              throw error;
            }
          },

    pullInbox: inbound === null ? null : (take, signal) => pullInbox({ base, inbound, exchange, now }, take, signal),
  };
}

const OPEN: DeliveryStatus = { status: 'open' };

/** Status words are compared case-insensitively; an unlisted word means `open`. */
function toStatus(
  answer: HttpAnswer,
  { field, delivered, failed }: NonNullable<HttpSettings['status']>,
): DeliveryStatus {
  const word = readText(answer.body, field)?.toLowerCase();
  if (word === undefined) return OPEN;
  if (delivered.some((known) => known.toLowerCase() === word)) return { status: 'delivered' };
  const hasFailed = failed.some((known) => known.toLowerCase() === word);
  return hasFailed ? { status: 'failed', partnerMessage: readWords(answer) } : OPEN;
}

function tlsOf({ client_certificate: cert, trusted_authorities: ca }: HttpSettings, key: string | null) {
  if (cert === null && ca === null) return null;
  return { ...(ca !== null && { ca }), ...(cert !== null && key !== null && { cert, key }) } satisfies TlsOptions;
}

/** Without a token no document was sent. */
function withoutToken({ fault, retryAfter }: Extract<TokenAnswer, { ok: false }>): Submitted {
  const { code, detail, isFinal } = fault;
  return isFinal ? withoutPrecondition(code, detail) : pressed(code, detail, retryAfter);
}

/** Requests a token; without OAuth 2.0, any response from the address counts as reachable. */
async function reach(
  client: HttpClient,
  url: string,
  tokenRequest: TokenRequest | null,
  tokens: Tokens,
  signal: AbortSignal,
): Promise<Connection> {
  if (tokenRequest !== null) {
    const got = await tokens.mint(tokenRequest, signal);
    return got.ok ? { ok: true } : notConnected(got.fault, got.retryAfter);
  }
  await client.request({ url, method: 'HEAD', timeLimit: READ_LIMIT, signal });
  return { ok: true };
}
