import type { AppParts, Caller } from '../app-parts.ts';
import { CallerGone } from '../body/read-body.ts';
import { makeProblem } from '../problems/problems.ts';
import { addressOf, clientOf } from '../routing/client-of.ts';
import type { CallLimit } from '../routing/route.ts';
import type { RequestContext } from '../routing/state.ts';
import { toProblem } from './problem.ts';

/** What a request counts as; the first of it was counted when it came. */
export type Charge = {
  /**
   * Counts so many more: each file of a keyless request is one (contract, section 1).
   *
   * @throws Problem `public_soft_limit_reached`, with nothing of the request counted any more
   */
  readonly add: (calls: number) => Promise<void>;
  /** Takes all of it back: the request came to nothing. */
  readonly giveBack: () => Promise<void>;
};

export type Limit = (ctx: RequestContext, kind: CallLimit, caller: Caller) => Promise<Charge>;

/** A request without a limit on what it counts as. */
const FREE: Charge = { add: async () => undefined, giveBack: async () => undefined };

/** Refused as malformed: it counts as none (contract, section 1). */
const MALFORMED: ReadonlySet<number> = new Set([400, 406, 415]);

/** Gives back what a failed request was counted as, if it was refused as malformed. */
export async function giveBackIfMalformed(charge: Charge, error: unknown): Promise<void> {
  if (error instanceof CallerGone || !MALFORMED.has(toProblem(error).status)) return;
  await charge.giveBack();
}

const DAY_MS = 86_400_000;

/**
 * Counts calls against the limit that their route falls under, over all processes, and tells the caller what is left
 * (`RateLimit-Policy`, `RateLimit`: draft-ietf-httpapi-ratelimit-headers-10). A keyless call counts by client address
 * and UTC day, a call with a key by key and second. A call is counted before anything of it is read, so that nobody asks
 * without end; what turns out to be malformed is given back, and what turns out to be many files counts as many.
 *
 * The returned function throws Problem `public_soft_limit_reached` or `rate_limit_reached`.
 */
export function makeLimit(app: Pick<AppParts, 'config' | 'accounts' | 'now'>): Limit {
  const { publicDailyLimit, keyRateLimit, proxies } = app.config;
  return async (ctx, kind, caller) => {
    if (kind === 'none') return FREE;
    if (caller.role !== 'public') await takeKeyCall(ctx, caller);
    else if (kind === 'public-daily' && publicDailyLimit > 0) return takePublicCalls(ctx);
    return FREE;
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

  async function takePublicCalls(ctx: RequestContext): Promise<Charge> {
    const now = app.now();
    const client = clientOf(addressOf(ctx.req, proxies));
    const resetsAt = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    const seconds = Math.ceil((resetsAt - now) / 1000);
    let taken = 0;

    const tell = (used: number): void =>
      ctx.set({
        'RateLimit-Policy': `"public-daily";q=${publicDailyLimit};w=86400`,
        RateLimit: `"public-daily";r=${Math.max(0, publicDailyLimit - used)};t=${seconds}`,
      });
    const giveBack = async (): Promise<number> => {
      const given = taken;
      taken = 0;
      const used = await app.accounts.giveBackPublicCalls(client, now, given);
      tell(used);
      return used;
    };
    const add = async (calls: number): Promise<void> => {
      if (calls === 0) return;
      const used = await app.accounts.takePublicCall(client, now, publicDailyLimit, calls);
      if (used !== null) {
        taken += calls;
        tell(used);
        return;
      }
      const requested = taken + calls;
      const left = taken > 0 ? await giveBack() : publicDailyLimit;
      tell(left);
      const values = { used: left, limit: publicDailyLimit, resets_at: new Date(resetsAt).toISOString() };
      const headers = { 'Retry-After': String(seconds) };
      throw makeProblem('public_soft_limit_reached', values, { members: { ...values, requested }, headers });
    };
    await add(1);
    return {
      add,
      giveBack: async () => {
        if (taken > 0) await giveBack();
      },
    };
  }
}
