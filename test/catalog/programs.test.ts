import type { CatalogEntry } from '@e-invoice/validator/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { RULES_WITH_PROGRAM } from '../../packages/validator/src/catalog/texts/programs/index.ts';
import { loadCatalog } from './installed.ts';

/** Technical terms for developers. */
const TECHNICAL =
  /\b(?:cbc|cac|ext|rsm|ram|udt|qdt):|@\w|\b(?:schemeID|currencyID|unitCode|listID|mimeCode|xmlns|prvok|prvk\p{L}*|atribút\p{L}*|elements?|attributes?)\b/iu;

let entries: readonly CatalogEntry[];
beforeAll(async () => {
  ({ entries } = await loadCatalog());
});

describe('fix of a rule for users of accounting software', () => {
  it.each(['sk', 'en'] as const)('names no element of the file (%s)', (language) => {
    const technical = entries.filter(({ fix }) => TECHNICAL.test(fix.program[language]));
    expect(technical.map(({ rule_id, fix }) => `${rule_id}: ${fix.program[language]}`)).toEqual([]);
  });

  it('is a sentence in both languages; the fix for developers is that of the rule', () => {
    for (const { rule_id, fix } of entries) {
      expect(fix.xml, rule_id).toEqual({ sk: fix.sk, en: fix.en });
      for (const text of [fix.program.sk, fix.program.en]) expect(text, rule_id).toMatch(/^[\p{Lu}0-9„“].*[.!]$/su);
    }
  });

  it('exists only for known rules', () => {
    const known = new Set(entries.map(({ rule_id }) => rule_id));
    expect([...RULES_WITH_PROGRAM].filter((ruleId) => !known.has(ruleId))).toEqual([]);
  });
});
