import type { AppParts, Caller } from '../app-parts.ts';
import { addressOf, clientOf } from '../client-of.ts';
import { makeProblem } from '../problems.ts';
import type { CallLimit } from '../route.ts';
import type { RequestContext } from '../state.ts';
import { makeTokenBuckets } from '../token-buckets.ts';

export type Limit = (ctx: RequestContext, kind: CallLimit, caller: Caller) => Promise<void>;

const DAY_MS = 86_400_000;

/**
 * Counts calls against the limit that their route falls under, and tells the caller what is left
 * (`RateLimit-Policy`, `RateLimit`: draft-ietf-httpapi-ratelimit-headers). A keyless call counts by client address and
 * UTC day, a call with a key by key and second.
 *
 * The returned function throws Problem `public_soft_limit_reached` or `rate_limit_reached`.
 */
export function makeLimit(app: Pick<AppParts, 'config' | 'accounts' | 'now'>): Limit {
  const { publicDailyLimit, keyRateLimit, proxies } = app.config;
  const buckets = makeTokenBuckets(keyRateLimit);
  return async (ctx, kind, caller) => {
    if (kind === 'none') return;
    if (caller.role !== 'public') {
      if (keyRateLimit > 0) takeToken(ctx, caller);
    } else if (kind === 'public-daily' && publicDailyLimit > 0) {
      await countPublicCall(ctx);
    }
  };

  function takeToken(ctx: RequestContext, caller: Caller): void {
    const left = buckets.take(`${caller.workspaceId} ${caller.actor}`, app.now());
    ctx.set({
      'RateLimit-Policy': `"per-key";q=${keyRateLimit};w=1`,
      RateLimit: `"per-key";r=${Math.max(0, left)};t=1`,
    });
    if (left < 0) {
      throw makeProblem('rate_limit_reached', { limit: keyRateLimit }, { headers: { 'Retry-After': '1' } });
    }
  }

  async function countPublicCall(ctx: RequestContext): Promise<void> {
    const now = app.now();
    const calls = await app.accounts.countPublicCall(clientOf(addressOf(ctx.req, proxies)), now);
    const resetsAt = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    const seconds = Math.ceil((resetsAt - now) / 1000);
    ctx.set({
      'RateLimit-Policy': `"public-daily";q=${publicDailyLimit};w=86400`,
      RateLimit: `"public-daily";r=${Math.max(0, publicDailyLimit - calls)};t=${seconds}`,
    });
    if (calls <= publicDailyLimit) return;
    // Refused calls are not used ones: the number told never passes the limit.
    const values = { used: publicDailyLimit, limit: publicDailyLimit, resets_at: new Date(resetsAt).toISOString() };
    const headers = { 'Retry-After': String(seconds) };
    throw makeProblem('public_soft_limit_reached', values, { members: values, headers });
  }
}
