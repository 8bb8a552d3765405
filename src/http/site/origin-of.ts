import type { RequestContext } from '../routing/state.ts';

/** The address that the service is reached at: as it is configured, else as the caller says it. */
export const originOf = (ctx: Pick<RequestContext, 'protocol' | 'host'>, publicUrl: string | null): string =>
  publicUrl ?? `${ctx.protocol}://${ctx.host}`;

/**
 * How an answer that tells this address may be kept. One that the caller said is for the caller alone: a cache between
 * would hand a stranger's word to everybody.
 */
export const cachingOf = (publicUrl: string | null): Readonly<Record<string, string>> =>
  publicUrl === null ? { 'Cache-Control': 'private, no-cache' } : {};
