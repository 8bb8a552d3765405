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
export type Place = { readonly at: Date; readonly id: string };

const PLACE = /^(\d{1,15})\.([a-z]{3}_[0-9a-f-]{36})$/;

/** A place as an opaque text. */
export function writeCursor({ at, id }: Place): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

/**
 * The place behind a cursor of `writeCursor`.
 *
 * @throws CursorMalformed
 */
export function readCursor(cursor: string): Place {
  const match = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null) throw new CursorMalformed(cursor);
  return { at: new Date(Number(match[1])), id: match[2]! };
}
