import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVatNumber } from '../../src/modules/vat/index.ts';
import { STRUCTURES } from '../../src/modules/vat/structures.data.ts';
import { casesOf } from '../support/cases.ts';

const read = (text: string) => {
  const result = readVatNumber(text);
  return result.ok ? result.number : result.code;
};

describe('structure and check digits of all member states and XI', () => {
  it.each([...STRUCTURES.values()].map(({ example }) => example))('%s', (example) => {
    expect(read(example)).toMatchObject({ vat: example, checksumValid: true });
  });

  it.each([
    'BE1000000021',
    'BG8032056031',
    'CZ640903926',
    'CZ7103192745',
    'ES54362315K',
    'ESX2482300W',
    'FR23334175221',
    'FRK7399859412',
    'IE6433435OA',
    'IE8D79739I',
    'LT100001919017',
    'LV16117519997',
    'NL123456789B13',
    'SK2022988022',
    'XIGD001',
    'XIHA500',
    'XI980780684001',
  ])('%s: a further form that its state uses', (vat) => {
    expect(read(vat)).toMatchObject({ vat, checksumValid: true });
  });

  it.each([...STRUCTURES].filter(([country]) => country !== 'XI'))(
    '%s: a wrong digit gives a hint, not a rejection',
    (_, { example }) => {
      const digits = [...example.matchAll(/\d/g)].map(({ index }) => index).filter((index) => index > 2);
      const changed = digits.map(
        (index) => example.slice(0, index) + ((Number(example[index]) + 1) % 10) + example.slice(index + 1),
      );
      const numbers = changed.map(read).filter((number) => typeof number === 'object');
      expect(numbers.some(({ checksumValid }) => !checksumValid)).toBe(true);
    },
  );
});

it('IE: accepts a second letter W, which counts as zero in the check letter', () => {
  expect(read('IE6433435FW')).toMatchObject({ vat: 'IE6433435FW' });
});

it.each([
  ['sk 2020 317 068', 'SK2020317068'],
  ['SK-2020317068', 'SK2020317068'],
  ['GR094259216', 'EL094259216'],
  ['ATU 1358.5627', 'ATU13585627'],
  ['sk\u00a02020317068', 'SK2020317068'],
])('parses %j as people write it', (text, vat) => {
  expect(read(text)).toMatchObject({ vat });
});

it.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['2020317068', 'no_prefix'],
  ['35757442', 'no_prefix'],
  ['GB980780684', 'state_unknown'],
  ['EU372000041', 'state_unknown'],
  ['US123456789', 'state_unknown'],
  ['SK2020317', 'structure'],
  ['SK02020317068', 'structure'],
  ['AT13585627', 'structure'],
  ['SK2020€17068', 'characters'],
])('%j: %s', (text, code) => {
  expect(read(text)).toBe(code);
});

it('suggests the probable number for a Slovak number without its prefix', () => {
  const dic = readVatNumber('2020317068');
  expect(dic.ok ? '' : dic.detail.sk).toContain('SK2020317068');
  const ico = readVatNumber('35757442');
  expect(ico.ok ? '' : ico.detail.sk).toContain('IČO');
});

it.each([
  ['SE556188840402', true],
  ['SE556188840494', true],
  ['SE556188840502', false],
])('%s is a Swedish number with another suffix than 01', (vat, checksumValid) => {
  expect(readVatNumber(vat)).toMatchObject({ ok: true, number: { vat, checksumValid } });
});

it('a Swedish number has no suffix 00', () => {
  expect(read('SE556188840400')).toBe('structure');
});

describe('number in an older or domestic form', () => {
  const detailOf = (text: string): string => {
    const result = readVatNumber(text);
    return result.ok ? 'accepted' : result.detail.en;
  };

  it.each([
    ['a Belgian number of nine digits', 'BE 428.759.497', 'BE0428759497'],
    ['an Austrian number without U', 'AT 13585627', 'ATU13585627'],
    ['an Austrian number without its prefix', 'U13585627', 'ATU13585627'],
    ['a Hungarian tax number', 'HU12892312-2-44', 'HU12892312'],
    ['a Hungarian tax number without its prefix', '12892312-2-44', 'HU12892312'],
    ['a Romanian number with leading zeros', 'RO0018547290', 'RO18547290'],
    ['a Romanian number with more leading zeros than digits allow', 'RO00018547290', 'RO18547290'],
    ['a Czech number with its tax office', 'CZ001-25123891', 'CZ25123891'],
    ['a Greek number without its leading zero', 'GR94259216', 'EL094259216'],
    ['a Finnish number without its leading zero', 'FI201724-4', 'FI02017244'],
    ['an Italian number without its leading zero', 'IT0743110157', 'IT00743110157'],
    ['a French SIREN', 'FR303 265 045', 'FR40303265045'],
    ['a French SIRET', 'FR30326504500012', 'FR40303265045'],
    ['a Swedish organisation number', 'SE556188-8404', 'SE556188840401'],
    ['a Swedish organisation number with its century prefix', 'SE165561888404', 'SE556188840401'],
    ['a Dutch number without its letter', 'NL00449544501', 'NL004495445B01'],
    ['a Dutch RSIN', 'NL004495445', 'NL004495445B01'],
    ['a Dutch number with one digit at the end', 'NL004495445B1', 'NL004495445B01'],
    ['a Spanish number without its leading zero', 'ES0000001R', 'ES00000001R'],
    ['a prefix that is stated twice', 'SK SK2020317068', 'SK2020317068'],
    ['a Greek prefix in both spellings', 'ELGR094259216', 'EL094259216'],
  ])('%s: suggests the number that was probably meant', (_, text, meant) => {
    expect(detailOf(text)).toContain(` The number meant is probably ${meant}.`);
  });

  it.each([['BE428759498'], ['AT13585628'], ['HU12892313-2-44'], ['RO0018547291'], ['SK2020317'], ['DE12345678901']])(
    '%s: suggests no number when the check digits are wrong or the form is unknown',
    (text) => {
      expect(readVatNumber(text)).toMatchObject({ ok: false, code: 'structure' });
      expect(detailOf(text)).not.toContain('probably');
    },
  );
});

it('returns a result for any text, and parses its own output again', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Z]{2}[0-9A-Z]{2,12}$/)), (text) => {
      const result = readVatNumber(text);
      if (result.ok) expect(readVatNumber(result.number.vat)).toEqual(result);
      else expect(result.detail.sk).not.toBe('');
    }),
    { seed: 27, numRuns: casesOf(2000, 300) },
  );
});
