import { cleanText } from '../../../../lib/clean-text.ts';
import { type HttpClient, HttpFault, type HttpRequest } from '../../../../platform/index.ts';
import { readJson } from '../../../../platform/json/index.ts';
import type { Adapter, DeliveryStatus, Package } from '../adapter.ts';
import type { Connection, SapiSettings } from '../partner.ts';
import {
  notConnected,
  pressed,
  type SubmitCode,
  type Submitted,
  toConnection,
  toSubmitted,
  withoutPrecondition,
} from '../submitted.ts';
import { readError } from './read-error.ts';
import { pullInbox } from './sapi-inbox.ts';
import { readSubmitted, writeSend } from './submit.ts';
import type { TokenAnswer, TokenRequest, Tokens } from './tokens.ts';

type SapiParts = {
  readonly http: HttpClient;
  readonly tokens: Tokens;
  readonly settings: SapiSettings;
  readonly secrets: { readonly client_secret: string };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Timeout in milliseconds; a send carries up to 10 MB to a remote server. */
const SEND_LIMIT = 60_000;
const READ_LIMIT = 20_000;

/** Adapter for SAPI-SK 1.0, the API of Slovak delivery service providers. */
export function makeSapiSk({ http, tokens, settings, secrets, now }: SapiParts): Adapter {
  const { base_url, client_id: clientId, scope, status_path, receives } = settings;
  const credentials: TokenRequest = {
    url: `${base_url}/auth/token`,
    clientId,
    clientSecret: secrets.client_secret,
    scope,
  };

  /** Sends a request with a token; a rejected token is renewed once. */
  const exchange = async (request: HttpRequest, signal: AbortSignal) => {
    for (let renewed = false; ; renewed = true) {
      const got = await tokens.get(credentials, signal);
      if (!got.ok) return got;
      const headers = { ...request.headers, Accept: 'application/json', Authorization: `Bearer ${got.token}` };
      const answer = await http.request({ ...request, headers, signal });
      if (answer.status !== 401 || renewed) return { ok: true, answer } as const;
      tokens.drop(credentials, got.token);
    }
  };

  return {
    checkConnection: async (signal) => {
      const got = await tokens.mint(credentials, signal);
      return got.ok ? { ok: true } : notConnected(got.fault, got.retryAfter);
    },

    // SAPI-SK 1.0 has no call about participants, so the adapter lists the inbox of the participant.
    knowsSender: async (participant, signal) => {
      const url = `${base_url}/document/receive?limit=1&status=RECEIVED`;
      const headers = { 'X-Peppol-Participant-Id': participant };
      try {
        const result = await exchange({ url, headers, timeLimit: READ_LIMIT, larger: 'cut' }, signal);
        if (!result.ok) return null;
        const { status } = result.answer;
        if (status >= 200 && status < 300) return true;
        return NOT_OURS.has(readError(result.answer).code ?? '') ? false : null;
      } catch (error) {
        if (error instanceof HttpFault) return null;
        throw error;
      }
    },

    submit: async (parcel: Package, signal) => {
      try {
        const request: HttpRequest = {
          url: `${base_url}/document/send`,
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'Idempotency-Key': parcel.key,
            'X-Peppol-Participant-Id': parcel.envelope.sender,
          },
          body: writeSend(parcel),
          timeLimit: SEND_LIMIT,
        };
        const result = await exchange(request, signal);
        return result.ok ? readSubmitted(result.answer, now()) : withoutToken(result);
      } catch (error) {
        if (error instanceof HttpFault) return toSubmitted(error);
        throw error;
      }
    },

    // SAPI-SK 1.0 has no dry run.
    dryRun: null,

    pullInbox:
      receives.length === 0
        ? null
        : async (take, signal) => {
            let result: Connection = { ok: true };
            for (const participant of receives) {
              const connection = await pullInbox({ baseUrl: base_url, exchange, now }, participant, take, signal).catch(
                toFailed,
              );
              // A success must not hide the failure of another participant.
              if (!connection.ok) result = connection;
            }
            return result;
          },

    readStatus:
      status_path === null
        ? null
        : async (reference, signal) => {
            // Same origin only: the token must not reach another server.
            const url = new URL(base_url).origin + status_path.replaceAll('{id}', encodeURIComponent(reference));
            try {
              const result = await exchange({ url, timeLimit: READ_LIMIT }, signal);
              return result.ok && result.answer.status === 200 ? readStatus(result.answer.body) : OPEN;
            } catch (error) {
              if (error instanceof HttpFault) return OPEN;
              throw error;
            }
          },
  };
}

/** The participant is unknown or belongs to another client. */
const NOT_OURS: ReadonlySet<string> = new Set(['SAPI-VAL-004', 'SAPI-PERM-001']);

/** Without a token no document was sent. */
function withoutToken({ fault, retryAfter }: Extract<TokenAnswer, { ok: false }>): Submitted {
  const code: SubmitCode = fault.code;
  return fault.isFinal ? withoutPrecondition(code, fault.detail) : pressed(code, fault.detail, retryAfter);
}

function toFailed(error: unknown): Connection {
  if (error instanceof HttpFault) return toConnection(toSubmitted(error));
  throw error;
}

const OPEN: DeliveryStatus = { status: 'open' };

/** Status words differ between providers and are compared case-insensitively; an unknown word means `open`. */
function readStatus(body: Buffer): DeliveryStatus {
  const result = readJson(body) as { status?: unknown; message?: unknown } | null | undefined;
  const word = typeof result?.status === 'string' ? result.status.toLowerCase() : '';
  if (word === 'delivered') return { status: 'delivered' };
  const partnerMessage = typeof result?.message === 'string' ? cleanText(result.message) : null;
  return /^(failed|delivery_failed|permanently_failed|rejected|undeliverable)$/.test(word)
    ? { status: 'failed', partnerMessage }
    : OPEN;
}
