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
  /** The rows that are higher than a page and are broken within themselves. */
  readonly tall: readonly number[];
};

/** Room that is left free on every page: the browser rounds heights when it breaks pages. */
const SLACK = 4;

/** Less room than a few lines of text is not begun with a row that is broken. */
const MIN_ROOM = 120;
/** The browser breaks between lines of text, and may leave as much free on every page. */
const TEXT_LINE = 24;

/**
 * Where the table of lines goes on to the next page, so that each page but the last has room for the carried total at
 * its end and each but the first at its top. A row that is higher than a page is broken within itself: it begins where the
 * rows before it end, and has no carried totals inside.
 */
export function breakPages({ page, before, head, carry, rows }: Heights): PageBreaks {
  const room = page - SLACK;
  const isTall = (height: number): boolean => head + carry + height + carry > room;
  const first = Math.min(rows[0] ?? 0, isTall(rows[0] ?? 0) ? MIN_ROOM : Number.POSITIVE_INFINITY);
  const needed = head + first + (rows.length > 1 ? carry : 0);
  const fresh = before > 0 && before + needed > room;
  const breaks: number[] = [];
  const tall: number[] = [];
  let used = (fresh ? 0 : before) + head;
  rows.forEach((height, place) => {
    const total = place === rows.length - 1 ? 0 : carry;
    const wanted = isTall(height) ? MIN_ROOM : height + total;
    if (place > 0 && used + wanted > room) {
      breaks.push(place);
      used = head + carry;
    }
    if (!isTall(height)) {
      used += height;
      return;
    }
    tall.push(place);
    used = endOf(height, used, head, room);
  });
  return { fresh, before: breaks, tall };
}

/** How much of its last page is used behind a row that is broken within itself. */
function endOf(height: number, used: number, head: number, room: number): number {
  // It just fits, but for the carried total: what follows begins the next page.
  if (height <= room - used) return head;
  let left = height - (room - used) + TEXT_LINE;
  const perPage = Math.max(TEXT_LINE, room - head - TEXT_LINE);
  left -= Math.floor(Math.max(0, left) / perPage) * perPage;
  return Math.min(room, head + Math.max(0, left) + TEXT_LINE);
}
