import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVatNumber } from '../../src/vat/index.ts';
import { STRUCTURES } from '../../src/vat/structures.data.ts';
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
    '%s: a wrong digit is a hint, not a refusal',
    (_, { example }) => {
      const digits = [...example.matchAll(/\d/g)].map(({ index }) => index).filter((index) => index > 2);
      const changed = digits.map(
        (index) => example.slice(0, index) + ((Number(example[index]) + 1) % 10) + example.slice(index + 1),
      );
      const judged = changed.map(read).filter((number) => typeof number === 'object');
      expect(judged.some(({ checksumValid }) => !checksumValid)).toBe(true);
    },
  );
});

it('IE: a second letter W, whose check letter counts it as zero, is asked about', () => {
  expect(read('IE6433435FW')).toMatchObject({ vat: 'IE6433435FW' });
});

it.each([
  ['sk 2020 317 068', 'SK2020317068'],
  ['SK-2020317068', 'SK2020317068'],
  ['GR094259216', 'EL094259216'],
  ['ATU 1358.5627', 'ATU13585627'],
  ['sk\u00a02020317068', 'SK2020317068'],
])('%j is read as people write it', (text, vat) => {
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

it('says what a Slovak number without its prefix probably is', () => {
  const dic = readVatNumber('2020317068');
  expect(dic.ok ? '' : dic.detail.sk).toContain('SK2020317068');
  const ico = readVatNumber('35757442');
  expect(ico.ok ? '' : ico.detail.sk).toContain('IČO');
});

it('answers for any text, and reads what it made again', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Z]{2}[0-9A-Z]{2,12}$/)), (text) => {
      const result = readVatNumber(text);
      if (result.ok) expect(readVatNumber(result.number.vat)).toEqual(result);
      else expect(result.detail.sk).not.toBe('');
    }),
    { seed: 27, numRuns: casesOf(2000, 300) },
  );
});
