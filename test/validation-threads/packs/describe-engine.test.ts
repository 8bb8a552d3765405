import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  describeEngine,
  ENGINE_LIBRARIES,
  ENGINE_SOURCES,
  loadPacks,
  noteEngine,
} from '../../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../../src/platform/index.ts';
import { importsOf, readSources, resolveImport } from '../../support/import-reader.ts';

const root = findRoot();
const copy = mkdtempSync(join(tmpdir(), 'einvoice-engine-'));
afterAll(() => rmSync(copy, { recursive: true }));

const covers = (path: string): boolean =>
  path.startsWith('@e-invoice/') || ENGINE_SOURCES.some((place) => path === place || path.startsWith(`${place}/`));

describe('engine of a report', () => {
  it('covers every import of the validator', () => {
    const sources = [...readSources(root, 'packages'), ...readSources(root, 'src')].filter(({ path }) => covers(path));
    const imports = sources.flatMap(({ path, text }) =>
      importsOf(text)
        .filter(({ typeOnly }) => !typeOnly)
        .map(({ specifier }) => resolveImport(path, specifier) ?? specifier),
    );
    const outside = imports.filter((name) => !covers(name) && !name.startsWith('node:'));
    expect([...new Set(outside)].sort()).toEqual(ENGINE_LIBRARIES);
  });

  it('changes with every source, table and library, and with nothing else', () => {
    for (const place of [...ENGINE_SOURCES, ...ENGINE_LIBRARIES.map((name) => `node_modules/${name}/package.json`)]) {
      mkdirSync(dirname(join(copy, place)), { recursive: true });
      cpSync(join(root, place), join(copy, place), { recursive: true });
    }
    cpSync(join(root, 'package.json'), join(copy, 'package.json'));
    const { digest } = describeEngine(root);
    expect(describeEngine(copy)).toEqual(describeEngine(root));
    expect(describeEngine(`${root}/`)).toEqual(describeEngine(root));
    const change = (path: string, to: (text: string) => string): string => {
      const text = readFileSync(join(copy, path), 'utf8');
      writeFileSync(join(copy, path), to(text));
      const changed = describeEngine(copy).digest;
      writeFileSync(join(copy, path), text);
      return changed;
    };
    for (const path of [
      'packages/schematron/src/decimal.ts',
      'packages/schematron/src/xml/parse.ts',
      'schematron/ubl-2.1/structure.tsv',
      'schematron/codelists/iso-4217.sch',
    ])
      expect(change(path, (text) => `${text}\n`)).not.toBe(digest);
    const library = 'node_modules/saxes/package.json';
    expect(change(library, (text) => text.replace(/"version": "/, '"version": "9'))).not.toBe(digest);
    expect(change('package.json', (text) => text.replace(/"version": "/, '"version": "9'))).toBe(digest);
  });

  it('recompiles rules after a change of the XML tree, and keeps both compilations in the cache', async () => {
    for (const place of ['schematron/sk', 'schematron/checksums', 'schematron/canaries'])
      cpSync(join(root, place), join(copy, place), { recursive: true });
    const wasKept = async (): Promise<boolean[]> => {
      const { loaded, refused } = await loadPacks({ root: copy, dataDir: null }, '2026-11-21');
      expect(refused).toEqual([]);
      return [...new Set(loaded.map(({ pack }) => pack.pack.cached))];
    };
    expect([await wasKept(), await wasKept()]).toEqual([[false], [true]]);
    const tree = join(copy, 'packages/schematron/src/xml/tree.ts');
    const before = readFileSync(tree);
    writeFileSync(tree, `${before}\nexport const added = 1;\n`);
    expect([await wasKept(), await wasKept()]).toEqual([[false], [true]]);
    writeFileSync(tree, before);
    expect(await wasKept()).toEqual([true]);
  });

  it('is recorded by the build, for a service that runs without its sources', () => {
    mkdirSync(join(copy, 'dist'), { recursive: true });
    noteEngine(copy);
    expect(JSON.parse(readFileSync(join(copy, 'dist/engine.json'), 'utf8'))).toEqual(describeEngine(copy));
  });
});
