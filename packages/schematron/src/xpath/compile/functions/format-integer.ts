import { quoteData } from '../../../javascript.ts';
import { one, optional } from '../../item-types.ts';
import type { IntegerPicture } from '../../runtime/format-integer.ts';
import { Refusal } from '../refusal.ts';
import { argumentAs, define, type FunctionTable, over } from './define.ts';

const LETTERS: ReadonlyMap<string, IntegerPicture> = new Map(
  Object.entries({
    a: { kind: 'letters', upper: false },
    A: { kind: 'letters', upper: true },
    i: { kind: 'roman', upper: false },
    I: { kind: 'roman', upper: true },
  }),
);

/** Parses a picture (XPath functions 3.1, section 4.6.1); returns a string with the reason if it is invalid. */
function readPicture(text: string): IntegerPicture | string {
  const known = LETTERS.get(text);
  if (known !== undefined) return known;
  if (!/\p{Nd}/u.test(text))
    return text === '' ? 'FODF1310: an empty picture' : `the picture "${text}" is not supported`;
  if (text.includes(';')) return `the modifier in the picture "${text}" is not supported`;
  const marks = [...text];
  const zeros = marks.filter((mark) => /\p{Nd}/u.test(mark)).map(zeroOf);
  const isWellFormed =
    marks.every((mark) => mark === '#' || /\p{Nd}|[^\p{N}\p{L}]/u.test(mark)) &&
    new Set(zeros).size === 1 &&
    marks.lastIndexOf('#') < marks.findIndex((mark) => /\p{Nd}/u.test(mark)) &&
    !/^[^#\p{Nd}]|[^#\p{Nd}]$|[^#\p{Nd}]{2}/u.test(text);
  if (!isWellFormed) return `FODF1310: "${text}" is no picture of an integer`;
  return { kind: 'digits', minimum: zeros.length, zero: zeros[0]!, ...readGroups(marks) };
}

/** Code point of the zero in the family of a digit: digit families are runs of ten code points, some adjacent. */
function zeroOf(mark: string): number {
  const digit = mark.codePointAt(0)!;
  let start = digit;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--;
  return digit - ((digit - start) % 10);
}

function readGroups(marks: readonly string[]): Pick<IntegerPicture & { kind: 'digits' }, 'groups' | 'every'> {
  const groups: Record<number, string> = {};
  let digits = 0;
  for (const mark of [...marks].reverse()) {
    if (mark === '#' || /\p{Nd}/u.test(mark)) digits++;
    else groups[digits] = mark;
  }
  const places = Object.keys(groups).map(Number);
  const size = places[0] ?? 0;
  const isRegular =
    size > 0 &&
    places.every((place, i) => place === size * (i + 1)) &&
    new Set(Object.values(groups)).size === 1 &&
    digits <= size * (places.length + 1);
  return { groups, every: isRegular ? { size, mark: groups[size]! } : null };
}

const formatInteger = define(2, 3, (args, call) => {
  const [constant] = args[1]!.constant ?? [];
  if (constant?.type !== 'string') throw new Refusal(call.site.source, 'format-integer() with a computed picture');
  const picture = readPicture(constant.value);
  if (typeof picture === 'string') throw new Refusal(call.site.source, picture);
  // The language affects only number words, which are not supported.
  if (args[2] !== undefined) argumentAs(args[2], optional('string'), call, 2);
  return over([argumentAs(args[0]!, optional('integer'), call, 0)], one('string'), ([code], env) => {
    const { module } = env;
    return `${module.rt('formatInteger')}(${code}, ${module.constant(quoteData(picture))})`;
  });
});

/** XSLT 2.0, section 16.4, without xsl:decimal-format: two arguments. */
const formatNumber = define(2, 2, (args, call) =>
  over(
    [argumentAs(args[0]!, optional('numeric'), call, 0), argumentAs(args[1]!, one('string'), call, 1)],
    one('string'),
    (codes, env) => `${env.module.rt('formatNumber')}(${codes.join(', ')})`,
  ),
);

/** `format-integer` is from XPath 3.1, but published rules with the xslt2 query binding use it. */
export const formatFunctions: FunctionTable = { 'format-integer': formatInteger, 'format-number': formatNumber };
