import { findUnstorableTexts } from '../../lib/whole-characters.ts';
import { type FieldError, type FieldPlace, MAX_ERRORS, unstorableText } from '../problems/field-errors.ts';

/** Name of a list whose entries are validated separately: an entry with U+0000 fails only itself. */
export type PerEntry = string | null;

/**
 * Finds all texts and field names in a value that cannot be stored because they contain U+0000 or an unpaired
 * surrogate. Runs on every JSON body, NDJSON line, form and MCP tool argument before schema validation.
 *
 * U+0000 is allowed in file contents, which are stored and validated as bytes, and in the entries of a list that is
 * validated entry by entry.
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

/** Replaces U+0000, which cannot be stored. The entry stays invalid, because no identifier contains U+FFFD. */
export const withoutNul = (entry: string): string => entry.replaceAll('\u0000', '\uFFFD');
