import { makeValidator } from '@e-invoice/validator/validation';
import { expect, it } from 'vitest';
import { checkRuleset } from '../../src/http/use-cases/check-ruleset.ts';
import { loadRulePacks, loadUblStructure } from '../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../src/platform/index.ts';

it('caches accepted requests per day and state of the rules, and rejects invalid ones every time', async () => {
  const root = findRoot();
  const realValidator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
  let asked = 0;
  const validator = {
    packs: realValidator.packs,
    validate: (...given: Parameters<typeof realValidator.validate>) => {
      asked += 1;
      return realValidator.validate(...given);
    },
  };
  let day = Date.UTC(2026, 10, 26);
  const check = (options = {}): void => checkRuleset({ validator, now: () => day }, options);
  check();
  check();
  expect(asked).toBe(1);
  check({ ruleset: 'peppol-bis-3' });
  check({ ruleset: 'peppol-bis-3' });
  expect(asked).toBe(2);
  for (const ruleset of ['nonsense', 'nonsense']) expect(() => check({ ruleset })).toThrow(/nonsense/);
  expect(() => check({ as_of: '2001-01-01' })).toThrow();
  expect(asked).toBe(5);
  day += 86_400_000;
  check();
  expect(asked).toBe(6);
  validator.packs = [...realValidator.packs];
  check();
  expect(asked).toBe(7);
});
