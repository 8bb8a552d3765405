import { expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';
import { importsOf, readSources, resolveImport } from '../support/import-reader.ts';

const LIST = 'src/composition/routes.ts';

/** Declares the progress streams of the batch modules. */
const BUILDER = 'src/modules/batches/http/progress-events.ts';

it('every file that declares a route is in the list of routes', () => {
  const sources = readSources(findRoot(), 'src');
  const list = sources.find(({ path }) => path === LIST)!.text;
  const declaring = sources
    .filter(({ path, text }) => path !== BUILDER && /\b(?:route|progressEvents)\(\{/.test(text))
    .map(({ path }) => path);
  expect(declaring.length).toBeGreaterThan(40);
  const listed = importsOf(list).map(({ specifier }) => resolveImport(LIST, specifier));
  const mcp = (path: string): string => path.replace('mcp/mcp-route.ts', 'mcp/index.ts');
  expect(declaring.filter((path) => !listed.includes(mcp(path)))).toEqual([]);
  const imported = [...list.matchAll(/^import \{ ([^}]*) \} from '.*\/(?:http|mcp|operations)\//gm)].flatMap(
    ([, names]) => names!.split(', '),
  );
  const body = list.slice(list.indexOf('export function makeRoutes'));
  expect(imported.length).toBeGreaterThanOrEqual(declaring.length);
  expect(imported.filter((name) => !new RegExp(`\\b${name.replace('type ', '')}\\b`).test(body))).toEqual([]);
});
