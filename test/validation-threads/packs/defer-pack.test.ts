import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NamePool } from '@e-invoice/schematron/xml';
import { makeValidator, PackNotReady, type RulePack, whenReady } from '@e-invoice/validator/validation';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { PackRefused } from '../../../src/modules/rules/loader/index.ts';
import { deferFolder, loadFolder } from '../../../src/modules/rules/loader/load-folder.ts';
import { schema } from '../../engine/support/schema-source.ts';

/** An earlier release is prepared on first use. */
const root = mkdtempSync(join(tmpdir(), 'deferred-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const TODAY = '2026-11-21';
const INVOICE = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const good = `<Invoice xmlns="${INVOICE}"/>`;
const bad = `<Invoice xmlns="${INVOICE}" n="1"/>`;
let count = 0;
let folder = '';
let options = { cacheDir: '', engine: 'e'.repeat(64), names: new NamePool() };

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

beforeEach(() => {
  count += 1;
  folder = join(root, String(count));
  mkdirSync(folder);
  options = { ...options, cacheDir: join(root, `cache-${count}`), names: new NamePool() };
  mkdirSync(options.cacheDir);
  const manifest = {
    ...{ id: 'own', version: '1', differs_from: '2', schema: 'own.sch', layer: 'PEPPOL', title: { sk: 'S', en: 'E' } },
    ...{ conforms_to: 'Release 1', published: null, mandatory_from: '2026-01-01', restrictions: 'rows.tsv' },
    ...{ canaries: { good: 'good.xml', bad: 'bad.xml' } },
  };
  write('pack.json', JSON.stringify(manifest));
  write(
    'own.sch',
    schema('<pattern id="p"><rule context="*"><assert id="OWN-1" test="not(@n)">n</assert></rule></pattern>'),
  );
  write('rows.tsv', 'rule_id\tlevel\toccurs\twithin\tpath\nOWN-2\tfatal\t0\t/\tcbc:Note\n');
  write('good.xml', good);
  write('bad.xml', bad);
});

const validate = (pack: RulePack, xml: string): string[] =>
  makeValidator({ packs: [pack], structure: { names: pack.pack.names, documents: new Map() } as never })
    .validate(new TextEncoder().encode(xml), {
      ...{ filename: null, ruleset: 'own', layers: ['PEPPOL'], today: TODAY, clock: () => 0 },
    })
    .issues.map(({ rule_id }) => rule_id);

it('returns its metadata without being compiled', async () => {
  const pack = deferFolder(folder, options, TODAY);
  expect(pack.info).toMatchObject({ id: 'own', version: '1' });
  expect(pack.ruleIds).toEqual(['OWN-1', 'OWN-2']);
  const { digest } = pack;
  expect(readdirSync(options.cacheDir)).toEqual([]);
  expect(digest).toBe((await loadFolder(folder, { ...options, names: new NamePool() }, TODAY)).digest);
});

it('is compiled once for concurrent requests, and then validates like any other pack', async () => {
  const pack = deferFolder(folder, options, TODAY);
  expect(() => validate(pack, bad)).toThrow(PackNotReady);
  const both = await Promise.all([whenReady(() => validate(pack, bad)), whenReady(() => validate(pack, good))]);
  expect(both).toEqual([['OWN-1'], []]);
  expect(validate(pack, bad)).toEqual(['OWN-1']);
  expect(readdirSync(options.cacheDir)).toHaveLength(2);
});

it('is rejected on every use when it fails its canaries', async () => {
  write('bad.xml', good);
  const pack = deferFolder(folder, options, TODAY);
  for (let time = 0; time < 2; time += 1) {
    await expect(whenReady(() => validate(pack, good))).rejects.toThrow(PackRefused);
    expect(() => validate(pack, good)).toThrow(PackNotReady);
  }
});

it('is prepared in parallel with the other packs of its rule set', async () => {
  const started = new Set<string>();
  let both = (): void => undefined;
  const bothStarted = new Promise<void>((resolve) => {
    both = resolve;
  });
  const waited = ['a', 'b'].map(
    (name) =>
      new PackNotReady(name, () => {
        started.add(name);
        if (started.size === 2) both();
        return bothStarted;
      }),
  );
  let isReady = false;
  const done = whenReady(() => {
    if (!isReady) throw PackNotReady.ofAll(waited);
    return [...started];
  });
  void bothStarted.then(() => {
    isReady = true;
  });
  expect(await done).toEqual(['a', 'b']);
  expect(PackNotReady.ofAll(waited).message).toContain('a, b');
});
