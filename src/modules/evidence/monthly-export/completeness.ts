import type { Range } from './monthly-export-store.ts';

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
    /** @param erased the numbers of reports that were erased, as ranges in their order that do not touch */
    tell: (erased: readonly Range[]): Completeness => {
      see(positions.to + 1);
      const { inside, outside } = divide(absent.splice(0), erased);
      return {
        positions: positions.to < positions.from ? null : positions,
        complete: outside.length === 0,
        missing: outside,
        // One that went while the list was written stands in it.
        erased: inside,
      };
    },
  };
}

/** What of some ranges lies in others and what does not; both lists stand in their order, and each is walked once. */
function divide(ranges: readonly Range[], others: readonly Range[]) {
  const inside: Range[] = [];
  const outside: Range[] = [];
  let at = 0;
  for (const { from, to } of ranges) {
    let next = from;
    while (next <= to) {
      const other = others[at];
      if (other === undefined || other.from > to) {
        outside.push({ from: next, to });
        break;
      }
      if (other.to >= next) {
        if (next < other.from) outside.push({ from: next, to: other.from - 1 });
        const end = Math.min(to, other.to);
        inside.push({ from: Math.max(next, other.from), to: end });
        next = end + 1;
      }
      // What reaches beyond this range may lie in the next one too.
      if (other.to <= to) at += 1;
    }
  }
  return { inside, outside };
}
