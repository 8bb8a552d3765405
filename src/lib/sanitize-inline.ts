import { firstCharacters } from './first-characters.ts';

/** Characters that reorder what stands beside them, or that nobody sees: they could make a text say something else. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** The text on one line, with everything in it visible. */
export const toLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().replace(INVISIBLE, '\uFFFD');

/**
 * The text as a field of a format whose separators are line breaks or tabs, such as payment codes: every run of white space
 * and control characters is one blank, invisible characters are left out, and nothing is longer than its field.
 *
 * @param limit of its length, in UTF-16 units: never more characters
 */
export function toField(text: string, limit: number): string {
  const plain = text.replaceAll(/[\p{Cf}\p{Cs}]/gu, '').replaceAll(/[\s\p{Cc}]+/gu, ' ');
  return firstCharacters(plain.trim(), limit).trim();
}
