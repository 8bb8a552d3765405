import { describe, expect, it } from 'vitest';
import { makeRoutes } from '../../src/composition/routes.ts';
import { problemsOf } from '../../src/http/routing/route.ts';
import { PRODUCTS } from '../../src/modules/accounts/index.ts';

const routes = makeRoutes(new AbortController().signal).map(
  (route) => [`${route.method} ${route.path}`, route] as const,
);

const ROLES = ['viewer', 'developer', 'admin'];

describe.each(routes)('%s', (_, route) => {
  const needsRole = ROLES.includes(route.who) || route.keyRole !== undefined;

  it('is audited if it may change data', () => {
    if (route.method !== 'get' && ROLES.includes(route.who)) expect(route.audit).toBeDefined();
    if (route.audit !== undefined) expect(route.audit).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
  });

  it('has exactly one success status if it is audited, because the entry is written with the change', () => {
    const done = Object.keys(route.answers).filter((status) => status.startsWith('2'));
    if (route.audit !== undefined) expect(done).toHaveLength(1);
  });

  it('has a meter or an audit entry unless it only reads', () => {
    if (route.method !== 'get' && route.who !== 'anyone') {
      expect(route.product ?? route.audit ?? route.through).toBeDefined();
    }
    for (const other of route.through ?? []) expect(other.product ?? other.audit).toBeDefined();
    if (route.product !== undefined) expect(PRODUCTS).toContain(route.product);
  });

  it('has a rate limit if it authenticates, so that keys cannot be guessed', () => {
    if (route.who !== 'anyone') expect(route.limit).not.toBe('none');
  });

  it('allows viewers only to read', () => {
    if (route.method !== 'get' && route.audit !== undefined) {
      expect(route.who === 'viewer' || (route.who === 'public' && route.keyRole === undefined)).toBe(false);
    }
    if (needsRole) expect(problemsOf(route)).toContain('role_too_small');
  });
});

it('an audit action belongs to exactly one route', () => {
  const actions = routes.flatMap(([, { audit }]) => audit ?? []);
  expect(new Set(actions).size).toBe(actions.length);
  expect(actions).toEqual(expect.arrayContaining(['document.create', 'document.cancel', 'batch.cancel']));
});
