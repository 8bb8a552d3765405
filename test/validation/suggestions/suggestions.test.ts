import { UNIT_WORDS } from '@e-invoice/validator/invoice';
import { describe, expect, it } from 'vitest';
import { intendedCodes } from '../../../packages/validator/src/validation/suggestions/code-rules.data.ts';
import {
  codeRules,
  isSameUnit,
  normalizeIdentifier,
  packCodes,
  readCodeList,
  suggestCodes,
  unpackCodes,
} from '../../../packages/validator/src/validation/suggestions/index.ts';
import { loadCodeLists } from '../../../src/app.ts';
import { TIME_UNITS, toUnitCode } from '../../../src/modules/drafts/units.data.ts';
import { findRoot } from '../../../src/platform/index.ts';

const UNITS = 'unece-rec20-rec21';
const lists = loadCodeLists(findRoot());

describe('code suggestions', () => {
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
    expect(suggestion.intended).toBe(meant);
    expect(suggestion.nearest).toContain(first);
    expect(suggestion.nearest.length).toBeLessThanOrEqual(5);
    for (const code of suggestion.nearest) expect(lists.get(list)).toContain(code);
  });

  it.each([
    ['ha', 'H18', 'H18'],
    ['Stk.', 'H87', 'H87'],
    ['t', 'TNE', 'TNE'],
    ['paleta', 'XPX', 'XPX'],
    ['pal', 'XPX', 'XPX'],
    ['krabica', 'XBX', 'XBX'],
    ['kgm', 'KGM', 'KGM'],
    ['hr', 'HUR', 'HUR'],
    ['DZ', 'DZN', 'DZN'],
    ['PA', null, 'XPA'],
    ['UN', null, 'XUN'],
    ['BX', null, 'XBX'],
    ['KMG', null, 'KGM'],
    ['H78', null, 'H87'],
    ['HUE', null, 'HUR'],
  ])('for the unit %s use its meaning, its X prefix and transposed letters', (value, meant, first) => {
    const suggestion = suggestCodes(UNITS, lists.get(UNITS)!, value);
    expect([suggestion.intended, suggestion.nearest[0]]).toEqual([meant, first]);
  });

  it('are empty for a unit of one or two unknown letters', () => {
    for (const value of ['Q§', '?', 'HÁ']) {
      expect(suggestCodes(UNITS, lists.get(UNITS)!, value)).toEqual({ intended: null, nearest: [] });
    }
  });

  it('for a rare unit in another case are uncertain, because it may be a word', () => {
    expect(suggestCodes(UNITS, lists.get(UNITS)!, 'nar')).toEqual({
      intended: null,
      nearest: expect.arrayContaining(['NAR']),
    });
    expect(isSameUnit('ha', 'HA')).toBe(false);
    expect(isSameUnit('pal', 'PAL')).toBe(false);
    expect(isSameUnit('kgm', 'KGM')).toBe(true);
  });

  it('for known words are in their lists, including the units of drafts', () => {
    for (const [list, words] of intendedCodes) {
      expect(
        [...words.values()].filter((code) => !lists.get(list)!.includes(code)),
        list,
      ).toEqual([]);
    }
    for (const [word, code] of UNIT_WORDS) expect(toUnitCode(`${word.toUpperCase()}.`), word).toBe(code);
    for (const code of TIME_UNITS) expect(lists.get(UNITS)).toContain(code);
  });

  it('are empty for unknown and empty values', () => {
    for (const value of ['', 'x'.repeat(1000), 'úplne iné slovo']) {
      expect(suggestCodes('iso-4217', lists.get('iso-4217')!, value)).toEqual({ intended: null, nearest: [] });
    }
  });

  it('use an existing list for every rule', () => {
    for (const [ruleId, { list }] of codeRules) expect(lists.get(list)?.length, ruleId).toBeGreaterThan(2);
  });

  it('survive packing of the lists', () => {
    expect(packCodes(['AAA', 'AAB', 'AC', 'AC'])).toBe('0AAA 2B 1C 2');
    for (const [name, codes] of lists) expect(unpackCodes(packCodes(codes)), name).toEqual(codes);
    const long = ['X-0123456789', 'X-0123456780'];
    expect(unpackCodes(packCodes(long))).toEqual(long);
    expect(() => packCodes(['A B'])).toThrow(/contains a space/);
  });

  it('readCodeList rejects a file without a list', () => {
    expect(() => readCodeList('<schema/>')).toThrow(/no code list/);
  });
});

describe('identifier suggestions', () => {
  it.each([
    ['SK-R-003', 'SK2020317068', '2020317068'],
    ['SK-R-004', 'sk 2020317068', 'SK2020317068'],
    ['SK-R-006', '156621', '00156621'],
    ['SK-R-010', 'SK31 1200 0000 1987 4263 7541', 'SK3112000000198742637541'],
    ['DE-R-019', 'de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ])('%s: %s is corrected to %s', (ruleId, text, right) => {
    expect(normalizeIdentifier(ruleId, text)).toBe(right);
  });

  it.each([
    ['PEPPOL-COMMON-R040', '8584000000015'],
    ['PEPPOL-COMMON-R041', '974760674'],
    ['SK-R-002', '2020317069'],
    ['SK-R-005', 'SK2020273894'],
    ['SK-R-007', '31333533'],
    ['SK-R-010', 'SK32 1200 0000 1987 4263 7541'],
    ['DE-R-019', 'DE88370400440532013000'],
    ['SK-R-010', 'SK31'],
    ['SK-R-002', '2020317068'],
    ['BR-CO-10', '2020317069'],
  ])('%s: %s is not changed to a number with other digits', (ruleId, text) => {
    expect(normalizeIdentifier(ruleId, text)).toBeNull();
  });
});
