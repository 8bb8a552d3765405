import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { jobs } from '../src/platform/queue/index.ts';
import { faultsOf, MAY_IMPORT, MODULES, sizeFaults } from './support/house-rules.ts';
import { importCircles } from './support/import-circles.ts';
import { importsOf, readSources } from './support/import-reader.ts';
import { findNotLinear, listExpressions, readVerdicts, verdictKeyOf } from './support/regular-expressions.ts';
import { tableFaults } from './support/table-rules.ts';
import { unusedExports } from './support/unused-exports.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = ['packages', 'src', 'tools/sapi-simulator', 'web', 'workers'].flatMap((folder) =>
  readSources(root, folder),
);

describe('the house', () => {
  it('keeps its import tables, doors, names and file sizes', () => {
    expect(sources.flatMap(faultsOf)).toEqual([]);
  });

  it('stays small: median about 100 lines, nine tenths below 250', () => {
    expect(sizeFaults(sources)).toEqual([]);
  });

  it('looks texts up in maps, or asks whether the entry is the table’s own', () => {
    expect(tableFaults(sources)).toEqual([]);
  });

  it('has no circle of files, types included', () => {
    expect(importCircles(sources)).toEqual([]);
  });

  it('exports nothing that nobody imports', () => {
    const own = sources.filter(({ path }) => !path.startsWith('packages/'));
    const users = ['packages', 'test', 'tools', 'scripts'].flatMap((folder) => readSources(root, folder));
    expect(unusedExports(own, users)).toEqual([]);
  });

  it('has an index.ts in every module except lib', () => {
    const closed = MODULES.filter(([folder, module]) => folder.startsWith('src/') && module !== 'lib');
    expect(closed.filter(([folder]) => !existsSync(join(root, folder, 'index.ts'))).map(([folder]) => folder)).toEqual(
      [],
    );
    expect(MODULES.map(([, module]) => module).filter((module) => !(module in MAY_IMPORT))).toEqual([]);
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

describe('the rules themselves see a fault', () => {
  it('a circle of imports, through types and re-exports', () => {
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
      'an import of a package that is not its own to make',
      'src/modules/accounts/keys.ts',
      "import { x } from '@e-invoice/validator/catalog';",
      'imports catalog',
    ],
    [
      'an import past the index',
      'packages/validator/src/catalog/search.ts',
      "import { x } from '../issues/text.ts';",
      'past its index.ts',
    ],
    [
      'the service past an index',
      'src/modules/evidence/x.ts',
      "import { x } from '../../platform/db/open.ts';",
      'past its index.ts',
    ],
    [
      'a library that a package does not name',
      'packages/validator/src/catalog/search.ts',
      "import { z } from 'zod';",
      'does not know',
    ],
    [
      'a package entered past its entry points',
      'src/modules/evidence/x.ts',
      "import { x } from '@e-invoice/validator/src/issues/level.ts';",
      'its door',
    ],
    [
      'a package that knows the service',
      'packages/schematron/src/run/run.ts',
      "import { x } from '../../../../src/lib/own.ts';",
      'outside its package',
    ],
    [
      'a room of a package that knows a higher one',
      'packages/schematron/src/xml/parse.ts',
      "import { x } from '../run/run.ts';",
      'imports run',
    ],
    [
      'rules run by what compiles',
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
      'a package entered aside',
      'src/modules/vat/x.ts',
      "import { x } from '@e-invoice/schematron/src/own.ts';",
      'its door',
    ],
    [
      'a library outside its door',
      'src/modules/documents/lifecycle.ts',
      "import { Queue } from 'bullmq';",
      'outside its door',
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
      'the judges meeting',
      'src/modules/validation/reference-validator/saxon.ts',
      "import { runPack } from '@e-invoice/schematron';",
      'its door',
    ],
    [
      'a door imported by an ability',
      'src/modules/rendering/html.ts',
      "import { startApi } from '../../http/index.ts';",
      'imports http',
    ],
    [
      'a lazy import',
      'src/modules/exchange/envelope/write.ts',
      "const x = await import('../../../platform/queue/index.ts');",
      'imports queue',
    ],
    ['the environment read aside', 'src/platform/queue/relay.ts', 'const url = process.env.URL;', 'process.env'],
    ['code made at run time', 'packages/schematron/src/run/load.ts', "new Function('return 1')", 'code made of text'],
    ['a word of our own', 'src/platform/queue/queue.ts', 'const makeFairGate = 1;', 'says gate'],
    ['a word of our own in a package', 'packages/schematron/src/run/run.ts', 'type Station = 1;', 'says station'],
    ['a folder that was called emit', 'packages/schematron/src/compile/emit/keys.ts', '', 'says nothing'],
    ['a file named by a word of our own', 'src/lib/bell.ts', '', 'says bell'],
    ['a drawer', 'src/platform/queue/utils.ts', '', 'says nothing'],
    ['a file too long', 'src/platform/queue/queue.ts', 'x\n'.repeat(401), '401 lines'],
    ['a worker too long', 'workers/document.validate.ts', 'x\n'.repeat(81), '81 lines'],
    ['a default export', 'src/platform/queue/queue.ts', 'export default 1;', 'export default'],
  ])('%s', (_, path, text, fault) => {
    expect(faults(path, text).join('\n')).toContain(fault);
  });

  it('a comment is not an import, a type import of the app is allowed to doors only', () => {
    expect(importsOf("// import x from './y.ts'\n/* from './z.ts' */\nimport type { App } from '../app.ts';")).toEqual([
      { specifier: '../app.ts', typeOnly: true },
    ]);
    expect(faults('src/http/server.ts', "import type { App } from '../app.ts';")).toEqual([]);
    expect(faults('src/http/server.ts', "import { makeApp } from '../app.ts';")).not.toEqual([]);
    expect(faults('src/platform/queue/queue.ts', "import type { App } from '../app.ts';")).not.toEqual([]);
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
    ['a made table', 'const units = Object.fromEntries(rows);\nconst found = units[word];', 'indexes units'],
    [
      'a field',
      'type Place = {\n  readonly units: Record<string, string>;\n};\nconst found = place.units?.[word];',
      'units',
    ],
    ['a text called a key', 'const found = units[word as keyof typeof units];', 'called its key'],
    ['a thing called a record', 'const found = (value as Record<string, unknown>)[word];', 'called a record'],
    ['the operator in', 'if (word in units) go();', 'asks units by "in"'],
  ])('%s that any text is looked up in', (_, text, fault) => {
    expect(tableFaults([{ path: 'src/a/b.ts', text }]).join('\n')).toContain(fault);
  });

  it('a table of another file, and none that is asked in its own name or by a literal', () => {
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

  it('an export that nobody imports, listed ones too; one that is imported lazily is used', () => {
    const a = { path: 'src/a/a.ts', text: 'export const x = 1;\nexport type Y = string;' };
    const index = { path: 'src/a/index.ts', text: "export { x, type Y } from './a.ts';" };
    const user = { path: 'src/b/b.ts', text: "import { x } from '../a/index.ts';" };
    expect(unusedExports([a, index, user], [])).toEqual(['src/a/index.ts exports Y, which nobody imports']);
    expect(unusedExports([a], [])).toHaveLength(2);
    expect(unusedExports([a], [{ path: 'test/a.ts', text: "await import('../src/a/a.ts');" }])).toEqual([]);
  });

  it('a fat house', () => {
    expect(sizeFaults(Array.from({ length: 9 }, () => ({ path: 'src/a.ts', text: 'x\n'.repeat(260) })))).toHaveLength(
      2,
    );
  });
});
