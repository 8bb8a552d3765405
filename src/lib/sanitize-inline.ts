import { firstCharacters } from './first-characters.ts';

/** Control, bidirectional and invisible characters, which could make a text appear different from its content. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** Puts a text on one line and makes control and invisible characters visible. */
export const toLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().replace(INVISIBLE, '\uFFFD');

/**
 * Makes a text safe for formats separated by line breaks or tabs, such as payment codes: runs of white space and
 * control characters become one space, invisible characters are removed, and the text is truncated.
 *
 * @param limit maximum length in UTF-16 code units, which is never less than the number of characters
 */
export function toField(text: string, limit: number): string {
  const plain = text.replaceAll(/[\p{Cf}\p{Cs}]/gu, '').replaceAll(/[\s\p{Cc}]+/gu, ' ');
  return firstCharacters(plain.trim(), limit).trim();
}
