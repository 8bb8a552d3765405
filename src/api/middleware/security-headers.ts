import type { Middleware } from '../routing/state.ts';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The headers that keep a browser from guessing, framing or running anything in an answer of the API. */
export const securityHeaders: Middleware = (ctx, next) => {
  for (const [name, value] of Object.entries(HEADERS)) ctx.res.setHeader(name, value);
  return next();
};
