import type { RequestContext } from './state.ts';

/** The address that the service is reached at: as it is configured, else as the caller says it. */
export const originOf = (ctx: Pick<RequestContext, 'protocol' | 'host'>, publicUrl: string | null): string =>
  publicUrl ?? `${ctx.protocol}://${ctx.host}`;
