import { XML_FAULT_REASONS } from '@e-invoice/schematron/xml';
import { findRuleText, getRuleText } from '@e-invoice/validator/catalog';
import { describe, expect, it } from 'vitest';
import { SBDH_RULES } from '../../packages/validator/src/validation/layers/sbdh/index.ts';
import { STRUCTURE_RULES, structureRulesOf } from '../../packages/validator/src/validation/layers/structure/index.ts';

const ids = [
  ...new Set(Object.values(XML_FAULT_REASONS)),
  ...SBDH_RULES,
  ...STRUCTURE_RULES,
  ...structureRulesOf('CII'),
  'CII-UNSUPPORTED',
  'RULESET-NOT-INSTALLED',
] as const;

describe('texts of the checks before the rules', () => {
  it.each(ids)('%s has complete sentences in both languages', (id) => {
    const { message, fix } = getRuleText(id);
    for (const sentence of [message.sk, message.en, fix.sk, fix.en]) {
      expect(sentence).toMatch(/^\p{Lu}[^{}]*[.]$/u);
      expect(sentence).not.toMatch(/\s\s/);
    }
    expect(message.sk).not.toBe(message.en);
  });

  it('do not exist for an unknown rule', () => {
    expect(findRuleText('XX-1')).toBeUndefined();
  });
});
