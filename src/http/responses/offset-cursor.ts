import { makeProblem } from '../problems/problems.ts';

/** Encodes a cursor for a list that is immutable per version; the version must cover the query. */
export const writeOffset = (offset: number, version: string): string =>
  Buffer.from(`${version}:${offset}`).toString('base64url');

/**
 * Decodes the offset of such a cursor.
 *
 * @throws Problem `cursor_malformed` when the cursor was not issued for this version of the list
 */
export function readOffset(cursor: string, version: string): number {
  const [of, offset = ''] = Buffer.from(cursor, 'base64url').toString().split(':');
  if (of !== version || !/^\d{1,9}$/.test(offset)) throw makeProblem('cursor_malformed', { cursor });
  return Number(offset);
}
