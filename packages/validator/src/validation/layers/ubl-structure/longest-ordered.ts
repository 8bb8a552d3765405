/**
 * Which of the numbers make a longest ordered subsequence: whole numbers may come once in it, numbers with a fraction
 * any number of times. What is left out is a smallest set whose removal leaves the rest in order; where several sets
 * are, earlier numbers stay and later ones go.
 */
export function longestOrdered(numbers: readonly number[]): boolean[] {
  /** For each length, the largest number that starts a subsequence of that length in what was seen from the end. */
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
  let wanted = starts.length;
  let last = Number.NEGATIVE_INFINITY;
  return numbers.map((number, index) => {
    if (lengths[index] !== wanted || !mayFollow(number, last)) return false;
    wanted -= 1;
    last = number;
    return true;
  });
}

const mayFollow = (next: number, number: number): boolean => next > number || (next === number && number % 1 !== 0);
