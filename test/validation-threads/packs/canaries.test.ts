import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkCanaries, whenReady } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LoadedPacks, listCiiPacks, loadPacks } from '../../../src/modules/rules/loader/index.ts';
import { readCanaries } from '../../../src/modules/rules/loader/load-folder.ts';
import { findRoot } from '../../../src/platform/index.ts';

const root = findRoot();
const TODAY = '2026-11-21';

let packs: LoadedPacks;
const cii = listCiiPacks(root, TODAY);
beforeAll(async () => {
  packs = await loadPacks({ root, dataDir: null }, TODAY);
  await Promise.all(cii.map(({ pack }) => whenReady(() => pack.pack.module)));
});

describe('built-in packs', () => {
  it('all pass their canaries', () => {
    expect(packs.refused).toEqual([]);
    const folders = readdirSync(join(root, 'schematron'), { withFileTypes: true }).filter((each) => each.isDirectory());
    const ids = folders
      .map(({ name }) => name)
      .filter((id) =>
        readdirSync(join(root, 'schematron', id)).some((version) =>
          existsSync(join(root, 'schematron', id, version, 'pack.json')),
        ),
      );
    expect(ids).toContain('en16931-ubl');
    expect([...new Set([...cii, ...packs.loaded].map(({ pack }) => pack.info.id))]).toEqual(ids);
  });

  it('for Cross Industry Invoices are not among the packs for UBL', () => {
    expect(cii.map(({ pack }) => pack.info.id)).toEqual(['en16931-cii']);
    expect(packs.loaded.map(({ pack }) => pack.info.id)).not.toContain('en16931-cii');
  });

  it('fail with swapped canaries, or with canaries that are not documents', () => {
    for (const { pack, folder } of [...packs.loaded, ...cii]) {
      const { good, bad } = readCanaries(folder, pack.pack.manifest.canaries);
      expect(checkCanaries(pack, { good, bad }, TODAY)).toEqual([]);
      expect(checkCanaries(pack, { good, bad: good }, TODAY)).toEqual(['Nothing was found in the bad document']);
      expect(checkCanaries(pack, { good: bad, bad: good }, TODAY)).not.toEqual([]);
      expect(checkCanaries(pack, { good: new Uint8Array(), bad }, TODAY)[0]).toMatch(/not well-formed/);
    }
  });
});
