import { translateRegex } from './regex/translate.ts';
import { fail } from './xpath-error.ts';

const cache = new Map<string, RegExp>();
const CACHE_LIMIT = 500;

/** A pattern known only at run time; throws FORX0001 (flags) or FORX0002 (pattern). */
export function dynamicRegex(pattern: string, flags: string): RegExp {
  const key = `${flags}/${pattern}`;
  let regex = cache.get(key);
  if (regex === undefined) {
    const translated = translateRegex(pattern, flags);
    if (!translated.ok) return fail(translated.code, translated.reason);
    regex = new RegExp(translated.source, translated.flags);
    if (cache.size >= CACHE_LIMIT) cache.clear();
    cache.set(key, regex);
  }
  return regex;
}

/** Parses the replacement of fn:replace to literal texts and group numbers; throws FORX0004. */
function parseReplacement(replacement: string, groups: number): (string | number)[] {
  const pieces: (string | number)[] = [];
  let literal = '';
  for (let i = 0; i < replacement.length; i++) {
    const char = replacement[i]!;
    if (char === '\\') {
      const next = replacement[++i];
      if (next !== '\\' && next !== '$') return fail('FORX0004', `bad escape in the replacement ${replacement}`);
      literal += next;
    } else if (char === '$') {
      let number = '';
      while (/\d/.test(replacement[i + 1] ?? '') && (number === '' || Number(number + replacement[i + 1]) <= groups)) {
        number += replacement[++i];
      }
      if (number === '') return fail('FORX0004', `bad group reference in the replacement ${replacement}`);
      pieces.push(literal, Number(number));
      literal = '';
    } else literal += char;
  }
  pieces.push(literal);
  return pieces;
}

/** A pattern prepared for replace and tokenize, cached per pattern. */
type Everywhere = { readonly regex: RegExp; readonly groups: number };

const everywhere = new WeakMap<RegExp, Everywhere>();

/** The pattern with the global flag; throws FORX0003 if it matches the empty string. */
function globalOf(regex: RegExp): Everywhere {
  let twin = everywhere.get(regex);
  if (twin === undefined) {
    if (regex.test('')) return fail('FORX0003', 'the pattern matches the empty string');
    const groups = new RegExp(`${regex.source}|`, regex.flags).exec('')!.length - 1;
    twin = { regex: new RegExp(regex.source, `${regex.flags}g`), groups };
    everywhere.set(regex, twin);
  }
  twin.regex.lastIndex = 0;
  return twin;
}

/** fn:replace. */
export function replace(text: string, regex: RegExp, replacement: string): string {
  const all = globalOf(regex);
  const pieces = parseReplacement(replacement, all.groups);
  return text.replace(all.regex, (...found: unknown[]) => {
    let result = '';
    for (const piece of pieces) {
      const value = typeof piece === 'string' ? piece : found[piece];
      if (typeof value === 'string') result += value;
    }
    return result;
  });
}

/** fn:tokenize. */
export function tokenize(text: string, regex: RegExp): string[] {
  const all = globalOf(regex);
  if (text === '') return [];
  const tokens: string[] = [];
  let from = 0;
  for (const match of text.matchAll(all.regex)) {
    tokens.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  tokens.push(text.slice(from));
  return tokens;
}

/** fn:tokenize with one argument (XPath 3.1): splits at white space. */
export function tokenizeSpace(text: string): string[] {
  return text.split(/[ \t\r\n]+/).filter((token) => token !== '');
}
