import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';

const API = `${findRoot()}/src/http`;

it('every exported route of the route files is in the list of routes', () => {
  const list = readFileSync(`${API}/routes/make-routes.ts`, 'utf8');
  const files = readdirSync(`${API}/routes`).filter((name) => name !== 'make-routes.ts');
  const missing = files.filter((name) => !list.includes(`from './${name}'`));
  expect(missing).toEqual([]);
  const imported = [...list.matchAll(/^import \{ (\w+)(?:, (\w+))? \} from '\.\//gm)].flatMap(([, a, b]) =>
    b === undefined ? [a!] : [a!, b],
  );
  expect(imported.length).toBeGreaterThanOrEqual(files.length);
  const body = list.slice(list.indexOf('export function makeRoutes'));
  expect(imported.filter((name) => !new RegExp(`\\b${name}\\b`).test(body))).toEqual([]);
});
