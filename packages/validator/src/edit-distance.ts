/**
 * Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of adjacent letters. Returns `most +
 * 1` for any larger distance.
 */
export function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      let distance = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        distance = Math.min(distance, before[j - 2]! + 1);
      next.push(distance);
    }
    before = row;
    row = next;
  }
  return row[to.length]!;
}
