import { NAME_CHARS, NAME_START_CHARS } from './name-chars.ts';

/** A JavaScript regular expression equivalent to an XPath one, or the XPath error. */
type TranslatedRegex =
  | { readonly ok: true; readonly source: string; readonly flags: string }
  | { readonly ok: false; readonly code: 'FORX0001' | 'FORX0002'; readonly reason: string };

class BadPattern extends Error {}

/** XML white space, which differs from JavaScript's `\s`. */
const SPACE = ' \\t\\n\\r';

/** Content of a JavaScript class for each multi-character escape. */
const CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    s: SPACE,
    d: '\\p{Nd}',
    i: NAME_START_CHARS,
    c: NAME_CHARS,
    // \w is everything but punctuation, separators and other characters (XML Schema part 2, appendix F).
    w: '\\p{L}\\p{M}\\p{N}\\p{S}',
  }),
);
const SINGLE: ReadonlyMap<string, string> = new Map(Object.entries({ n: '\\n', r: '\\r', t: '\\t' }));
const PLAIN_ESCAPES = '\\|.?*+(){}$-[]^';

const quote = (char: string): string => (/[\^$\\.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char);
const quoteInClass = (char: string): string => (/[\^\\[\]-]/.test(char) ? `\\${char}` : char);

/** Removes white space outside of classes for the flag x (XPath functions, section 7.6.1.1). */
function unspaced(pattern: string): string {
  let result = '';
  let classes = 0;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i]!;
    if (classes === 0 && /[ \t\n\r]/.test(char)) continue;
    result += char;
    if (char === '\\' && !/[ \t\n\r]/.test(pattern[i + 1] ?? ' ')) result += pattern[++i];
    else if (char === '[') classes += 1;
    else if (char === ']' && classes > 0) classes -= 1;
  }
  return result;
}

/** A character set as the inside of a JavaScript class, with an optional set to subtract. */
type CharClass = { readonly negated: boolean; readonly content: string; readonly minus: CharClass | null };

class Reader {
  declare readonly text: string;
  declare readonly dotAll: boolean;
  at = 0;
  groups = 0;
  readonly closed = new Set<number>();

  constructor(text: string, dotAll: boolean) {
    this.text = text;
    this.dotAll = dotAll;
  }

  peek(): string {
    return this.text[this.at] ?? '';
  }

  /** Reads the next character, which may be two UTF-16 units. */
  take(): string {
    const char = String.fromCodePoint(this.text.codePointAt(this.at)!);
    this.at += char.length;
    return char;
  }

  alternatives(depth: number): string {
    let result = '';
    while (this.at < this.text.length) {
      const char = this.peek();
      if (char === ')') {
        if (depth === 0) throw new BadPattern('unmatched )');
        return result;
      }
      if (char === '|') {
        result += '|';
        this.at++;
      } else result += this.quantified(depth);
    }
    if (depth > 0) throw new BadPattern('missing )');
    return result;
  }

  private quantified(depth: number): string {
    const atom = this.atom(depth);
    const found = /^(?:[?*+]|\{(\d+)(?:,(\d*))?\})\??/.exec(this.text.slice(this.at));
    if (found === null) {
      if (this.peek() === '{') throw new BadPattern('bad quantifier');
      return atom;
    }
    if (found[2] !== undefined && found[2] !== '' && Number(found[1]) > Number(found[2])) {
      throw new BadPattern('bad quantifier');
    }
    if (atom === '^' || atom === '$') throw new BadPattern('a quantifier after an anchor');
    this.at += found[0].length;
    return atom + found[0];
  }

  private atom(depth: number): string {
    const char = this.take();
    switch (char) {
      case '(': {
        const capturing = !this.text.startsWith('?:', this.at);
        if (!capturing) this.at += 2;
        const group = capturing ? ++this.groups : 0;
        const inside = this.alternatives(depth + 1);
        this.at++;
        if (capturing) this.closed.add(group);
        return `(${capturing ? '' : '?:'}${inside})`;
      }
      case '[':
        return renderClass(this.charClass());
      case '.':
        return this.dotAll ? '[^]' : '[^\\n\\r]';
      case '^':
      case '$':
        return char;
      case '\\':
        return this.escapeOutside();
      case '?':
      case '*':
      case '+':
      case '{':
      case '}':
      case ']':
        throw new BadPattern(`unexpected ${char}`);
      default:
        return quote(char);
    }
  }

  private escapeOutside(): string {
    if (/[1-9]/.test(this.peek())) return this.backReference();
    const escaped = this.escape();
    if (typeof escaped === 'string') return isJsEscape(escaped) ? escaped : quote(escaped);
    return renderClass(escaped);
  }

  private backReference(): string {
    let number = Number(this.take());
    while (/\d/.test(this.peek()) && number * 10 + Number(this.peek()) <= this.groups) {
      number = number * 10 + Number(this.take());
    }
    if (!this.closed.has(number)) throw new BadPattern(`back-reference to group ${number}`);
    return `(?:\\${number})`;
  }

  /** Reads an escape after the backslash: a character or a set. */
  private escape(): string | CharClass {
    if (this.at >= this.text.length) throw new BadPattern('a backslash at the end');
    const char = this.take();
    const single = SINGLE.get(char);
    if (single !== undefined) return single;
    if (PLAIN_ESCAPES.includes(char)) return char;
    const lower = char.toLowerCase();
    const content = CLASSES.get(lower);
    if (content !== undefined) return { negated: lower !== char, content, minus: null };
    if (lower === 'p') return { negated: char === 'P', content: this.property(), minus: null };
    throw new BadPattern(`unknown escape \\${char}`);
  }

  private property(): string {
    const found = /^\{([A-Za-z][A-Za-z0-9-]*)\}/.exec(this.text.slice(this.at));
    if (found === null) throw new BadPattern('bad property');
    this.at += found[0].length;
    const name = found[1]!;
    const block = BLOCKS.get(name);
    if (block !== undefined) return block;
    if (!/^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/.test(name)) {
      throw new BadPattern(`unknown property ${name}`);
    }
    return `\\p{${name}}`;
  }

  /** Reads a class after `[`. */
  private charClass(): CharClass {
    const negated = this.peek() === '^';
    if (negated) this.at++;
    let content = '';
    let minus: CharClass | null = null;
    let first = true;
    for (;;) {
      if (this.at >= this.text.length) throw new BadPattern('missing ]');
      if (this.peek() === ']') {
        if (first) throw new BadPattern('an empty class');
        this.at++;
        return { negated, content, minus };
      }
      if (!first && this.text.startsWith('-[', this.at)) {
        this.at += 2;
        minus = this.charClass();
        if (this.peek() !== ']') throw new BadPattern('text after a subtracted class');
        this.at++;
        return { negated, content, minus };
      }
      content += this.classItem();
      first = false;
    }
  }

  private classItem(): string {
    const start = this.classChar();
    if (typeof start !== 'string') return start.negated ? negatedInside(start) : start.content;
    const next = this.text[this.at + 1];
    if (this.peek() !== '-' || next === ']' || next === '[' || next === undefined) return insideClass(start);
    this.at++;
    const end = this.classChar();
    if (typeof end !== 'string') throw new BadPattern('a set as the end of a range');
    if (codeOf(start) > codeOf(end)) throw new BadPattern('a range out of order');
    return `${insideClass(start)}-${insideClass(end)}`;
  }

  private classChar(): string | CharClass {
    const char = this.take();
    if (char === '\\') return this.escape();
    if (char === '[') throw new BadPattern('[ inside a class');
    return char;
  }
}

const codeOf = (char: string): number =>
  char === '\\n' ? 10 : char === '\\r' ? 13 : char === '\\t' ? 9 : char.codePointAt(0)!;

const isJsEscape = (char: string): boolean => char.length === 2 && char.startsWith('\\');
const insideClass = (char: string): string => (isJsEscape(char) ? char : quoteInClass(char));

/**
 * A negated set inside a class: JavaScript supports this only for properties, so digits and properties are negated by
 * name.
 */
function negatedInside(set: CharClass): string {
  const property = /^\\p(\{[^}]*\})$/.exec(set.content);
  if (property !== null) return `\\P${property[1]}`;
  const ranges = COMPLEMENTS.get(set.content);
  if (ranges !== undefined) return ranges;
  throw new BadPattern('a negated set of this kind inside a class');
}

const COMPLEMENTS: ReadonlyMap<string, string> = new Map([
  [SPACE, '\\u{0}-\\u{8}\\u{b}\\u{c}\\u{e}-\\u{1f}\\u{21}-\\u{10ffff}'],
  [CLASSES.get('w')!, '\\p{P}\\p{Z}\\p{C}'],
]);

function renderClass(set: CharClass): string {
  const own = `[${set.negated ? '^' : ''}${set.content}]`;
  return set.minus === null ? own : `(?:(?!${renderClass(set.minus)})${own})`;
}

/** The Unicode blocks that published patterns use. */
const BLOCKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    IsBasicLatin: '\\u{0}-\\u{7f}',
    'IsLatin-1Supplement': '\\u{80}-\\u{ff}',
    'IsLatinExtended-A': '\\u{100}-\\u{17f}',
    'IsLatinExtended-B': '\\u{180}-\\u{24f}',
    IsGreek: '\\u{370}-\\u{3ff}',
    IsCyrillic: '\\u{400}-\\u{4ff}',
    IsGeneralPunctuation: '\\u{2000}-\\u{206f}',
  }),
);

/**
 * Translates an XPath regular expression (XPath functions section 7.6.1, XML Schema part 2 appendix F) with flags
 * `s m i x q`.
 */
export function translateRegex(pattern: string, flags: string): TranslatedRegex {
  if (!/^[smixq]*$/.test(flags))
    return { ok: false, code: 'FORX0001', reason: `unknown regular expression flags ${flags}` };
  const jsFlags = `u${flags.includes('m') ? 'm' : ''}${flags.includes('i') ? 'i' : ''}`;
  if (flags.includes('q')) return { ok: true, source: [...pattern].map(quote).join('') || '(?:)', flags: jsFlags };
  const reader = new Reader(flags.includes('x') ? unspaced(pattern) : pattern, flags.includes('s'));
  try {
    const source = reader.alternatives(0) || '(?:)';
    return { ok: true, source, flags: jsFlags };
  } catch (error) {
    if (!(error instanceof BadPattern)) throw error;
    return { ok: false, code: 'FORX0002', reason: `${error.message} in the regular expression ${pattern}` };
  }
}
