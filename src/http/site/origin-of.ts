import type { RequestContext } from '../routing/state.ts';

/** Public URL of the service: the configured one, or that of the request. */
export const originOf = (ctx: Pick<RequestContext, 'protocol' | 'host'>, publicUrl: string | null): string =>
  publicUrl ?? `${ctx.protocol}://${ctx.host}`;

/**
 * Caching headers of a response that contains this URL. A URL taken from the request must not be cached by proxies,
 * because a forged Host header would then reach other clients.
 */
export const cachingOf = (publicUrl: string | null): Readonly<Record<string, string>> =>
  publicUrl === null ? { 'Cache-Control': 'private, no-cache' } : {};
