import type { Client, Clock } from './model.ts';
import { invalid, unauthorized } from './sapi-error.ts';

/** Token lifetimes of Slovak access points, in seconds. */
const ACCESS_SECONDS = 15 * 60;
const REFRESH_SECONDS = 30 * 24 * 3600;
/** Remaining lifetime below which a client should renew. */
const REFRESH_BEFORE_SECONDS = 3 * 60;

type Tokens = {
  /** `POST /auth/token`: exchanges client credentials (RFC 6749, 4.4) for a token pair. */
  readonly issue: (body: Readonly<Record<string, unknown>>) => unknown;
  /** `POST /auth/renew`: exchanges a refresh token for a new pair and invalidates it. */
  readonly renew: (body: Readonly<Record<string, unknown>>) => unknown;
  /** `GET /auth/token/status`. */
  readonly describe: (authorization: string | undefined) => unknown;
  /** `POST /auth/revoke`: invalidates the refresh token and the access tokens of its client. */
  readonly revoke: (body: Readonly<Record<string, unknown>>) => unknown;
  /** Client of the access token in a header. Throws SapiError 401. */
  readonly authenticate: (authorization: string | undefined) => Client;
};

type Issued = { readonly client: Client; readonly at: number; readonly until: number };

/** Creates the tokens of these clients; `newToken` returns an unguessable text. */
export function makeTokens(clients: readonly Client[], now: Clock, newToken: () => string): Tokens {
  const access = new Map<string, Issued>();
  const refresh = new Map<string, Issued>();

  const issueTo = (client: Client): unknown => {
    const at = now();
    const accessToken = newToken();
    const refreshToken = newToken();
    access.set(accessToken, { client, at, until: at + ACCESS_SECONDS * 1000 });
    refresh.set(refreshToken, { client, at, until: at + REFRESH_SECONDS * 1000 });
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
      scope: client.scope,
      refresh_token: refreshToken,
    };
  };

  const find = (authorization: string | undefined): Issued => {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
    const issued = token === undefined ? undefined : access.get(token);
    if (issued === undefined || now() >= issued.until) throw unauthorized('The access token is missing or has expired');
    return issued;
  };

  return {
    issue: ({ client_id, client_secret, grant_type }) => {
      for (const [field, value] of Object.entries({ client_id, client_secret, grant_type })) {
        if (typeof value !== 'string' || value === '') throw invalid(field, 'is required');
      }
      if (grant_type !== 'client_credentials') throw invalid('grant_type', 'must be client_credentials');
      const client = clients.find(({ id, secret }) => id === client_id && secret === client_secret);
      if (client === undefined) throw unauthorized('Unknown client or wrong secret');
      return issueTo(client);
    },

    renew: ({ refresh_token }) => {
      if (typeof refresh_token !== 'string') throw invalid('refresh_token', 'is required');
      const issued = refresh.get(refresh_token);
      refresh.delete(refresh_token);
      if (issued === undefined || now() >= issued.until) throw unauthorized('The refresh token is spent or unknown');
      return issueTo(issued.client);
    },

    describe: (authorization) => {
      const { client, at, until } = find(authorization);
      const left = Math.floor((until - now()) / 1000);
      return {
        valid: true,
        token_type: 'access',
        client_id: client.id,
        issued_at: new Date(at).toISOString(),
        expires_at: new Date(until).toISOString(),
        expires_in_seconds: left,
        should_refresh: left <= REFRESH_BEFORE_SECONDS,
        refresh_recommended_at: new Date(until - REFRESH_BEFORE_SECONDS * 1000).toISOString(),
      };
    },

    revoke: ({ refresh_token }) => {
      if (typeof refresh_token !== 'string') throw invalid('refresh_token', 'is required');
      const issued = refresh.get(refresh_token);
      refresh.delete(refresh_token);
      for (const [token, { client }] of access) if (client === issued?.client) access.delete(token);
      return { revoked: true };
    },

    authenticate: (authorization) => find(authorization).client,
  };
}
