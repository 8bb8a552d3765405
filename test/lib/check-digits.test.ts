import * as digits from '@e-invoice/validator/check-digits';
import { describe, expect, it } from 'vitest';

/** Two valid numbers of each kind. */
const RIGHT = [
  ['IČO', digits.isIco, digits.correctIco, ['35697270', '00151742']],
  ['DIČ', digits.isDic, digits.correctDic, ['2020317068', '2020317035']],
  ['IBAN', digits.isIban, digits.correctIban, ['SK3112000000198742637541', 'NO9386011117947']],
  ['GS1', digits.isGs1, digits.correctGs1, ['7300010000001', '5790000435975']],
  ['ISO/IEC 7812-1', digits.isLuhn, digits.correctLuhn, ['5561888404', '79927398713']],
  ['Norwegian number', digits.isNorwegian, digits.correctNorwegian, ['923609016', '974760673']],
  ['Belgian number', digits.isBelgian, digits.correctBelgian, ['0428759497', '0202239951']],
] as const;

describe.each(RIGHT)('%s', (_, isRight, correct, examples) => {
  it.each(examples)('accepts %s and computes its check digits', (text) => {
    expect(isRight(text)).toBe(true);
    expect(correct(text)).toBe(text);
  });

  it.each(examples)('detects one wrong digit at any position of %s', (text) => {
    for (const [at, sign] of [...text].entries()) {
      if (!/\d/.test(sign)) continue;
      const wrong = text.slice(0, at) + String((Number(sign) + 1) % 10) + text.slice(at + 1);
      expect(isRight(wrong), wrong).toBe(false);
    }
  });

  it.each(['', 'x', '1', '12 34', '99999999999999999999999999999999999999999'])('rejects the form of %j', (text) => {
    expect(isRight(text)).toBe(false);
  });
});

it('computes the correct check digits', () => {
  expect(digits.correctIco('35697271')).toBe('35697270');
  expect(digits.correctDic('2020317069')).toBe('2020317068');
  expect(digits.correctIban('SK0012000000198742637541')).toBe('SK3112000000198742637541');
  expect(digits.correctAustralian('52824753556')).toBe('51824753556');
});

it('returns null when no check digit is valid', () => {
  const without = Array.from({ length: 100 }, (_, at) => `${200000000 + at}0`).filter(
    (text) => digits.correctDic(text) === null,
  );
  expect(without.length).toBeGreaterThan(0);
  for (const text of without) {
    for (let last = 0; last < 10; last++) expect(digits.isDic(text.slice(0, 9) + String(last))).toBe(false);
  }
});

it('accepts a Danish number when its weighted sum is a multiple of eleven', () => {
  expect(digits.isDanish('13585628')).toBe(true);
  expect(digits.isDanish('13585629')).toBe(false);
  expect(digits.isDanish('1358562')).toBe(false);
});
