import { type HttpAnswer, type HttpClient, HttpFault } from '../../runtime/index.ts';
import type { Adapter, Connection, ConnectionFault } from '../adapter.ts';
import type { SapiSecrets, SapiSettings } from '../partner.ts';
import { readError } from './read-error.ts';

export type SapiParts = {
  readonly http: HttpClient;
  readonly settings: SapiSettings;
  readonly secrets: SapiSecrets;
};

/** For one exchange, in milliseconds. */
const TIME_LIMIT = 20_000;

const fault = (code: ConnectionFault['code'], isFinal: boolean, detail: string | null = null): Connection => ({
  ok: false,
  fault: { code, detail, isFinal },
});

/** Speaks SAPI-SK 1.0 with a Slovak postman. */
export function makeSapiSk({ http, settings, secrets }: SapiParts): Adapter {
  const { base_url, client_id, scope } = settings;

  const requestToken = (signal: AbortSignal): Promise<HttpAnswer> =>
    http.request({
      url: `${base_url}/auth/token`,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      // JSON, unlike OAuth 2.0: SAPI-SK says so.
      body: JSON.stringify({
        client_id,
        client_secret: secrets.client_secret,
        grant_type: 'client_credentials',
        ...(scope !== null && { scope }),
      }),
      timeLimit: TIME_LIMIT,
      signal,
    });

  return {
    checkConnection: async (signal) => {
      let answer: HttpAnswer;
      try {
        answer = await requestToken(signal);
      } catch (error) {
        if (!(error instanceof HttpFault)) throw error;
        const refused = error.kind === 'refused_address' || error.kind === 'url';
        return refused ? fault('address_refused', true) : fault('unreachable', false, error.kind);
      }
      if (answer.status === 200 && readToken(answer.body) !== null) return { ok: true };
      const { detail, retryable } = readError(answer);
      if (answer.status === 400 || answer.status === 401) return fault('credentials_refused', true, detail);
      if (answer.status === 402 || answer.status === 403) return fault('access_refused', true, detail);
      if (retryable) return fault('temporarily_unavailable', false, detail);
      return fault('unexpected_answer', true, detail);
    },
  };
}

/** The access token of an answer to `/auth/token`; null when there is none. */
export function readToken(body: Buffer): string | null {
  try {
    const told = JSON.parse(body.toString('utf8')) as { access_token?: unknown } | null;
    return typeof told?.access_token === 'string' && told.access_token !== '' ? told.access_token : null;
  } catch {
    return null;
  }
}
