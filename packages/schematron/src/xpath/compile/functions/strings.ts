import { quote } from '../../../javascript.ts';
import { isNode, many, one, optional } from '../../item-types.ts';
import { asMany, mapItems } from '../code.ts';
import { textCode } from '../constructs/cast.ts';
import { constantExpr } from '../constructs/literal.ts';
import { argumentOf, atomized, singular, stringCode } from '../convert.ts';
import type { Expr } from '../expr.ts';
import {
  argumentAs,
  CODEPOINT,
  checkCollation,
  define,
  type FunctionTable,
  orContext,
  over,
  plain,
  strict,
  strictOver,
} from './define.ts';

/** Converts every item to a string by fn:string. */
export function asStrings(expr: Expr): Expr {
  const { item } = expr.type;
  if (item === 'string') return expr;
  if (isNode(item)) {
    return mapItems(expr, 'string', (code, env) =>
      item === 'node' ? `${env.module.rt('text')}(${code})` : stringCode(code, item, env),
    );
  }
  if (item === 'item') return mapItems(expr, 'string', (code, env) => `${env.module.rt('itemText')}(${code})`);
  return mapItems(expr, 'string', (code, env) => textCode(code, item, env));
}

/** At most one item as string; the empty sequence becomes the empty string. */
export function stringOf(expr: Expr, what: string): Expr {
  const text = asStrings(singular(expr, what));
  if (text.type.max !== 0 && text.type.min === 1) return text;
  return over([text], one('string'), ([code]) => (code === 'null' ? "''" : `(${code} ?? '')`));
}

const contextText: Parameters<typeof define>[2] = (args, call) =>
  stringOf(orContext(args, call), argumentOf(call.name, 0));

/** A function of one string that defaults to the context item. */
const onContext = (
  result: 'string' | 'integer' | 'double',
  code: (text: string, rt: Rt) => string,
  truth?: (text: string, rt: Rt) => string,
) =>
  define(0, 1, (args, call) => {
    const text = args[0] === undefined ? contextText([], call) : argumentAs(args[0], 'text', call, 0);
    const applied = over([text], one(result), ([arg], env) => code(arg!, env.module.rt));
    if (truth === undefined) return applied;
    return { ...applied, test: over([text], one('boolean'), ([arg], env) => truth(arg!, env.module.rt)).value! };
  });

type Rt = Parameters<NonNullable<Expr['value']>>[0]['module']['rt'];

const compared = (code: (a: string, b: string, rt: Rt) => string, result: 'boolean' | 'string') =>
  define(2, 3, (args, call) => {
    checkCollation(args[2], call);
    const texts = args.slice(0, 2).map((arg, i) => argumentAs(arg, 'text', call, i));
    return over(texts, one(result), ([a, b], env) => code(a!, b!, env.module.rt));
  });

const containment = compared((a, b) => `${a}.includes(${b})`, 'boolean');

/** `contains(' A B C ', concat(' ', X, ' '))`: a code list written as text, compiled to a set lookup. */
function listMembership(args: readonly Expr[]): Expr | null {
  const [constant] = args[0]!.constant ?? [];
  const padded = args[1]!.padded;
  if (constant?.type !== 'string' || padded === undefined || args.length > 2) return null;
  // Only a text that is delimited on both sides is a list.
  if (!/^ .* $/s.test(constant.value)) return null;
  const codes = [...new Set(constant.value.split(' ').filter((code) => code !== ''))].map(quote);
  return over([padded], one('boolean'), ([text], env) => {
    const list = env.module.constant(`{ text: ${quote(constant.value)}, codes: new Set([${codes.join(', ')}]) }`);
    return `${env.module.rt('isListed')}(${list}, ${text})`;
  });
}

/** The strings of an expression that consists only of string literals, or null. */
function constantTexts(expr: Expr): string[] | null {
  const texts = expr.constant?.map((constant) => (constant.type === 'string' ? constant.value : null));
  return texts?.every((text) => text !== null) ? texts : null;
}

const textConstant = (text: string): Expr => constantExpr({ type: 'string', value: text });

const isSpace = (part: Expr): boolean => part.constant?.[0]?.value === ' ';

/** Functions on strings (XPath functions, section 7). */
export const stringFunctions: FunctionTable = {
  'default-collation': define(0, 0, () => constantExpr({ type: 'string', value: CODEPOINT })),
  'resolve-uri': define(2, 2, (args, call) =>
    strictOver(
      [argumentAs(args[0]!, optional('string'), call, 0), argumentAs(args[1]!, one('string'), call, 1)],
      'anyURI',
      (codes, env) => `${env.module.rt('resolveUri')}(${codes.join(', ')})`,
    ),
  ),
  string: define(0, 1, contextText),
  'string-length': onContext('integer', (text, rt) => `${rt('stringLength')}(${text})`),
  'normalize-space': onContext(
    'string',
    (text, rt) => `${rt('normalizeSpace')}(${text})`,
    (text, rt) => `${rt('hasWords')}(${text})`,
  ),
  'upper-case': plain(['text'], 'string', ([text]) => `${text}.toUpperCase()`),
  'lower-case': plain(['text'], 'string', ([text]) => `${text}.toLowerCase()`),
  contains: define(2, 3, (args, call) => listMembership(args) ?? containment.build(args, call)),
  'starts-with': compared((a, b) => `${a}.startsWith(${b})`, 'boolean'),
  'ends-with': compared((a, b) => `${a}.endsWith(${b})`, 'boolean'),
  'substring-before': compared((a, b, rt) => `${rt('substringBefore')}(${a}, ${b})`, 'string'),
  'substring-after': compared((a, b, rt) => `${rt('substringAfter')}(${a}, ${b})`, 'string'),
  substring: plain(
    ['text', one('double'), one('double')],
    'string',
    ([text, start, length], env) => `${env.module.rt('substring')}(${text}, ${start}, ${length ?? 'null'})`,
    2,
  ),
  translate: plain(
    ['text', one('string'), one('string')],
    'string',
    ([text, from, to], env) => `${env.module.rt('translate')}(${text}, ${from}, ${to})`,
  ),
  concat: define(2, 1000, (args, call) => {
    const known = args.map(constantTexts);
    if (known.every((each) => each !== null && each.length <= 1)) return textConstant(known.flat().join(''));
    const texts = args.map((arg, i) => stringOf(atomized(arg), argumentOf(call.name, i)));
    const whole = over(texts, one('string'), (codes) => `(${codes.join(' + ')})`);
    const [before, middle, after] = texts;
    const isPadded = texts.length === 3 && isSpace(before!) && isSpace(after!);
    return isPadded ? { ...whole, padded: middle } : whole;
  }),
  'string-join': define(1, 2, (args, call) => {
    const known = constantTexts(args[0]!);
    const mark = args[1] === undefined ? [''] : constantTexts(args[1]);
    if (known !== null && mark?.length === 1) return textConstant(known.join(mark[0]));
    const texts = asMany(asStrings(atomized(args[0]!)));
    const separator = args[1] === undefined ? [] : [argumentAs(args[1], one('string'), call, 1)];
    return over([texts, ...separator], one('string'), ([list, mark]) => `${list}.join(${mark ?? "''"})`);
  }),
  compare: define(2, 3, (args, call) => {
    checkCollation(args[2], call);
    return strict(
      ['string', 'string'],
      'integer',
      ([a, b], env) => `${env.module.rt('compareStrings')}(${a}, ${b})`,
    ).build(args.slice(0, 2), call);
  }),
  'codepoint-equal': strict(['string', 'string'], 'boolean', ([a, b]) => `(${a} === ${b})`),
  'string-to-codepoints': define(1, 1, (args, call) =>
    over(
      [argumentAs(args[0]!, 'text', call, 0)],
      many('integer'),
      ([text], env) => `${env.module.rt('codepointsOf')}(${text})`,
    ),
  ),
  'codepoints-to-string': define(1, 1, (args, call) =>
    over(
      [argumentAs(args[0]!, many('integer'), call, 0)],
      one('string'),
      ([codes], env) => `${env.module.rt('fromCodepoints')}(${codes})`,
    ),
  ),
  'encode-for-uri': plain(['text'], 'string', ([text], env) => `${env.module.rt('encodeForUri')}(${text})`),
  'iri-to-uri': plain(['text'], 'string', ([text], env) => `${env.module.rt('iriToUri')}(${text})`),
  'escape-html-uri': plain(['text'], 'string', ([text], env) => `${env.module.rt('escapeHtmlUri')}(${text})`),
  'normalize-unicode': plain(
    ['text', one('string')],
    'string',
    ([text, form], env) => `${env.module.rt('normalizeUnicode')}(${text}, ${form ?? "'NFC'"})`,
    1,
  ),
};

/**
 * A sequence as xsl:value-of writes it (XSLT 2.0 section 5.7.2): the strings of its atomic values separated by
 * spaces; adjacent text nodes are merged.
 */
export function joinedText(expr: Expr): Expr {
  const { item, max } = expr.type;
  if (max === 'many' && (item === 'text' || item === 'node' || item === 'item')) {
    return over([expr], one('string'), ([list], { module }) =>
      item === 'text' ? `${list}.map(${module.rt('text')}).join('')` : `${module.rt('simpleContent')}(${list})`,
    );
  }
  const texts = asStrings(atomized(expr));
  if (texts.type.max !== 'many') return stringOf(texts, '');
  return over([texts], one('string'), ([list]) => `${list}.join(' ')`);
}
