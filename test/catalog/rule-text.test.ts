import { beforeAll, describe, expect, it } from 'vitest';
import { loadRulePacks } from '../../src/app.ts';
import { findRuleText } from '../../src/catalog/index.ts';
import { findRoot } from '../../src/runtime/index.ts';

const TEXTED = ['en16931-ubl'];

let ruleIds: string[];

beforeAll(async () => {
  const packs = (await loadRulePacks(findRoot())).filter(({ info }) => TEXTED.includes(info.id));
  ruleIds = packs.flatMap(({ pack }) => [...new Set(pack.rules.map(({ id }) => id))]);
});

describe('rule texts', () => {
  it('every rule of the packs has its sentences in Slovak and English', () => {
    expect(ruleIds.length).toBeGreaterThan(200);
    expect(ruleIds.filter((id) => findRuleText(id) === undefined)).toEqual([]);
  });

  it('every sentence is one: capital letter, full stop, no placeholder left, no double space', () => {
    const sentences = ruleIds.flatMap((id) => {
      const { message, fix } = findRuleText(id)!;
      return [message.sk, message.en, fix.sk, fix.en].map((sentence) => `${id}: ${sentence}`);
    });
    expect(sentences.filter((sentence) => !/: \p{Lu}[^{}$]*[.)]$/u.test(sentence) || /\s\s/.test(sentence))).toEqual(
      [],
    );
  });

  it('Slovak and English are not the same text', () => {
    expect(ruleIds.filter((id) => findRuleText(id)!.message.sk === findRuleText(id)!.message.en)).toEqual([]);
  });
});
