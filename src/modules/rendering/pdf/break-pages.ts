/** Heights in CSS pixels, as laid out by the browser at paper width. */
export type Heights = {
  readonly page: number;
  /** From the top of the document to the table of lines. */
  readonly before: number;
  /** The table header, which repeats on every page. */
  readonly head: number;
  readonly carry: number;
  readonly rows: readonly number[];
};

type PageBreaks = {
  /** True if the table starts on a new page because too little of it would fit on the current one. */
  readonly fresh: boolean;
  /** 0-based indexes of the rows that start a page; never the first row. */
  readonly before: readonly number[];
  /** Rows higher than a page, which are split. */
  readonly tall: readonly number[];
};

/** Unused space on every page, because the browser rounds heights when it breaks pages. */
const SLACK = 4;

/** A row to be split does not start on a page with less space than a few lines of text. */
const MIN_ROOM = 120;
/** The browser breaks between lines of text and may leave this much unused on every page. */
const TEXT_LINE = 24;

/**
 * Computes the page breaks of the table of lines, so that each page except the last has space for the carried total
 * at its end, and each page except the first at its top. A row higher than a page is split: it starts after the
 * previous rows and has no carried totals inside.
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
    const needed = isTall(height) ? MIN_ROOM : height + total;
    if (place > 0 && used + needed > room) {
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

/** Space used on the last page of a split row. */
function endOf(height: number, used: number, head: number, room: number): number {
  // The row fits only without the carried total, so the next row starts a new page.
  if (height <= room - used) return head;
  let left = height - (room - used) + TEXT_LINE;
  const perPage = Math.max(TEXT_LINE, room - head - TEXT_LINE);
  left -= Math.floor(Math.max(0, left) / perPage) * perPage;
  return Math.min(room, head + Math.max(0, left) + TEXT_LINE);
}
