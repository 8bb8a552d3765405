import type { Config } from '../../platform/index.ts';
import type { Middleware } from '../routing/state.ts';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** A browser that has been here asks by TLS alone, for a year (RFC 6797). */
const BY_TLS_ALONE = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

/**
 * The headers that keep a browser from guessing, framing or running anything in an answer of the API; and from plain HTTP,
 * where people reach the service by TLS.
 */
export function securityHeaders({ tls, publicUrl }: Pick<Config, 'tls' | 'publicUrl'>): Middleware {
  const isByTls = tls !== null || publicUrl?.startsWith('https:') === true;
  const headers = Object.entries({ ...HEADERS, ...(isByTls && BY_TLS_ALONE) });
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}
