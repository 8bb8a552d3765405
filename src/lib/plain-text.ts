import { firstCharacters } from './first-characters.ts';
import { toLine } from './sanitize-inline.ts';

/** Shortens a text to `limit` characters, including the ellipsis that replaces the rest. */
export const shorten = (text: string, limit: number): string =>
  firstCharacters(text, limit) === text ? text : `${firstCharacters(text, limit - 1)}…`;

/** Escapes a text for Markdown, so that it creates no markup, table cell, HTML or link. */
export const escapeMarkdown = (text: string): string =>
  toLine(text)
    .replaceAll(/[\\`*_[\]<>|~&#]/g, '\\$&')
    .replaceAll(/:\/\//g, ':\\//')
    .replaceAll(/www\./gi, (found) => `${found.slice(0, 3)}\\.`)
    .replaceAll('@', '\\@')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^([-+=])/, '\\$1');

/** Formats a text as a code span (CommonMark 6.1), with more backticks than the text contains. Not for tables. */
export function toCode(text: string): string {
  const line = toLine(text);
  let longest = 0;
  for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}
