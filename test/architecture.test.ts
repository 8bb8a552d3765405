import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { jobs } from '../src/platform/queue/index.ts';
import { circlesOfRows, faultsOf, MAY_IMPORT, MODULES, sizeFaults } from './support/house-rules.ts';
import { importCircles } from './support/import-circles.ts';
import { importsOf, readSources } from './support/import-reader.ts';
import { findNotLinear, listExpressions, readVerdicts, verdictKeyOf } from './support/regular-expressions.ts';
import { tableFaults } from './support/table-rules.ts';
import { unusedExports } from './support/unused-exports.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = ['locales', 'packages', 'src', 'tools/sapi-simulator', 'web', 'workers'].flatMap((folder) =>
  readSources(root, folder),
);

describe('the source code', () => {
  it('follows the rules for imports, libraries, names and file sizes', () => {
    expect(sources.flatMap(faultsOf)).toEqual([]);
  });

  it('has files with a median of about 100 lines, 90 % below 250', () => {
    expect(sizeFaults(sources)).toEqual([]);
  });

  it('looks up texts only in maps, or after checking that the table has an own entry', () => {
    expect(tableFaults(sources)).toEqual([]);
  });

  it('has no import cycles, including type imports', () => {
    expect(importCircles(sources)).toEqual([]);
  });

  it('has no unused export', () => {
    const own = sources.filter(({ path }) => !path.startsWith('packages/'));
    const users = ['packages', 'test', 'tools', 'scripts'].flatMap((folder) => readSources(root, folder));
    expect(unusedExports(own, users)).toEqual([]);
  });

  it('has a folder for every row of the import table', () => {
    const named = new Set(MODULES.map(([, module]) => module));
    const missing = Object.keys(MAY_IMPORT).filter(
      (name) => !named.has(name) && !existsSync(join(root, 'src/modules', name)),
    );
    expect(missing).toEqual([]);
    expect(MODULES.filter(([folder]) => !existsSync(join(root, folder)))).toEqual([]);
  });

  it('has no module that permits itself through others in the import table', () => {
    expect(circlesOfRows()).toEqual([]);
  });

  it('matches regular expressions in linear time', { timeout: 600_000 }, async () => {
    const { expressions, built } = listExpressions(root, sources);
    expect(built).toEqual([]);
    const known = readVerdicts();
    const fresh = expressions.filter((expression) => !known.has(verdictKeyOf(expression)));
    expect((await findNotLinear(fresh)).filter((reason) => reason !== null)).toEqual([]);
  });

  it('has exactly one worker file for every job', () => {
    const files = readdirSync(join(root, 'workers')).filter((name) => /^[a-z]+\.[a-z-]+\.ts$/.test(name));
    expect(files.map((name) => name.slice(0, -'.ts'.length)).sort()).toEqual(Object.keys(jobs).sort());
  });

  it('keeps test files below 600 lines', () => {
    const long = readSources(root, 'test').filter(({ text }) => text.split('\n').length > 600);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

describe('the rules detect', () => {
  it('an import cycle through types and re-exports', () => {
    const circle = [
      { path: 'a/one.ts', text: "import type { Two } from './two.ts';" },
      { path: 'a/two.ts', text: "export { three } from './three.ts';" },
      { path: 'a/three.ts', text: "import { one } from './one.ts';\nimport './four.ts';" },
      { path: 'a/four.ts', text: "import 'node:fs';" },
    ];
    expect(importCircles(circle)).toEqual([['a/one.ts', 'a/three.ts', 'a/two.ts']]);
    expect(importCircles(circle.slice(1))).toEqual([]);
  });

  const faults = (path: string, text: string): string[] => faultsOf({ path, text });

  it.each([
    [
      'an import upwards in a package',
      'packages/validator/src/issues/issue.ts',
      "import { x } from '../catalog/index.ts';",
      'imports catalog',
    ],
    [
      'an import upwards',
      'src/modules/exchange/envelope/write.ts',
      "import { x } from '../../documents/index.ts';",
      'imports documents',
    ],
    [
      'a module imported by the HTTP server',
      'src/http/server.ts',
      "import { x } from '../modules/vat/index.ts';",
      'imports vat',
    ],
    [
      'the HTTP part imported by its module',
      'src/modules/vat/verify.ts',
      "import { x } from './http/index.ts';",
      'imports vat/http',
    ],
    [
      'another module imported by an HTTP part',
      'src/modules/vat/http/vat-routes.ts',
      "import { x } from '../../webhooks/index.ts';",
      'imports webhooks',
    ],
    [
      'an import of another HTTP part past its index',
      'src/modules/vat/http/vat-routes.ts',
      "import { x } from '../../batches/http/batch-schemas.ts';",
      'past its index.ts',
    ],
    [
      'an import of a package that the module may not use',
      'src/modules/accounts/keys.ts',
      "import { x } from '@e-invoice/validator/catalog';",
      'its permitted files',
    ],
    [
      'an import past the index',
      'packages/validator/src/catalog/search.ts',
      "import { x } from '../issues/text.ts';",
      'past its index.ts',
    ],
    [
      'an import of the service past an index',
      'src/modules/evidence/x.ts',
      "import { x } from '../../platform/db/open.ts';",
      'past its index.ts',
    ],
    [
      'a library that a package does not declare',
      'packages/validator/src/catalog/search.ts',
      "import { z } from 'zod';",
      'does not declare',
    ],
    [
      'an import past the entry points of a package',
      'src/modules/evidence/x.ts',
      "import { x } from '@e-invoice/validator/src/issues/level.ts';",
      'its permitted files',
    ],
    [
      'an import of the service in a package',
      'packages/schematron/src/run/run.ts',
      "import { x } from '../../../../src/lib/own.ts';",
      'outside its package',
    ],
    [
      'an import of a higher folder of a package',
      'packages/schematron/src/xml/parse.ts',
      "import { x } from '../run/run.ts';",
      'imports run',
    ],
    [
      'an import of the compiler in the run-time',
      'packages/schematron/src/run/run.ts',
      "import { x } from '../compile/plan.ts';",
      'imports compile',
    ],
    [
      'Node in a package for browsers',
      'packages/schematron/src/xml/parse.ts',
      "import { readFileSync } from 'node:fs';",
      'runs in browsers',
    ],
    [
      'an import of an internal file of a package',
      'src/modules/vat/x.ts',
      "import { x } from '@e-invoice/schematron/src/own.ts';",
      'its permitted files',
    ],
    [
      'a library outside its permitted files',
      'src/modules/documents/lifecycle.ts',
      "import { Queue } from 'bullmq';",
      'outside its permitted files',
    ],
    [
      'SQL outside a store',
      'src/modules/documents/lifecycle.ts',
      "import { withWorkspace } from '../../platform/db/index.ts';",
      'outside a store',
    ],
    [
      'Node in a pure module',
      'src/modules/exchange/envelope/write.ts',
      "import { readFileSync } from 'node:fs';",
      'pure module',
    ],
    [
      'Node in the validator',
      'packages/validator/src/issues/issue.ts',
      "import { readFileSync } from 'node:fs';",
      'runs in browsers',
    ],
    [
      'one validator that imports the other',
      'src/modules/validation/reference-validator/saxon.ts',
      "import { runPack } from '@e-invoice/schematron';",
      'its permitted files',
    ],
    [
      'an entry point imported by a module',
      'src/modules/rendering/html.ts',
      "import { startApi } from '../../http/index.ts';",
      'imports http',
    ],
    [
      'a lazy import',
      'src/modules/exchange/envelope/write.ts',
      "const x = await import('../../../platform/queue/index.ts');",
      'imports platform/queue',
    ],
    [
      'a read of the environment outside the configuration',
      'src/platform/queue/relay.ts',
      'const url = process.env.URL;',
      'process.env',
    ],
    ['code generated at run time', 'packages/schematron/src/run/load.ts', "new Function('return 1')", 'generated code'],
    ['a private word', 'src/platform/queue/queue.ts', 'const makeFairGate = 1;', 'uses the word gate'],
    ['a private word in a package', 'packages/schematron/src/run/run.ts', 'type Station = 1;', 'uses the word station'],
    ['a folder named emit', 'packages/schematron/src/compile/emit/keys.ts', '', 'does not describe its content'],
    ['a file name with a private word', 'src/lib/bell.ts', '', 'uses the word bell'],
    ['a file named utils', 'src/platform/queue/utils.ts', '', 'does not describe its content'],
    ['a file that is too long', 'src/platform/queue/queue.ts', 'x\n'.repeat(401), '401 lines'],
    ['a worker that is too long', 'workers/document.validate.ts', 'x\n'.repeat(81), '81 lines'],
    ['a default export', 'src/platform/queue/queue.ts', 'export default 1;', 'export default'],
  ])('%s', (_, path, text, fault) => {
    expect(faults(path, text).join('\n')).toContain(fault);
  });

  it('not comments; type imports of the app only outside the entry points', () => {
    expect(importsOf("// import x from './y.ts'\n/* from './z.ts' */\nimport type { App } from '../app.ts';")).toEqual([
      { specifier: '../app.ts', typeOnly: true },
    ]);
    expect(faults('src/http/server.ts', "import type { App } from '../app.ts';")).toEqual([]);
    expect(faults('src/http/server.ts', "import { makeApp } from '../app.ts';")).not.toEqual([]);
    expect(faults('src/platform/queue/queue.ts', "import type { App } from '../../app.ts';")).not.toEqual([]);
  });

  it.each([
    ['a table', 'const units: Readonly<Record<string, string>> = {};\nconst found = units[word];', 'indexes units'],
    [
      'a table by an alias',
      'type Units = Readonly<\n  Record<string, string>\n>;\nlet units: Units;\nunits[word] = 1;',
      'units',
    ],
    [
      'a signature',
      'function f(units: { [name: string]: string }) {\n  return units[word.trim()];\n}',
      'indexes units',
    ],
    ['a generated table', 'const units = Object.fromEntries(rows);\nconst found = units[word];', 'indexes units'],
    [
      'a field',
      'type Place = {\n  readonly units: Record<string, string>;\n};\nconst found = place.units?.[word];',
      'units',
    ],
    ['a text cast to a key', 'const found = units[word as keyof typeof units];', 'cast to its key'],
    ['a value cast to a record', 'const found = (value as Record<string, unknown>)[word];', 'cast to a record'],
    ['the operator in', 'if (word in units) go();', 'tests units with "in"'],
  ])('%s that is indexed by any text', (_, text, fault) => {
    expect(tableFaults([{ path: 'src/a/b.ts', text }]).join('\n')).toContain(fault);
  });

  it('a table of another file, but not a lookup by a literal or after an own-property check', () => {
    const table = { path: 'src/a/units.data.ts', text: 'export const units: Record<string, string> = {};' };
    const asking = (text: string) => ({
      path: 'src/a/b.ts',
      text: `import { units } from './units.data.ts';\n${text}`,
    });
    expect(tableFaults([table, asking('const found = units[word];')])).toHaveLength(1);
    const sound = [
      "units['ks']",
      'own(units, word)',
      'Object.hasOwn(units, word) ? units[word] : null',
      'places[index]',
    ];
    for (const text of sound) expect(tableFaults([table, asking(`const found = ${text};`)])).toEqual([]);
  });

  it('unused exports, also of index files; a lazy import counts as use', () => {
    const a = { path: 'src/a/a.ts', text: 'export const x = 1;\nexport type Y = string;' };
    const index = { path: 'src/a/index.ts', text: "export { x, type Y } from './a.ts';" };
    const user = { path: 'src/b/b.ts', text: "import { x } from '../a/index.ts';" };
    expect(unusedExports([a, index, user], [])).toEqual(['src/a/index.ts exports Y, which no file imports']);
    expect(unusedExports([a], [])).toHaveLength(2);
    expect(unusedExports([a], [{ path: 'test/a.ts', text: "await import('../src/a/a.ts');" }])).toEqual([]);
  });

  it('too many long files', () => {
    expect(sizeFaults(Array.from({ length: 9 }, () => ({ path: 'src/a.ts', text: 'x\n'.repeat(260) })))).toHaveLength(
      2,
    );
  });
});
