import type { IdPrefix } from './ids.ts';

/** The cursor of a page is not one that this list gave out. */
export class CursorMalformed extends Error {
  readonly code = 'cursor_malformed';
  readonly cursor: string;
  constructor(cursor: string) {
    super('The cursor is not one that this list gave out');
    this.name = 'CursorMalformed';
    this.cursor = cursor;
  }
}

/** One page of a list. */
export type Page<T> = {
  readonly items: readonly T[];
  /** The cursor of the next page; null: this is the last. */
  readonly next: string | null;
};

/** Where a page begins in a list ordered by time, then id. */
type CursorKey = { readonly at: Date; readonly id: string };

const CURSOR_KEY = /^(\d{1,15})\.([a-z]{3}_[0-9a-f-]{36})$/;

/** A key as an opaque text. */
export function writeCursor({ at, id }: CursorKey): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

/**
 * The key behind a cursor of `writeCursor`.
 *
 * @param prefix of the ids in the list: a cursor of another list would begin anywhere
 * @throws CursorMalformed
 */
export function readCursor(cursor: string, prefix: IdPrefix): CursorKey {
  const match = CURSOR_KEY.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null || !match[2]!.startsWith(`${prefix}_`)) throw new CursorMalformed(cursor);
  return { at: new Date(Number(match[1])), id: match[2]! };
}

/** Where a page begins in a list that is in the order of numbers, as an opaque text. */
export const writePosition = (...numbers: readonly number[]): string =>
  Buffer.from(numbers.join('.')).toString('base64url');

/**
 * The numbers behind a cursor of `writePosition`.
 *
 * @param count how many they are
 * @throws CursorMalformed
 */
export function readPosition(cursor: string, count = 1): number[] {
  const parts = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  if (parts.length !== count || !parts.every((part) => /^\d{1,9}$/.test(part))) throw new CursorMalformed(cursor);
  return parts.map(Number);
}

/** What the caller of a paged list says: where the page before ended, and how many it wants at most. */
export type Paging = { readonly cursor?: string | undefined; readonly limit: number };

/**
 * A page of rows that were read with one more than it may have: that one tells whether there is another page.
 *
 * @param cursorOf the cursor behind the last row of a page
 */
export function toPage<T>(rows: readonly T[], limit: number, cursorOf: (last: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/**
 * A page of records, the newest first.
 *
 * @param prefix of their ids
 * @param read reads so many records from before a key on; from the newest without one
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
