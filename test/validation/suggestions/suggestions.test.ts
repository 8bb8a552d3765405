import { describe, expect, it } from 'vitest';
import {
  codeRules,
  correctIdentifier,
  readCodeList,
  suggestCodes,
} from '../../../packages/validator/src/validation/suggestions/index.ts';
import { loadCodeLists } from '../../../src/app.ts';
import { findRoot } from '../../../src/runtime/index.ts';

const lists = loadCodeLists(findRoot());

describe('the nearest codes', () => {
  it.each([
    ['iso-4217', 'eur', 'EUR', 'EUR'],
    ['iso-4217', '€', 'EUR', 'EUR'],
    ['iso-4217', 'ERU', null, 'EUR'],
    ['unece-rec20-rec21', 'ks', 'H87', 'H87'],
    ['unece-rec20-rec21', 'hod.', 'HUR', 'HUR'],
    ['unece-rec20-rec21', 'kwh', 'KWH', 'KWH'],
    ['iso-3166-1', 'sk', 'SK', 'SK'],
    ['iso-3166-1', 'Slovensko', 'SK', 'SK'],
    ['eas', '2045', null, '0245'],
    ['vatex', 'vatex-eu-ae', 'VATEX-EU-AE', 'VATEX-EU-AE'],
  ])('%s: %s', (list, value, meant, first) => {
    const suggestion = suggestCodes(list, lists.get(list)!, value);
    expect(suggestion.meant).toBe(meant);
    expect(suggestion.nearest).toContain(first);
    expect(suggestion.nearest.length).toBeLessThanOrEqual(5);
    for (const code of suggestion.nearest) expect(lists.get(list)).toContain(code);
  });

  it('are none for what resembles nothing, and for nothing', () => {
    for (const value of ['', 'x'.repeat(1000), 'úplne iné slovo']) {
      expect(suggestCodes('iso-4217', lists.get('iso-4217')!, value)).toEqual({ meant: null, nearest: [] });
    }
  });

  it('come from lists that exist: every rule names one', () => {
    for (const [ruleId, { list }] of codeRules) expect(lists.get(list)?.length, ruleId).toBeGreaterThan(2);
  });

  it('a file without a list is refused', () => {
    expect(() => readCodeList('<schema/>')).toThrow(/no code list/);
  });
});

describe('the right check digit', () => {
  it.each([
    ['PEPPOL-COMMON-R040', '8584000000015', '8584000000014'],
    ['PEPPOL-COMMON-R040', '7300010000002', '7300010000001'],
    ['PEPPOL-COMMON-R041', '974760674', '974760673'],
    ['PEPPOL-COMMON-R043', '0202239950', '0202239951'],
    ['PEPPOL-COMMON-R049', '5560360794', '5560360793'],
    ['PEPPOL-COMMON-R050', '52824753556', '51824753556'],
    ['SK-R-002', '2020317069', '2020317068'],
    ['SK-R-003', 'SK2020317068', '2020317068'],
    ['SK-R-004', 'sk 2020317068', 'SK2020317068'],
    ['SK-R-005', 'SK2020273894', 'SK2020273893'],
    ['SK-R-006', '156621', '00156621'],
    ['SK-R-007', '31333533', '31333532'],
    ['SK-R-010', 'SK32 1200 0000 1987 4263 7541', 'SK3112000000198742637541'],
    ['DE-R-019', 'DE88370400440532013000', 'DE89370400440532013000'],
  ])('%s: %s becomes %s', (ruleId, text, right) => {
    expect(correctIdentifier(ruleId, text)).toBe(right);
  });

  it('is not made up: for other shapes, other rules, and what is right already', () => {
    expect(correctIdentifier('SK-R-010', 'SK31')).toBeNull();
    expect(correctIdentifier('SK-R-002', '9999999999')).toBeNull();
    expect(correctIdentifier('BR-CO-10', '2020317069')).toBeNull();
    expect(correctIdentifier('SK-R-002', '2020317068')).toBeNull();
    expect(correctIdentifier('PEPPOL-COMMON-R041', 'abc')).toBeNull();
  });
});
