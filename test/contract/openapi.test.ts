import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { writeOpenApi } from '../../src/composition/api.ts';
import { makeRoutes } from '../../src/composition/routes.ts';
import { findProblemKind } from '../../src/http/problems/problems.ts';
import { problemsOf } from '../../src/http/routing/route.ts';

type Operation = {
  operationId: string;
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
  parameters?: { name: string; in: string }[];
};
type Contract = { paths: Record<string, Record<string, Operation>> };

const text = writeOpenApi();
const contract = JSON.parse(text) as Contract;
const routes = makeRoutes(new AbortController().signal);

describe('the published contract', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has no unresolved references', () => {
    for (const [, path] of text.matchAll(/"\$ref": "#\/([^"]+)"/g)) {
      let target: unknown = contract;
      for (const step of path!.split('/')) target = (target as Record<string, unknown>)?.[step];
      expect(target, path).toBeDefined();
    }
  });

  it('is identical to the committed file (npm run generate writes it)', () => {
    expect(text).toBe(readFileSync(new URL('openapi.json', import.meta.url), 'utf8'));
  });

  it('has exactly the routes of the router', () => {
    const written = Object.entries(contract.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
    );
    expect(written.sort()).toEqual(routes.map(({ method, path, id }) => `${method} ${path} ${id}`).sort());
    expect(new Set(routes.map(({ id }) => id)).size).toBe(routes.length);
  });

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s documents its responses, problems and path parameters',
    (_, route) => {
      const operation = contract.paths[route.path]![route.method]!;
      for (const status of Object.keys(route.answers)) expect(operation.responses).toHaveProperty(status);
      for (const code of problemsOf(route)) {
        const { status } = findProblemKind(code);
        if (route.answers[status] !== undefined) continue;
        expect(operation.responses[status]?.description).toContain(code);
        expect(operation.responses[status]?.content).toHaveProperty(['application/problem+json']);
      }
      const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name);
      expect(described).toEqual(named);
    },
  );

  it('shows an accepted example body for each operation', () => {
    const kinds = routes.flatMap(({ body }) => body?.kinds ?? []);
    for (const { mediaTypes, schema, example } of kinds) {
      // Binary bodies have no example in a contract.
      if (mediaTypes.some((type) => ['application/pdf', 'multipart/form-data', 'application/zip'].includes(type)))
        continue;
      expect(schema.safeParse(example).error, String(mediaTypes)).toBeUndefined();
    }
    expect(kinds.filter(({ example }) => example !== undefined).length).toBeGreaterThanOrEqual(6);
    expect(text.match(/"example": \{\s+"f/g)?.length).toBeGreaterThanOrEqual(3);
  });
});
