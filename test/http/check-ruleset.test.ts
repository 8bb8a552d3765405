import { makeValidator } from '@e-invoice/validator/validation';
import { expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/modules/rules/loader/index.ts';
import { checkRuleset } from '../../src/modules/validation/check-ruleset.ts';
import { findRoot } from '../../src/platform/index.ts';

it('caches accepted requests per day and state of the rules, and rejects invalid ones every time', async () => {
  const root = findRoot();
  const realValidator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
  let count = 0;
  const validator = {
    packs: realValidator.packs,
    validate: (...args: Parameters<typeof realValidator.validate>) => {
      count += 1;
      return realValidator.validate(...args);
    },
  };
  let day = Date.UTC(2026, 10, 26);
  const check = (options = {}): void => checkRuleset({ validator, now: () => day }, options);
  check();
  check();
  expect(count).toBe(1);
  check({ ruleset: 'peppol-bis-3' });
  check({ ruleset: 'peppol-bis-3' });
  expect(count).toBe(2);
  for (const ruleset of ['nonsense', 'nonsense']) expect(() => check({ ruleset })).toThrow(/nonsense/);
  expect(() => check({ as_of: '2001-01-01' })).toThrow();
  expect(count).toBe(5);
  day += 86_400_000;
  check();
  expect(count).toBe(6);
  validator.packs = [...realValidator.packs];
  check();
  expect(count).toBe(7);
});
