import { parseXml } from '@e-invoice/schematron/xml';
import type { Catalog } from '@e-invoice/validator/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { findExplanation } from '../../packages/validator/src/catalog/texts/explanations/index.ts';
import { longIt } from '../support/cases.ts';
import { makeCiiValidator, makeEn16931Validator } from '../support/en16931-validator.ts';
import { makeFileValidator } from '../validation/root-causes/file-validator.ts';
import { loadCatalog } from './installed.ts';
import { placeExample } from './place-example.ts';
import { STANDARD, sampleCiiInvoice, sampleInvoice, type Taxed, wrap } from './sample-invoice.ts';

/** The VAT treatment that the sample needs for the rules of a VAT category. */
const TAXED: Readonly<Record<string, Taxed>> = {
  Z: { code: 'Z', rate: '0', tax: '0.00', reason: null },
  E: { code: 'E', rate: '0', tax: '0.00', reason: 'VATEX-EU-132' },
  AE: { code: 'AE', rate: '0', tax: '0.00', reason: 'VATEX-EU-AE' },
  IC: { code: 'K', rate: '0', tax: '0.00', reason: 'VATEX-EU-IC' },
  G: { code: 'G', rate: '0', tax: '0.00', reason: 'VATEX-EU-G' },
  O: { code: 'O', rate: null, tax: '0.00', reason: 'VATEX-EU-O' },
  AF: { code: 'L', rate: '7', tax: '7.00', reason: null },
  AG: { code: 'M', rate: '7', tax: '7.00', reason: null },
};
const baseFor = (ruleId: string): string => sampleInvoice(TAXED[/^BR-([A-Z]+)-\d/.exec(ruleId)?.[1] ?? ''] ?? STANDARD);

/** The ruleset that validates the examples of a layer. */
const RULESETS: ReadonlyMap<string, string> = new Map([
  ['UBL', 'en16931'],
  ['EN16931', 'en16931'],
  ['PEPPOL', 'peppol-bis-3'],
  ['SK', 'peppol-bis-3+sk'],
]);

let catalog: Catalog;
let validate: (xml: string) => string[];
let earlier: (xml: string) => string[];
beforeAll(async () => {
  catalog = await loadCatalog();
  validate = await makeEn16931Validator();
  earlier = await makeEn16931Validator('1.3.14');
});

const inLayer = (name: string) => catalog.entries.filter(({ layer }) => layer === name);

describe('examples', () => {
  it('are well-formed XML with the usual prefixes', () => {
    // Examples of the layer XML are not well-formed; structure-examples.test.ts checks them.
    const shown = catalog.entries.filter(({ layer }) => layer !== 'XML');
    const broken = shown.flatMap(({ rule_id, example }) =>
      [example?.wrong ?? '', example?.right ?? '']
        .filter((text) => !parseXml(new TextEncoder().encode(wrap(text))).ok)
        .map(() => rule_id),
    );
    expect(broken).toEqual([]);
  });

  it('start from invoices that break no rule', () => {
    for (const taxed of [STANDARD, ...Object.values(TAXED)])
      expect(validate(sampleInvoice(taxed)), taxed.code).toEqual([]);
  });

  /** Software cannot decide whether a reason matches its code, so these rules never fire. */
  const UNTESTABLE = ['BR-CO-05', 'BR-CO-06', 'BR-CO-07', 'BR-CO-08'];
  /** These never fire as published; UBL-DT-01 limits the same amounts. */
  const SILENT: Readonly<Record<string, string>> = { 'BR-DEC-13': 'UBL-DT-01', 'BR-DEC-15': 'UBL-DT-01' };

  it('of EN 16931: the wrong one breaks its rule, the right one does not', () => {
    const faults: string[] = [];
    for (const { rule_id, source } of inLayer('EN16931').filter(({ rule_id: id }) => !id.startsWith('CII-'))) {
      const example = findExplanation(rule_id)?.example;
      if (example === undefined || UNTESTABLE.includes(rule_id)) continue;
      const base = baseFor(rule_id);
      const fires = SILENT[rule_id] ?? rule_id;
      const validateIt = source.packs.includes('en16931-ubl@1.3.16') ? validate : earlier;
      if (!validateIt(placeExample(base, example, 'wrong')).includes(fires))
        faults.push(`${rule_id}: the wrong one does not fire`);
      if (validateIt(placeExample(base, example, 'right')).includes(fires))
        faults.push(`${rule_id}: the right one fires`);
    }
    expect(faults).toEqual([]);
  });

  it('of CII: the wrong one breaks its rule, the right one does not', async () => {
    const validateCii = await makeCiiValidator();
    const base = sampleCiiInvoice();
    expect(validateCii(base)).toEqual([]);
    const faults: string[] = [];
    let count = 0;
    for (const { rule_id } of inLayer('EN16931').filter(({ rule_id: id }) => id.startsWith('CII-'))) {
      const example = findExplanation(rule_id)?.example;
      if (example === undefined) continue;
      count += 1;
      const [wrong, right] = (['wrong', 'right'] as const).map((which) =>
        validateCii(placeExample(base, example, which)),
      );
      if (!wrong!.includes(rule_id)) faults.push(`${rule_id}: the wrong one does not fire`);
      if (right!.includes(rule_id)) faults.push(`${rule_id}: the right one fires`);
    }
    expect(faults).toEqual([]);
    expect(count).toBe(28);
  });

  longIt(
    'of our layers and of Peppol: the fix of the cause is an instruction, not only "correct the data"',
    async () => {
      const whole = await makeFileValidator();
      const faults: string[] = [];
      let count = 0;
      for (const { rule_id, layer } of catalog.entries) {
        const example = findExplanation(rule_id)?.example;
        const ruleset = RULESETS.get(layer);
        if (example === undefined || ruleset === undefined || /^UBL-(CR|DT)-/.test(rule_id)) continue;
        const { root_causes } = whole(placeExample(baseFor(rule_id), example, 'wrong'), { ruleset });
        const cause = root_causes.find(({ rule_ids }) => rule_ids.includes(rule_id));
        if (cause === undefined) continue;
        count += 1;
        if (cause.fix.program.sk.startsWith('Opravte uvedený údaj')) faults.push(rule_id);
      }
      expect(faults).toEqual([]);
      expect(count).toBeGreaterThan(300);
    },
  );

  it('exist for every rule of EN 16931', () => {
    const without = catalog.entries.filter(({ layer, example }) => layer === 'EN16931' && example === null);
    // The published table has restrictions that no document can break.
    expect(without.map(({ rule_id }) => rule_id)).toEqual(['CII-DT-010', 'CII-DT-011', 'CII-DT-012']);
  });
});
