import { firstCharacters } from './first-characters.ts';
import { toLine } from './sanitize-inline.ts';

/** At most so many characters; an ellipsis, which counts, stands for what is left out. */
export const shorten = (text: string, limit: number): string =>
  firstCharacters(text, limit) === text ? text : `${firstCharacters(text, limit - 1)}…`;

/** Text as Markdown that shows it and does nothing: no markup, no table cell, no HTML, no link. */
export const escapeMarkdown = (text: string): string =>
  toLine(text)
    .replaceAll(/[\\`*_[\]<>|~&#]/g, '\\$&')
    .replaceAll(/:\/\//g, ':\\//')
    .replaceAll(/www\./gi, (found) => `${found.slice(0, 3)}\\.`)
    .replaceAll('@', '\\@')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^([-+=])/, '\\$1');

/** Text as a code span (CommonMark 6.1): whatever backticks it has, the span goes round it. Not for tables. */
export function toCode(text: string): string {
  const line = toLine(text);
  let longest = 0;
  for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}
