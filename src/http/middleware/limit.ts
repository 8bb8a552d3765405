import type { AppParts, Caller } from '../app-parts.ts';
import { CallerGone } from '../body/read-body.ts';
import { makeProblem } from '../problems/problems.ts';
import { toProblem } from '../problems/to-problem.ts';
import { addressOf, clientOf } from '../routing/client-of.ts';
import type { CallLimit } from '../routing/route.ts';
import type { RequestContext } from '../routing/state.ts';

/** Number of calls that a request counts as; the first was counted on arrival. */
export type Charge = {
  /**
   * Counts further calls: each file of a request without a key counts as one (contract, section 1).
   *
   * @throws Problem `public_soft_limit_reached`, with no call of the request counted
   */
  readonly add: (calls: number) => Promise<void>;
  /** Undoes the counting: the request had no effect. */
  readonly giveBack: () => Promise<void>;
};

export type Limit = (ctx: RequestContext, kind: CallLimit, caller: Caller) => Promise<Charge>;

/** For requests without a limit. */
const FREE: Charge = { add: async () => undefined, giveBack: async () => undefined };

/** Malformed requests do not count (contract, section 1). */
const MALFORMED: ReadonlySet<number> = new Set([400, 406, 415]);

/** Undoes the counting of a failed request if it was rejected as malformed. */
export async function giveBackIfMalformed(charge: Charge, error: unknown): Promise<void> {
  if (error instanceof CallerGone || !MALFORMED.has(toProblem(error).status)) return;
  await charge.giveBack();
}

const DAY_MS = 86_400_000;

/**
 * Counts calls against the limit of their route, across all processes, and reports the remaining quota
 * (`RateLimit-Policy`, `RateLimit`: draft-ietf-httpapi-ratelimit-headers-10). Calls without a key count per client
 * address and UTC day, calls with a key per key and second. A call is counted before its body is read, so that
 * rejected uploads are limited too. Malformed requests are uncounted afterwards, and a request with several files
 * counts as many calls.
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

    const setRateLimit = (used: number): void =>
      ctx.set({
        'RateLimit-Policy': `"public-daily";q=${publicDailyLimit};w=86400`,
        RateLimit: `"public-daily";r=${Math.max(0, publicDailyLimit - used)};t=${seconds}`,
      });
    const giveBack = async (): Promise<number> => {
      const consumed = taken;
      taken = 0;
      const used = await app.accounts.giveBackPublicCalls(client, now, consumed);
      setRateLimit(used);
      return used;
    };
    const add = async (calls: number): Promise<void> => {
      if (calls === 0) return;
      const used = await app.accounts.takePublicCall(client, now, publicDailyLimit, calls);
      if (used !== null) {
        taken += calls;
        setRateLimit(used);
        return;
      }
      const requested = taken + calls;
      const left = taken > 0 ? await giveBack() : publicDailyLimit;
      setRateLimit(left);
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
