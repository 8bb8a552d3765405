import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPack } from '@e-invoice/schematron';
import { SchemaRefused } from '@e-invoice/schematron/compile';
import { packIndex } from '@e-invoice/validator/validation';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPack } from '../../../src/modules/rules/loader/index.ts';
import { forgetOtherEngines } from '../../../src/modules/rules/loader/load-pack.ts';
import { documentOf, inShort } from '../../engine/support/run-schema.ts';
import { schema } from '../../engine/support/schema-source.ts';

const root = mkdtempSync(join(tmpdir(), 'packs-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
let dir = '';
let cacheDir = '';
const engine = 'e'.repeat(64);

const write = (path: string, text: string): void => writeFileSync(join(dir, path), text);
const manifest = (fields: object = {}): string =>
  JSON.stringify({ id: 'own', version: '1.0', schema: 'own.sch', layer: 'EN16931', ...fields });

beforeEach(() => {
  count += 1;
  dir = join(root, `packs/own/${count}`);
  cacheDir = join(root, `cache-${count}/deep`);
  mkdirSync(dir, { recursive: true });
  mkdirSync(join(root, 'lists'), { recursive: true });
  writeFileSync(
    join(root, 'lists/list.sch'),
    `<let xmlns="http://purl.oclc.org/dsdl/schematron" name="list" value="'x', 'y'"/>`,
  );
  write('pack.json', manifest());
  write(
    'own.sch',
    schema(`<include href="../../../lists/list.sch"/><pattern id="p"><rule context="b" flag="fatal">
      <assert id="OWN-2" test=". = $list">list</assert><assert id="OWN-1" test="@n &gt; 1">n</assert></rule></pattern>`),
  );
});

const validateWith = async (): Promise<[string[], boolean]> => {
  const pack = await loadPack(dir, { cacheDir, engine });
  return [runPack(pack, documentOf('<a><b n="1">x</b><b n="2">z</b></a>')).map(inShort), pack.cached];
};
const FINDINGS = ['OWN-1 /a[1]/b[1]', 'OWN-2 /a[1]/b[2]'];

describe('loading a pack', () => {
  it('compiles once, then uses the cached code', async () => {
    expect(await validateWith()).toEqual([FINDINGS, false]);
    const names = readdirSync(cacheDir).map((name) => name.replace(/[0-9a-f]{32}/, '…'));
    expect(names.sort()).toEqual(['own@1.0.….json', 'own@1.0.….mjs']);
    expect(await validateWith()).toEqual([FINDINGS, true]);
  });

  it('recompiles when a source or an included file changes', async () => {
    await validateWith();
    writeFileSync(
      join(root, 'lists/list.sch'),
      `<let xmlns="http://purl.oclc.org/dsdl/schematron" name="list" value="'x', 'y', 'z'"/>`,
    );
    expect(await validateWith()).toEqual([FINDINGS.slice(0, 1), false]);
    expect(readdirSync(cacheDir)).toHaveLength(2);
    expect(await validateWith()).toEqual([FINDINGS.slice(0, 1), true]);
    rmSync(join(root, 'lists/list.sch'));
    await expect(validateWith()).rejects.toThrow(/list\.sch/);
  });

  it('deletes only code compiled by other engines', async () => {
    await validateWith();
    const ours = readdirSync(cacheDir);
    for (const kind of ['mjs', 'json'])
      writeFileSync(join(cacheDir, `own@1.0.0.00000000000000000000000000000000.${kind}`), '');
    writeFileSync(join(cacheDir, 'notes.txt'), '');
    forgetOtherEngines({ cacheDir, engine });
    expect(readdirSync(cacheDir).sort()).toEqual(['notes.txt', ...ours].sort());
  });

  it('returns the same rules and sources with and without the cache', async () => {
    const [first, second] = [await loadPack(dir, { cacheDir, engine }), await loadPack(dir, { cacheDir, engine })];
    expect([first.cached, second.cached]).toEqual([false, true]);
    expect([second.rules, second.sources]).toEqual([first.rules, first.sources]);
  });

  it('recompiles when the manifest names another schema', async () => {
    await validateWith();
    write(
      'other.sch',
      schema('<pattern><rule context="b"><assert id="OWN-9" test="false()">x</assert></rule></pattern>'),
    );
    write('pack.json', manifest({ schema: 'other.sch' }));
    expect(await validateWith()).toEqual([['OWN-9 /a[1]/b[1]', 'OWN-9 /a[1]/b[2]'], false]);
  });

  it.each([
    ['cut', (text: string) => text.slice(0, text.length / 2)],
    ['changed', (text: string) => text.replace('OWN-1', 'OWN-7')],
    ['emptied', () => ''],
  ])('does not use a cached file that was %s', async (_, damage) => {
    await validateWith();
    for (const kind of ['mjs', 'json']) {
      const file = join(cacheDir, readdirSync(cacheDir).find((name) => name.endsWith(kind))!);
      writeFileSync(file, damage(readFileSync(file, 'utf8')));
      expect(await validateWith()).toEqual([FINDINGS, false]);
      expect(await validateWith()).toEqual([FINDINGS, true]);
    }
  });

  it('works without a cache', async () => {
    const pack = await loadPack(dir, { cacheDir: null, engine });
    expect([pack.cached, pack.manifest.id, pack.manifest.layer]).toEqual([false, 'own', 'EN16931']);
  });

  it('rejects a pack with a rule that does not compile, and a manifest with missing fields', async () => {
    write('own.sch', schema('<pattern><rule context="b"><assert id="OWN-3" test="$none">x</assert></rule></pattern>'));
    await expect(loadPack(dir, { cacheDir, engine })).rejects.toThrow(SchemaRefused);
    await expect(loadPack(dir, { cacheDir, engine })).rejects.toThrow(/own\.sch:1:\d+ \[OWN-3\]/);
    write('pack.json', manifest({ version: '../1' }));
    await expect(loadPack(dir, { cacheDir, engine })).rejects.toThrow(/no usable version/);
  });
});

describe('rule index of a pack', () => {
  it('lists every assertion by id, sorted, with a hash of its test', async () => {
    const pack = await loadPack(dir, { cacheDir, engine });
    const index = JSON.parse(packIndex(pack)) as { id: string; rules: Record<string, unknown[]> };
    expect(Object.keys(index.rules)).toEqual(['OWN-1', 'OWN-2']);
    expect(index.rules['OWN-1']).toEqual([
      {
        kind: 'assert',
        flag: 'fatal',
        role: null,
        pattern: 'p',
        context: 'b',
        test: expect.stringMatching(/^[0-9a-f]{12}$/),
      },
    ]);
    expect(packIndex(await loadPack(dir, { cacheDir, engine }))).toBe(packIndex(pack));
  });
});
