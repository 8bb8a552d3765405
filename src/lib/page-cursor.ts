import type { IdPrefix } from './ids.ts';

/** The cursor was not issued by this list. */
export class CursorMalformed extends Error {
  readonly code = 'cursor_malformed';
  readonly cursor: string;
  constructor(cursor: string) {
    super('The cursor is not one that this list gave out');
    this.name = 'CursorMalformed';
    this.cursor = cursor;
  }
}

export type Page<T> = {
  readonly items: readonly T[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
};

/** Position in a list ordered by time, then id. */
type CursorKey = { readonly at: Date; readonly id: string };

const CURSOR_KEY = /^(\d{1,15})\.([a-z]{3}_[0-9a-f-]{36})$/;

/** Encodes a key as an opaque cursor. */
export function writeCursor({ at, id }: CursorKey): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

/**
 * Decodes a cursor of `writeCursor`.
 *
 * @param prefix id prefix of the list; rejects the cursor of another list, which would start at an arbitrary position
 * @throws CursorMalformed
 */
export function readCursor(cursor: string, prefix: IdPrefix): CursorKey {
  const match = CURSOR_KEY.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null || !match[2]!.startsWith(`${prefix}_`)) throw new CursorMalformed(cursor);
  return { at: new Date(Number(match[1])), id: match[2]! };
}

/** Encodes the position in a list ordered by numbers as an opaque cursor. */
export const writePosition = (...numbers: readonly number[]): string =>
  Buffer.from(numbers.join('.')).toString('base64url');

/**
 * Decodes a cursor of `writePosition`.
 *
 * @param count number of numbers in the cursor
 * @throws CursorMalformed
 */
export function readPosition(cursor: string, count = 1): number[] {
  const parts = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  if (parts.length !== count || !parts.every((part) => /^\d{1,9}$/.test(part))) throw new CursorMalformed(cursor);
  return parts.map(Number);
}

/** Paging parameters: cursor of the previous page and maximum number of items. */
export type Paging = { readonly cursor?: string | undefined; readonly limit: number };

/**
 * Creates a page from `limit + 1` rows: the extra row shows that there is another page.
 *
 * @param cursorOf cursor that continues after a row
 */
export function toPage<T>(rows: readonly T[], limit: number, cursorOf: (last: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/**
 * Reads a page of records, newest first.
 *
 * @param prefix id prefix of the records
 * @param read reads up to `limit` records before a key; the newest ones without a key
 * @throws CursorMalformed
 */
export async function readNewest<T extends { readonly created_at: string; readonly id: string }>(
  prefix: IdPrefix,
  { cursor, limit }: Paging,
  read: (before: CursorKey | null, limit: number) => Promise<readonly T[]>,
): Promise<Page<T>> {
  const before = cursor === undefined ? null : readCursor(cursor, prefix);
  return toPage(await read(before, limit + 1), limit, ({ created_at, id }) =>
    writeCursor({ at: new Date(created_at), id }),
  );
}
