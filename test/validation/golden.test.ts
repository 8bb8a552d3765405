import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeValidator, type Validator } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';

const folder = join(findRoot(), 'test/golden');
/** `UPDATE_GOLDEN=1 npx vitest run test/validation/golden.test.ts` rewrites the expected results; review the diff. */
const update = process.env.UPDATE_GOLDEN === '1';

let validator: Validator;

beforeAll(async () => {
  validator = makeValidator({
    packs: await loadRulePacks(findRoot()),
    structure: loadUblStructure(findRoot()),
    codeLists: loadCodeLists(findRoot()),
  });
});

describe('golden files: invoice.xml and its complete result', () => {
  it.each(readdirSync(folder))('%s', (name) => {
    const bytes = readFileSync(join(folder, name, 'invoice.xml'));
    const result = validator.validate(bytes, { filename: 'invoice.xml', today: '2027-01-05', clock: () => 0 });
    const file = join(folder, name, 'validation.json');
    const text = `${JSON.stringify(result, null, 2)}\n`;
    if (update) writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });
});
