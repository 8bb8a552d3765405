import type { Catalog, CatalogEntry } from '@e-invoice/validator/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { findExplanation } from '../../packages/validator/src/catalog/texts/explanations/index.ts';
import { makePackValidator } from '../support/pack-validator.ts';
import { COUNTRIES, soundDocument } from './country-samples.ts';
import { loadCatalog } from './installed.ts';
import { placeExample } from './place-example.ts';

let catalog: Catalog;
let validators: Readonly<Record<'official' | 'slovak', (xml: string) => string[]>>;
beforeAll(async () => {
  const [peppol, slovak] = await Promise.all([makePackValidator('peppol-bis-3/2026.5'), makePackValidator('sk/1.0.0')]);
  catalog = await loadCatalog();
  validators = { official: peppol.validate, slovak: slovak.validate };
});

const OURS = ['PEPPOL', 'NATIONAL', 'SK'];
const rulesOfOurs = (): readonly CatalogEntry[] =>
  catalog.entries.filter(
    ({ layer, rule_id }) => OURS.includes(layer) && (/^[A-Z]+/.exec(rule_id)![0] as string) in COUNTRIES,
  );
const validatorOf = (ruleId: string): ((xml: string) => string[]) =>
  validators[ruleId.startsWith('SK-') ? 'slovak' : 'official'];

describe('examples of Peppol, national and Slovak rules', () => {
  it('start from documents that pass the rule, except two that the right example corrects', () => {
    const broken = rulesOfOurs().filter(({ rule_id }) =>
      validatorOf(rule_id)(soundDocument(rule_id)).includes(rule_id),
    );
    expect(broken.map(({ rule_id }) => rule_id)).toEqual(['DE-R-030', 'SK-R-043']);
  });

  it('the wrong one breaks its rule, the right one does not', () => {
    const faults: string[] = [];
    for (const { rule_id } of rulesOfOurs()) {
      const example = findExplanation(rule_id)?.example;
      if (example === undefined) continue;
      const fires = (which: 'wrong' | 'right'): boolean =>
        validatorOf(rule_id)(placeExample(soundDocument(rule_id), example, which)).includes(rule_id);
      if (!fires('wrong')) faults.push(`${rule_id}: the wrong one does not fire`);
      if (fires('right')) faults.push(`${rule_id}: the right one fires`);
    }
    expect(faults).toEqual([]);
  });

  it('exist for every rule', () => {
    expect(rulesOfOurs().length).toBeGreaterThan(200);
    const without = rulesOfOurs().filter(({ example }) => example === null);
    expect(without.map(({ rule_id }) => rule_id)).toEqual([]);
  });
});
