import type { Range } from './monthly-export-store.ts';

/** Whether the sequence numbers of a workspace have gaps. Numbers of erased reports do not count as gaps. */
type Completeness = {
  /** The numbers that belong to the period; null: the period has no numbers. */
  readonly positions: Range | null;
  readonly complete: boolean;
  readonly missing: readonly Range[];
  readonly erased: readonly Range[];
};

/** Receives every existing number in ascending order, then reports the missing ones. */
export function makeCompleteness(positions: Range) {
  const absent: Range[] = [];
  let next = positions.from;
  const see = (position: number): void => {
    if (next < position) absent.push({ from: next, to: position - 1 });
    next = position + 1;
  };
  return {
    see,
    /** @param erased numbers of erased reports, as sorted ranges that do not touch */
    summarize: (erased: readonly Range[]): Completeness => {
      see(positions.to + 1);
      const { inside, outside } = divide(absent.splice(0), erased);
      return {
        positions: positions.to < positions.from ? null : positions,
        complete: outside.length === 0,
        missing: outside,
        // Reports erased while the list was being written are already in the list, so they are not counted here.
        erased: inside,
      };
    },
  };
}

/**
 * Splits ranges into the parts covered by other ranges and the rest. Both inputs are sorted; each is traversed once.
 */
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
      // A range that extends beyond the current one may also cover part of the next.
      if (other.to <= to) at += 1;
    }
  }
  return { inside, outside };
}
