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
      const asked = credentials(client);
      for (let fresh = false; ; fresh = true) {
        const got = asked === null ? null : await tokens.get(asked, signal);
        if (got !== null && !got.ok) return got;
        const own = auth.type === 'api_key' ? { [auth.header]: secret } : {};
        const headers = { ...request.headers, ...own, ...(got !== null && { Authorization: `Bearer ${got.token}` }) };
        const answer = await client.request({ ...request, headers, signal });
        if (answer.status !== 401 || fresh || asked === null || got === null) return { ok: true, answer };
        tokens.drop(asked, got.token);
      }
    });

  const put = async (path: string, handed: Package, signal: AbortSignal): Promise<Exchanged> => {
    const { type, bytes } = writeBody(submit.body, handed);
    const key = submit.key_header === null ? {} : { [submit.key_header]: handed.key };
    const headers = { 'Content-Type': type, Accept: 'application/json', ...key };
    const url = base + fillPath(path, handed);
    return exchange({ url, method: submit.method, headers, body: bytes, timeLimit: SEND_LIMIT }, signal);
  };

  /** Without an idempotency key the partner cannot detect a repeat, so an operator has to decide. */
  const repeats = submit.key_header !== null;
  const readSubmit = (told: Exchanged): Submitted => {
    if (!told.ok) return withoutToken(told);
    const { status, body } = told.answer;
    if (status < 200 || status > 299) return readRefusal(told.answer, now(), repeats);
    if (submit.reference_field === null) return { outcome: 'accepted', reference: null };
    const reference = readText(body, submit.reference_field);
    return reference === null
      ? unknown('unexpected_answer', readWords(told.answer), { repeats })
      : { outcome: 'accepted', reference };
  };

  /** Runs `work`; a request without a response becomes the outcome that it may have had. */
  const tried = async (work: () => Promise<Submitted>): Promise<Submitted> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      const told = toSubmitted(error);
      return told.outcome === 'unknown' ? { ...told, repeats } : told;
    }
  };

  const { check_path: checkPath, dry_run_path: dryRunPath, status, inbound } = settings;
  return {
    checkConnection: async (signal) => {
      try {
        if (checkPath === null)
          return await connected((client) => reach(client, base, credentials(client), tokens, signal));
        const told = await exchange({ url: base + checkPath, timeLimit: READ_LIMIT, larger: 'cut' }, signal);
        if (!told.ok) return notConnected(told.fault, told.retryAfter);
        const isFine = told.answer.status >= 200 && told.answer.status <= 299;
        return isFine ? { ok: true } : toConnection(readRefusal(told.answer, now(), true));
      } catch (error) {
        if (error instanceof HttpFault) return toConnection(toSubmitted(error));
        throw error;
      }
    },

    knowsSender: null,

    dryRun:
      dryRunPath === null
        ? null
        : (handed, signal) =>
            tried(async () => {
              const told = await put(dryRunPath, handed, signal);
              if (!told.ok) return withoutToken(told);
              const isFine = told.answer.status >= 200 && told.answer.status <= 299;
              return isFine ? { outcome: 'accepted', reference: null } : readRefusal(told.answer, now(), true);
            }),

    submit: (handed, signal) => tried(async () => readSubmit(await put(submit.path, handed, signal))),

    readStatus:
      status === null
        ? null
        : async (reference, signal) => {
            const url = base + status.path.replaceAll('{id}', encodeURIComponent(reference));
            try {
              const told = await exchange({ url, timeLimit: READ_LIMIT }, signal);
              return told.ok && told.answer.status === 200 ? toStatus(told.answer, status) : OPEN;
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
  return hasFailed ? { status: 'failed', said: readWords(answer) } : OPEN;
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
  asked: TokenRequest | null,
  tokens: Tokens,
  signal: AbortSignal,
): Promise<Connection> {
  if (asked !== null) {
    const got = await tokens.mint(asked, signal);
    return got.ok ? { ok: true } : notConnected(got.fault, got.retryAfter);
  }
  await client.request({ url, method: 'HEAD', timeLimit: READ_LIMIT, signal });
  return { ok: true };
}
