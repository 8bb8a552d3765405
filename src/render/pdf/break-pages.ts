/** Heights of what is printed, in CSS pixels, as the browser has laid it out at the width of the paper. */
export type Heights = {
  readonly page: number;
  /** From the top of the document to the table of lines. */
  readonly before: number;
  /** The head of the table, which every page repeats. */
  readonly head: number;
  /** A row with a carried total. */
  readonly carry: number;
  readonly rows: readonly number[];
};

type PageBreaks = {
  /** True when the table starts on a page of its own because too little of it would fit on the one before. */
  readonly fresh: boolean;
  /** The rows that start a page, by their place from 0; never the first. */
  readonly before: readonly number[];
};

/** Room that is left free on every page: the browser rounds heights when it breaks pages. */
const SLACK = 4;

/**
 * Where the table of lines goes on to the next page, so that each page but the last has room for the carried total at
 * its end and each but the first at its top. A row that is higher than a page starts one, and nothing follows it there.
 */
export function breakPages({ page, before, head, carry, rows }: Heights): PageBreaks {
  const room = page - SLACK;
  const needed = head + (rows[0] ?? 0) + (rows.length > 1 ? carry : 0);
  const fresh = before > 0 && before + needed > room;
  const breaks: number[] = [];
  let used = (fresh ? 0 : before) + head;
  rows.forEach((height, place) => {
    const total = place === rows.length - 1 ? 0 : carry;
    if (place > 0 && used + height + total > room) {
      breaks.push(place);
      used = head + carry;
    }
    const isHigher = head + carry + height + total > room;
    used = isHigher ? Number.POSITIVE_INFINITY : used + height;
  });
  return { fresh, before: breaks };
}
