import type { AppParts } from '../app-parts.ts';
import { chooseLanguage } from '../responses/language.ts';
import type { Middleware } from '../routing/state.ts';

const WELL_FORMED = /^[\w.:-]{1,128}$/;

/** `version-trace-parent-flags`; an all-zero trace id or parent id is invalid (W3C Trace Context, section 3.2). */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

const traceOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? (TRACE_PARENT.exec(header)?.[1] ?? null) : null;

/**
 * Sets the id of a request (the client's if well-formed), its trace and its language, and returns the id in a header.
 */
export function requestId(newId: AppParts['newId']): Middleware {
  return (ctx, next) => {
    const sentId = ctx.req.headers['x-request-id'];
    ctx.state.requestId = typeof sentId === 'string' && WELL_FORMED.test(sentId) ? sentId : newId('req');
    ctx.state.traceId = traceOf(ctx.req.headers.traceparent);
    ctx.state.spanId = null;
    ctx.state.language = chooseLanguage(ctx.req.headers['accept-language']);
    ctx.state.route = null;
    ctx.state.actor = null;
    ctx.res.setHeader('X-Request-Id', ctx.state.requestId);
    return next();
  };
}
