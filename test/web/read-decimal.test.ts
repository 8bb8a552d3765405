import { expect, it } from 'vitest';
import { readDecimal } from '../../web/draft/read-decimal.ts';

it.each([
  ['25,50', '25.50'],
  ['1,250', '1.250'],
  ['1 000,10', '1000.10'],
  ['1\u00a0000\u00a0000', '1000000'],
  ['0.125', '0.125'],
  ['1000.500', '1000.500'],
  ['1 000.500', '1000.500'],
  ['\u22125,5', '-5.5'],
  ['10 %', '10%'],
  ['12.500%', '12.500%'],
])('reads %s on the Slovak page as %s', (typed, decimal) => {
  expect(readDecimal(typed, 'sk')).toEqual({ decimal });
});

it.each([
  ['sk', '1.000', '1000', '1,00'],
  ['sk', '-24.305', '-24305', '-24,305'],
  ['en', '1.000', '1000', '1.00'],
  ['en', '1,250', '1250', '1.25'],
  ['en', '24.305', '24305', '24.3050'],
] as const)('on the page in %s offers two unambiguous readings of %s', (language, typed, thousands, fraction) => {
  expect(readDecimal(typed, language)).toEqual({ thousands, fraction });
  for (const answer of [thousands, fraction]) expect(readDecimal(answer, language)).toHaveProperty('decimal');
});

it.each(['1.234,56', '1.000.000', '12 50', '1 00', 'a lot'])('does not read %s as a number', (typed) => {
  const read = readDecimal(typed, 'sk');
  expect('decimal' in read && /^-?\d+(\.\d+)?$/.test(read.decimal)).toBe(false);
});
