import type { AppParts, Caller } from '../app-parts.ts';
import { addressOf, clientOf } from '../client-of.ts';
import { makeProblem } from '../problems.ts';
import type { CallLimit } from '../route.ts';
import type { RequestContext } from '../state.ts';

export type Limit = (ctx: RequestContext, kind: CallLimit, caller: Caller) => Promise<void>;

const DAY_MS = 86_400_000;

/**
 * Counts calls against the limit that their route falls under, over all processes, and tells the caller what is left
 * (`RateLimit-Policy`, `RateLimit`: draft-ietf-httpapi-ratelimit-headers-10). A keyless call counts by client address
 * and UTC day, a call with a key by key and second.
 *
 * The returned function throws Problem `public_soft_limit_reached` or `rate_limit_reached`.
 */
export function makeLimit(app: Pick<AppParts, 'config' | 'accounts' | 'now'>): Limit {
  const { publicDailyLimit, keyRateLimit, proxies } = app.config;
  return async (ctx, kind, caller) => {
    if (kind === 'none') return;
    if (caller.role !== 'public') await takeKeyCall(ctx, caller);
    else if (kind === 'public-daily' && publicDailyLimit > 0) await takePublicCall(ctx);
  };

  async function takeKeyCall(ctx: RequestContext, caller: Caller): Promise<void> {
    const call = await app.accounts.takeKeyCall(caller);
    if (call === null) return;
    ctx.set({
      'RateLimit-Policy': `"per-key";q=${keyRateLimit};w=1`,
      RateLimit: `"per-key";r=${call.left};t=1`,
    });
    if (!call.granted) {
      throw makeProblem('rate_limit_reached', { limit: keyRateLimit }, { headers: { 'Retry-After': '1' } });
    }
  }

  async function takePublicCall(ctx: RequestContext): Promise<void> {
    const now = app.now();
    const used = await app.accounts.takePublicCall(clientOf(addressOf(ctx.req, proxies)), now, publicDailyLimit);
    const resetsAt = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    const seconds = Math.ceil((resetsAt - now) / 1000);
    ctx.set({
      'RateLimit-Policy': `"public-daily";q=${publicDailyLimit};w=86400`,
      RateLimit: `"public-daily";r=${publicDailyLimit - (used ?? publicDailyLimit)};t=${seconds}`,
    });
    if (used !== null) return;
    const values = { used: publicDailyLimit, limit: publicDailyLimit, resets_at: new Date(resetsAt).toISOString() };
    const headers = { 'Retry-After': String(seconds) };
    throw makeProblem('public_soft_limit_reached', values, { members: values, headers });
  }
}
