import { findUnstorableTexts } from '../../lib/whole-characters.ts';
import { type FieldError, type FieldPlace, MAX_ERRORS, unstorableText } from '../problems/field-errors.ts';

/** The lists of a body whose entries are validated one by one: an entry with U+0000 fails alone. */
export type PerEntry = string | null;

/**
 * The errors of all texts and names of fields in a value that no store can hold: with U+0000 or half of a surrogate pair.
 * Every JSON body, line of NDJSON, form and argument of a tool passes here before its schema is applied.
 *
 * U+0000 is allowed in the content of a file, which is stored as bytes and validated as such, and in the entries of a
 * list that is validated entry by entry.
 */
export function findTextErrors(place: FieldPlace, value: unknown, perEntry: PerEntry = null): FieldError[] {
  const mayHaveNul = (path: readonly (string | number)[]): boolean =>
    isContent(path) || (perEntry !== null && path.length === 2 && path[0] === perEntry);
  return findUnstorableTexts(value, { most: MAX_ERRORS, mayHaveNul }).map(({ path, reason }) =>
    unstorableText(place, path, reason),
  );
}

/** `/content` of a single file, `/files/0/content` of several. */
const isContent = (path: readonly (string | number)[]): boolean =>
  path.at(-1) === 'content' && (path.length === 1 || (path.length === 3 && path[0] === 'files'));

/** An entry as it is stored and shown: U+0000 cannot be. It stays invalid: no identifier has U+FFFD. */
export const withoutNul = (entry: string): string => entry.replaceAll('\u0000', '\uFFFD');
