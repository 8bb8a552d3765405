import type { Config } from '../../platform/index.ts';
import type { Middleware } from '../routing/state.ts';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Browsers use only TLS for a year after a visit (RFC 6797). */
const BY_TLS_ALONE = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

/**
 * Sets headers that keep browsers from sniffing, framing or executing API responses, and HSTS if the service is
 * reached through TLS.
 */
export function securityHeaders({ tls, publicUrl }: Pick<Config, 'tls' | 'publicUrl'>): Middleware {
  const isByTls = tls !== null || publicUrl?.startsWith('https:') === true;
  const headers = Object.entries({ ...HEADERS, ...(isByTls && BY_TLS_ALONE) });
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}
