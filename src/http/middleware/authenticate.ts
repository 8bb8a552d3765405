import { ANONYMOUS, type AppParts, type Caller } from '../app-parts.ts';
import { makeProblem } from '../problems/problems.ts';
import { addressOf, clientOf } from '../routing/client-of.ts';
import type { Route, Who } from '../routing/route.ts';
import type { RequestContext } from '../routing/state.ts';

const RANK: Readonly<Record<Who, number>> = { anyone: 0, public: 0, viewer: 1, developer: 2, admin: 3 };

/**
 * Identifies the caller by the key in `X-API-Key`. Authorization is checked later, when the call has been counted.
 *
 * @throws Problem `key_missing`, `key_unknown`, `key_of_production`.
 */
export async function authenticate(
  ctx: RequestContext,
  who: Who,
  { accounts, config: { proxies } }: Pick<AppParts, 'accounts' | 'config'>,
): Promise<Caller> {
  if (who === 'anyone') return ANONYMOUS;
  const header = ctx.req.headers['x-api-key'];
  const key = typeof header === 'string' && header.trim() !== '' ? header.trim() : null;
  if (key === null && who !== 'public') throw makeProblem('key_missing', {});
  const caller = await accounts.authenticate(key, clientOf(addressOf(ctx.req, proxies)));
  if (caller === null) throw key === null ? makeProblem('key_missing', {}) : makeProblem('key_unknown', {});
  ctx.state.actor = caller.actor;
  return caller;
}

/**
 * Checks that the caller's role suffices for the route.
 *
 * @throws Problem `role_too_small`.
 */
export function authorize({ role }: Caller, { who, keyRole }: Pick<Route, 'who' | 'keyRole'>): void {
  const needed = role === 'public' ? who : (keyRole ?? who);
  if (RANK[role] < RANK[needed]) throw makeProblem('role_too_small', { needed, role });
}
