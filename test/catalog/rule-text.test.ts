import { XML_FAULT_REASONS } from '@e-invoice/schematron/xml';
import { findRuleText } from '@e-invoice/validator/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { texts } from '../../packages/validator/src/catalog/texts/index.ts';
import { SBDH_RULES } from '../../packages/validator/src/validation/layers/sbdh/index.ts';
import { STRUCTURE_RULES, structureRulesOf } from '../../packages/validator/src/validation/layers/structure/index.ts';
import { loadAllPacks } from './installed.ts';

/** The built-in packs; packs of an operator have their own texts. */
const OURS = ['en16931-ubl', 'en16931-cii', 'peppol-bis-3', 'peppol-selfbilling-3', 'sk'];

let rulesByPack: Map<string, readonly string[]>;
let ruleIds: readonly string[];
let restricted: readonly string[];

beforeAll(async () => {
  const packs = (await loadAllPacks()).filter(({ info }) => OURS.includes(info.id));
  restricted = packs.flatMap(({ restrictionRows }) => restrictionRows.map(({ ruleId }) => ruleId));
  // A rule that one release asserts and another restricts has the texts of a restriction.
  const assertedBy = (id: string): string[] =>
    packs.filter(({ info }) => info.id === id).flatMap(({ pack }) => pack.rules.map((rule) => rule.id));
  rulesByPack = new Map(
    OURS.map((id) => [id, [...new Set(assertedBy(id))].filter((one) => !restricted.includes(one))]),
  );
  ruleIds = [...new Set([...rulesByPack.values()].flat())];
});

/** The business terms in a sentence. */
const termsIn = (sentence: string): string[] => sentence.match(/\bB[TG]-\d+/g) ?? [];

describe('rule texts', () => {
  it.each(OURS)('every rule of the pack %s has texts in Slovak and English', (id) => {
    const rules = rulesByPack.get(id) ?? [];
    expect(rules.length).toBeGreaterThan(40);
    expect(rules.filter((ruleId) => findRuleText(ruleId) === undefined)).toEqual([]);
  });

  it('every text belongs to a rule that can be reported', () => {
    const found = [
      ...Object.values(XML_FAULT_REASONS),
      ...SBDH_RULES,
      ...STRUCTURE_RULES,
      ...structureRulesOf('CII'),
      'CII-UNSUPPORTED',
      'RULESET-NOT-INSTALLED',
    ];
    const known = new Set<string>([...ruleIds, ...restricted, ...found]);
    expect([...texts.keys()].filter((id) => !known.has(id))).toEqual([]);
  });

  it('every sentence has a capital letter and a full stop, no placeholder and no double space', () => {
    const sentences = ruleIds.flatMap((id) => {
      const { message, fix } = findRuleText(id)!;
      return [message.sk, message.en, fix.sk, fix.en].map((sentence) => `${id}: ${sentence}`);
    });
    expect(sentences.filter((sentence) => !/: \p{Lu}[^{}$]*[.)]$/u.test(sentence) || /\s\s/.test(sentence))).toEqual(
      [],
    );
  });

  it('Slovak and English texts differ', () => {
    expect(ruleIds.filter((id) => findRuleText(id)!.message.sk === findRuleText(id)!.message.en)).toEqual([]);
    expect(ruleIds.filter((id) => findRuleText(id)!.fix.sk === findRuleText(id)!.fix.en)).toEqual([]);
  });

  it('Slovak texts use Slovak quotes, English texts English ones', () => {
    const wrong = ruleIds.filter((id) => {
      const { message, fix } = findRuleText(id)!;
      const slovak = message.sk + fix.sk;
      return slovak.includes('"') || /„[^“]*(„|$)/.test(slovak) || /[„“]/.test(message.en + fix.en);
    });
    expect(wrong).toEqual([]);
  });

  it('the business terms are well formed, include those in the message, and are the same in both languages', () => {
    const wrong = ruleIds.filter((id) => {
      const { message, business_terms: terms } = findRuleText(id)!;
      const named = termsIn(message.sk);
      return (
        terms.some((term) => !/^B[TG]-\d+$/.test(term)) ||
        new Set(terms).size !== terms.length ||
        named.some((term) => !terms.includes(term)) ||
        [...named].sort().join() !== termsIn(message.en).sort().join()
      );
    });
    expect(wrong).toEqual([]);
  });

  it('the Slovak fix of every Slovak rule names its source', () => {
    const source = /§|norm[ay] |Peppol|finančnej správy|VATEX|smernice|zákon|ISO|banka|PSČ/;
    const slovak = ruleIds.filter((id) => id.startsWith('SK-R-'));
    expect(slovak.length).toBeGreaterThan(40);
    expect(slovak.filter((id) => !source.test(findRuleText(id)!.fix.sk))).toEqual([]);
  });
});
