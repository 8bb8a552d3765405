import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRoutes } from '../../src/composition/routes.ts';
import { actionOf } from '../../src/http/middleware/audit-and-meter.ts';
import type { Route } from '../../src/http/routing/route.ts';
import type { Scope } from '../../src/lib/scope.ts';
import { ROLES, type Role } from '../../src/modules/accounts/index.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { type OpenApi, openApi } from './open-api.ts';

let api: OpenApi;
let owner: Scope;
const keys = new Map<Role, { readonly id: string; readonly text: string }>();

beforeAll(async () => {
  api = await openApi({}, 'production');
  owner = await makeOperator(api.db);
  for (const role of ROLES) {
    const { key, text } = await makeKey(makeTestAccounts(api.db), owner, role);
    keys.set(role, { id: key.id, text });
  }
});
afterAll(() => api.close());

const routes = makeRoutes(new AbortController().signal)
  .filter(({ who }) => who !== 'anyone')
  .map((route) => [`${route.method} ${route.path}`, route] as const);

/** Minimum role of a key for the route; null: any role. */
const neededOf = ({ who, keyRole }: Route): Role | null => ROLES.find((role) => role === (keyRole ?? who)) ?? null;

/** Requests an object that does not exist: a permitted call gets 404, a forbidden one is rejected first. */
async function call(
  { method, path }: Route,
  key: string | null,
): Promise<{ status: number; code: string | undefined }> {
  const response = await fetch(api.url + path.replaceAll(/\{\w+\}/g, 'none'), {
    method: method.toUpperCase(),
    headers: { ...(key !== null && { 'X-API-Key': key }) },
  });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}

describe.each(routes)('%s', (_, route) => {
  const needed = neededOf(route);

  it.each(ROLES)('with a key of the role %s', async (role) => {
    const { status, code } = await call(route, keys.get(role)!.text);
    const may = needed === null || ROLES.indexOf(role) >= ROLES.indexOf(needed);
    if (may) expect([401, 403]).not.toContain(status);
    else expect([status, code]).toEqual([403, 'role_too_small']);
  });

  it('without a key, and with an invalid one', async () => {
    const { status, code } = await call(route, null);
    if (route.who === 'public') expect([401, 403]).not.toContain(status);
    else expect([status, code]).toEqual([401, 'key_missing']);
    expect(await call(route, 'inv_live_made-up')).toEqual({ status: 401, code: 'key_unknown' });
  });
});

it('every role violation is in the audit trail with actor and action', async () => {
  const { items } = await api.app.accounts.audit.list(owner, { outcome: 'refused', limit: 1_000 });
  const expected = routes.flatMap(([, route]) => {
    const needed = neededOf(route);
    const smaller = needed === null ? [] : ROLES.slice(0, ROLES.indexOf(needed));
    return smaller.map((role) => `${keys.get(role)!.id} ${role} ${actionOf(route)} 403`);
  });
  const recorded = items.map(({ actor, role, action, status }) => `${actor} ${role} ${action} ${status}`);
  expect(recorded.sort()).toEqual(expected.sort());
  expect(expected.length).toBeGreaterThan(5);
});
