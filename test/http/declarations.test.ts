import { describe, expect, it } from 'vitest';
import { makeRoutes } from '../../src/http/routes/make-routes.ts';
import { problemsOf } from '../../src/http/routing/route.ts';
import { PRODUCTS } from '../../src/modules/accounts/index.ts';

const routes = makeRoutes(new AbortController().signal).map(
  (route) => [`${route.method} ${route.path}`, route] as const,
);

const ROLES = ['viewer', 'developer', 'admin'];

describe.each(routes)('%s', (_, route) => {
  const needsRole = ROLES.includes(route.who) || route.keyRole !== undefined;

  it('leaves a line in the audit trail if it may change something', () => {
    if (route.method !== 'get' && ROLES.includes(route.who)) expect(route.audit).toBeDefined();
    if (route.audit !== undefined) expect(route.audit).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
  });

  it('has one status for what is done if it tells of it in the audit trail, as the line is written with the change', () => {
    const done = Object.keys(route.answers).filter((status) => status.startsWith('2'));
    if (route.audit !== undefined) expect(done).toHaveLength(1);
  });

  it('has a meter or a line in the audit trail if it is no reading', () => {
    if (route.method !== 'get' && route.who !== 'anyone') {
      expect(route.product ?? route.audit ?? route.through).toBeDefined();
    }
    for (const other of route.through ?? []) expect(other.product ?? other.audit).toBeDefined();
    if (route.product !== undefined) expect(PRODUCTS).toContain(route.product);
  });

  it('is limited if it looks at keys, so that nobody tries without end', () => {
    if (route.who !== 'anyone') expect(route.limit).not.toBe('none');
  });

  it('lets a viewer only read', () => {
    if (route.method !== 'get' && route.audit !== undefined) {
      expect(route.who === 'viewer' || (route.who === 'public' && route.keyRole === undefined)).toBe(false);
    }
    if (needsRole) expect(problemsOf(route)).toContain('role_too_small');
  });
});

it('an action of the audit trail means one route', () => {
  const actions = routes.flatMap(([, { audit }]) => audit ?? []);
  expect(new Set(actions).size).toBe(actions.length);
  expect(actions).toEqual(expect.arrayContaining(['document.create', 'document.cancel', 'batch.cancel']));
});
