import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPack } from '@e-invoice/schematron';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadPack } from '../../../src/modules/rules/loader/load-pack.ts';
import { runCode } from '../../../src/modules/rules/loader/run-code.ts';
import { installationKey } from '../../../src/platform/index.ts';
import { documentOf, inShort } from '../../engine/support/run-schema.ts';
import { schema } from '../../engine/support/schema-source.ts';

/** Compiled rules are code: only code compiled by this installation may run. */

const engine = 'e'.repeat(64);
let folder: string;
let dataDir: string;
let pack: string;
let cacheDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-cache-'));
  dataDir = join(folder, 'data');
  pack = join(folder, 'pack');
  cacheDir = join(dataDir, 'rules/.compiled');
  for (const path of [dataDir, pack]) mkdirSync(path);
  writeFileSync(join(pack, 'pack.json'), JSON.stringify({ id: 'own', version: '1.0', schema: 'own.sch' }));
  writeFileSync(
    join(pack, 'own.sch'),
    schema('<pattern><rule context="b"><assert id="OWN-1" test=". = 1">one</assert></rule></pattern>'),
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  expect((globalThis as { codeRan?: number }).codeRan).toBeUndefined();
});

async function validateOnce(cacheKey: () => Uint8Array | null = () => installationKey(dataDir)) {
  const loaded = await loadPack(pack, { cacheDir, cacheKey, engine });
  return [runPack(loaded, documentOf('<a><b>2</b></a>', loaded.names)).map(inShort), loaded.cached];
}
const FOUND = ['OWN-1 /a[1]/b[1]'];
const entry = (kind: 'mjs' | 'json'): string =>
  join(cacheDir, readdirSync(cacheDir).find((name) => name.endsWith(kind))!);

/** Inserts a statement that runs as soon as the code is loaded. */
const withStatement = (code: string): string => code.replace('=> {\n', '=> {\nglobalThis.codeRan=1;\n');

it('stores code in one file and its metadata as JSON in another', async () => {
  await validateOnce();
  expect(readFileSync(entry('mjs'), 'utf8')).toMatch(/^export const rules = .*\};\n$/s);
  expect(JSON.parse(readFileSync(entry('json'), 'utf8'))).toEqual({
    schema: 'own.sch',
    files: ['own.sch'],
    sources: expect.stringMatching(/^[0-9a-f]{64}$/),
    rules: [expect.objectContaining({ id: 'OWN-1' })],
    seal: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await validateOnce()).toEqual([FOUND, true]);
});

it.each<[string, () => void]>([
  ['whose code was changed', () => writeFileSync(entry('mjs'), withStatement(readFileSync(entry('mjs'), 'utf8')))],
  [
    'whose code was changed, with a digest of it',
    () => {
      const code = withStatement(readFileSync(entry('mjs'), 'utf8'));
      writeFileSync(entry('mjs'), code);
      const { seal: _, ...metadata } = JSON.parse(readFileSync(entry('json'), 'utf8'));
      const parts = ['rules', 'own@1.0.mjs', JSON.stringify(Object.values(metadata)), code];
      const hash = createHash('sha256');
      for (const part of parts) hash.update(`${Buffer.byteLength(part)}\0`).update(part);
      writeFileSync(entry('json'), JSON.stringify({ ...metadata, seal: hash.digest('hex') }));
    },
  ],
  ['whose rules were changed', () => replaceIn('json', 'OWN-1', 'OWN-7')],
  ['whose seal is not a string', () => replaceIn('json', /"seal":"\w+"/, '"seal":1')],
  ['without its seal', () => replaceIn('json', /,"seal":"\w+"/, '')],
  ['without its metadata', () => rmSync(entry('json'))],
  ['without its code', () => rmSync(entry('mjs'))],
  ['whose metadata is not JSON', () => writeFileSync(entry('json'), '{')],
  ['whose metadata is null', () => writeFileSync(entry('json'), 'null')],
  [
    'whose code is a link to other code',
    () => {
      const other = join(folder, 'other.mjs');
      writeFileSync(other, withStatement(readFileSync(entry('mjs'), 'utf8')));
      const file = entry('mjs');
      rmSync(file);
      symlinkSync(other, file);
    },
  ],
  [
    'sealed with the key of another installation',
    () => writeFileSync(join(dataDir, 'installation.key'), '0'.repeat(64), { mode: 0o600 }),
  ],
])('an entry %s is recompiled and never run', async (_, change) => {
  await validateOnce();
  change();
  expect(await validateOnce()).toEqual([FOUND, false]);
  expect(await validateOnce()).toEqual([FOUND, true]);
});

function replaceIn(kind: 'mjs' | 'json', what: string | RegExp, by: string): void {
  const text = readFileSync(entry(kind), 'utf8');
  expect(text.replace(what, by)).not.toBe(text);
  writeFileSync(entry(kind), text.replace(what, by));
}

it('does not use an entry for another version of the same pack', async () => {
  await validateOnce();
  const code = readFileSync(entry('mjs'), 'utf8');
  const metadata = readFileSync(entry('json'), 'utf8');
  writeFileSync(join(pack, 'pack.json'), JSON.stringify({ id: 'own', version: '2.0', schema: 'own.sch' }));
  for (const [kind, text] of Object.entries({ mjs: code, json: metadata }))
    writeFileSync(join(cacheDir, `own@2.0.${engine.slice(0, 32)}.${kind}`), text);
  expect(await validateOnce()).toEqual([FOUND, false]);
});

it('stores nothing without a key', async () => {
  expect(await validateOnce(() => null)).toEqual([FOUND, false]);
  expect(existsSync(cacheDir)).toBe(false);
});

it.each([
  ['a statement after it', (code: string) => `${code}globalThis.codeRan=1;\n`],
  ['a statement before it', (code: string) => `globalThis.codeRan=1;\n${code}`],
  ['a comment that closes early', (code: string) => `// a\u2028globalThis.codeRan=1;//\n${code}`],
])('rejects code with %s', async (_, change) => {
  await validateOnce();
  const code = readFileSync(entry('mjs'), 'utf8');
  expect(change(code)).not.toBe(code);
  expect(() => runCode(change(code), 'own')).toThrow();
});

it('creates the key once, readable only by its owner, also under concurrent calls', async () => {
  const keys = Array.from({ length: 5 }, () => installationKey(dataDir)!.toString('hex'));
  expect(new Set(keys).size).toBe(1);
  const file = join(dataDir, 'installation.key');
  expect(readFileSync(file, 'utf8')).toBe(keys[0]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['installation.key']);
});

it.each<[string, (file: string) => void]>([
  ['every account can read', (file) => chmodSync(file, 0o644)],
  ['is too short', (file) => writeFileSync(file, 'abc')],
  ['is empty', (file) => writeFileSync(file, '')],
  [
    'is a link',
    (file) => {
      writeFileSync(join(folder, 'known'), '0'.repeat(64), { mode: 0o600 });
      rmSync(file);
      symlinkSync(join(folder, 'known'), file);
    },
  ],
])('a key that %s is replaced', (_, change) => {
  const file = join(dataDir, 'installation.key');
  const first = installationKey(dataDir)!;
  change(file);
  const second = installationKey(dataDir)!;
  expect(second.equals(first)).toBe(false);
  expect(second.toString('hex')).not.toBe('0'.repeat(64));
  expect(installationKey(dataDir)!.equals(second)).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
