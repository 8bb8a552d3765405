import { makeProblem } from '../problems/problems.ts';

/** The cursor of a list that stays as it is while its version does; what is asked of it belongs into that. */
export const writeOffset = (offset: number, version: string): string =>
  Buffer.from(`${version}:${offset}`).toString('base64url');

/**
 * Where such a cursor goes on.
 *
 * @throws Problem `cursor_malformed` when the list in this version did not give it out
 */
export function readOffset(cursor: string, version: string): number {
  const [of, offset = ''] = Buffer.from(cursor, 'base64url').toString().split(':');
  if (of !== version || !/^\d{1,9}$/.test(offset)) throw makeProblem('cursor_malformed', { cursor });
  return Number(offset);
}
