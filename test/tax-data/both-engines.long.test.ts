import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Validator } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeTaxData } from '../../src/modules/exchange/tax-data/index.ts';
import { openValidator } from '../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeCrossCheckedValidator } from '../support/cross-checked-validator.ts';
import type { PackValidator } from '../support/pack-validator.ts';

// Tax reports of valid documents satisfy the rules of the report (SK TDD 1.0.0) in both validators.

const root = findRoot();
const AT = Date.UTC(2026, 10, 22, 12);
const today = '2026-11-22';

/** XML files below a folder; empty when the folder does not exist. */
function* filesIn(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.name.endsWith('.xml')) yield path;
  }
}

let pack: PackValidator;
let validator: Validator;
beforeAll(async () => {
  pack = await makeCrossCheckedValidator('network/sk-tax-data/1.0.0');
  ({ validator } = await openValidator({ root, dataDir: null, maxXmlBytes: 10_000_000, today }));
});

const isValid = (content: Buffer): boolean =>
  validator.validate(content, { filename: null, today, clock: () => 0 }).valid;
const brokenBy = (content: Buffer, role: 'C2' | 'C3'): string[] | null => {
  const made = makeTaxData(content, { role, at: AT });
  return made === null ? null : pack.validate(made.xml);
};

const isSlovak = (content: Buffer): boolean =>
  /AccountingSupplierParty>[\s\S]*?IdentificationCode[^>]*>\s*SK\s*</.test(content.toString('utf8'));

describe('tax reports of valid documents', () => {
  const slovakToSlovak = readFileSync(join(root, 'schematron/canaries/sk.good.xml'), 'utf8');
  const built = ['SK', 'CZ', 'AT', 'HU', 'PL', 'CH', 'GB', 'US'].map((buyer) =>
    Buffer.from(slovakToSlovak.replace(/(AccountingCustomerParty>[\s\S]*?IdentificationCode>)SK/, `$1${buyer}`)),
  );
  const read = ['schematron/canaries', 'test', '../shared/conformance/corpus'].flatMap((folder) =>
    [...filesIn(join(root, folder))].map((path) => readFileSync(path)),
  );

  it('of Slovak sellers violate no rule', () => {
    const slovak = [...built, ...read].filter((content) => isSlovak(content) && isValid(content));
    expect(slovak.length).toBeGreaterThan(built.length);
    for (const content of slovak) {
      for (const role of ['C2', 'C3'] as const) expect(brokenBy(content, role)).toEqual([]);
    }
  });

  it('of other sellers violate only rules about values that they lack', () => {
    const lacking = new Set(['SK-TDD-02', 'SK-TDD-09', 'SK-TDD-20', 'SK-TDD-21', 'SK-TDD-22', 'SK-TDD-24']);
    const broken = new Map<string, number>();
    for (const content of read) {
      if (!isValid(content)) continue;
      for (const rule of brokenBy(content, 'C2') ?? []) broken.set(rule, (broken.get(rule) ?? 0) + 1);
    }
    expect([...broken.keys()].filter((rule) => !lacking.has(rule))).toEqual([]);
  });
});
