/**
 * Marks the members of a longest ordered subsequence, in which integers may occur once and fractions any number of
 * times. Removing the unmarked numbers is a smallest change that restores the order; among equal choices, earlier
 * numbers stay.
 */
export function longestOrdered(numbers: readonly number[]): boolean[] {
  /** For each length, the largest number that starts a subsequence of that length, scanning from the end. */
  const starts: number[] = [];
  const lengths: number[] = new Array(numbers.length).fill(0);
  for (let index = numbers.length - 1; index >= 0; index -= 1) {
    const number = numbers[index]!;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (mayFollow(starts[middle]!, number)) low = middle + 1;
      else high = middle;
    }
    starts[low] = number;
    lengths[index] = low + 1;
  }
  let length = starts.length;
  let last = Number.NEGATIVE_INFINITY;
  return numbers.map((number, index) => {
    if (lengths[index] !== length || !mayFollow(number, last)) return false;
    length -= 1;
    last = number;
    return true;
  });
}

const mayFollow = (next: number, number: number): boolean => next > number || (next === number && number % 1 !== 0);
