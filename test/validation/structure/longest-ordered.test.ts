import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestOrdered } from '../../../packages/validator/src/validation/layers/structure/longest-ordered.ts';

const isOrdered = (numbers: readonly number[]): boolean =>
  numbers.every(
    (number, index) =>
      index === 0 || numbers[index - 1]! < number || (numbers[index - 1] === number && number % 1 !== 0),
  );

/** Reference implementation that tries every subset. */
function longestLength(numbers: readonly number[]): number {
  let longest = 0;
  for (let subset = 0; subset < 2 ** numbers.length; subset += 1) {
    const chosen = numbers.filter((_, index) => (subset >> index) & 1);
    if (chosen.length > longest && isOrdered(chosen)) longest = chosen.length;
  }
  return longest;
}

describe('longest ordered subsequence', () => {
  it('is ordered and has the maximum length', () => {
    const number = fc
      .integer({ min: 0, max: 5 })
      .chain((whole) => fc.constantFrom(whole % 2 === 0 ? whole : whole + 0.5));
    fc.assert(
      fc.property(fc.array(number, { maxLength: 9 }), (numbers) => {
        const isKept = longestOrdered(numbers);
        const chosen = numbers.filter((_, index) => isKept[index]);
        expect(isOrdered(chosen)).toBe(true);
        expect(chosen.length).toBe(longestLength(numbers));
      }),
    );
  });

  it('prefers earlier numbers', () => {
    expect(longestOrdered([2, 1])).toEqual([true, false]);
    expect(longestOrdered([1, 1, 1])).toEqual([true, false, false]);
    expect(longestOrdered([1.5, 1.5])).toEqual([true, true]);
    expect(longestOrdered([])).toEqual([]);
  });
});
