import type { AppParts, Caller } from '../app-parts.ts';
import { makeProblem } from '../problems.ts';
import type { CallLimit } from '../route.ts';
import type { RequestContext } from '../state.ts';

/**
 * Counts a call against the limit that the route falls under, and tells the caller what is left
 * (`RateLimit-Policy`, `RateLimit`: draft-ietf-httpapi-ratelimit-headers).
 *
 * @throws Problem `public_soft_limit_reached`.
 */
export async function limit(ctx: RequestContext, kind: CallLimit, caller: Caller, app: AppParts): Promise<void> {
  const allowed = app.config.publicDailyLimit;
  if (kind !== 'public-daily' || caller.role !== 'public' || allowed === 0) return;
  const now = app.now();
  const used = await app.accounts.countPublicCall(clientOf(ctx.req.socket.remoteAddress ?? ''), now);
  const resetsAt = nextMidnight(now);
  const seconds = Math.ceil((resetsAt - now) / 1000);
  const headers = {
    'RateLimit-Policy': `"public-daily";q=${allowed};w=86400`,
    RateLimit: `"public-daily";r=${Math.max(0, allowed - used)};t=${seconds}`,
  };
  ctx.set(headers);
  if (used <= allowed) return;
  const resets_at = new Date(resetsAt).toISOString();
  throw makeProblem(
    'public_soft_limit_reached',
    { used: allowed, limit: allowed, resets_at },
    { members: { used: allowed, limit: allowed, resets_at }, headers: { 'Retry-After': String(seconds) } },
  );
}

const DAY_MS = 86_400_000;

const nextMidnight = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS;

/** One client of an IPv6 network has its whole /64: counting single addresses would count nothing. */
export function clientOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
