import type { Range } from './store.ts';

/** Whether the numbers of a workspace have a gap; those of erased reports are no gap. */
type Completeness = {
  /** The numbers that belong to the period; null: there are none. */
  readonly positions: Range | null;
  readonly complete: boolean;
  readonly missing: readonly Range[];
  readonly erased: readonly Range[];
};

/** Is told every number that is there, in their order, and says at the end what is not. */
export function makeCompleteness(positions: Range) {
  const absent: Range[] = [];
  let next = positions.from;
  const see = (position: number): void => {
    if (next < position) absent.push({ from: next, to: position - 1 });
    next = position + 1;
  };
  return {
    see,
    /** @param erased the numbers of reports that were erased, in their order */
    tell: (erased: readonly number[]): Completeness => {
      see(positions.to + 1);
      const seen = absent.splice(0);
      const isAbsent = (position: number): boolean => seen.some(({ from, to }) => from <= position && position <= to);
      const missing = seen.flatMap((range) => without(range, erased));
      return {
        positions: positions.to < positions.from ? null : positions,
        complete: missing.length === 0,
        missing,
        // One that went while the list was written stands in it.
        erased: toRanges(erased.filter(isAbsent)),
      };
    },
  };
}

/** What of a range is not among these numbers, which stand in their order. */
function without({ from, to }: Range, numbers: readonly number[]): Range[] {
  const left: Range[] = [];
  let next = from;
  for (const number of numbers) {
    if (number < next || number > to) continue;
    if (next < number) left.push({ from: next, to: number - 1 });
    next = number + 1;
  }
  if (next <= to) left.push({ from: next, to });
  return left;
}

/** Numbers that follow each other stand as one range. */
function toRanges(numbers: readonly number[]): Range[] {
  const ranges: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.to === number - 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges;
}
