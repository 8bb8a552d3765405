import { type Decimal, toDecimal, toExactDecimal } from '../../decimal.ts';
import { roundHalfEvenDouble } from './numbers.ts';
import { Float, Integer } from './values.ts';
import { fail } from './xpath-error.ts';

/** One sub-picture: prefix and suffix of the number, and its numbers of digits. */
type Picture = {
  readonly prefix: string;
  readonly suffix: string;
  readonly scale: 1 | 100 | 1000;
  readonly whole: number;
  readonly least: number;
  readonly most: number;
  /** Digits to the right of each separator in the integer part; a single number that repeats if they are regular. */
  readonly groups: readonly number[];
  readonly every: number | null;
};

const PREFIX = /^[^#0.,]*/;
const SHAPE = /^([#,]*(?:0[0,]*)?)(?:\.([0,]*(?:#[#,]*)?))?([^#0.,]*)$/;

function read(half: string): Picture {
  const [prefix = ''] = PREFIX.exec(half) ?? [];
  const found = SHAPE.exec(half.slice(prefix.length));
  const [, whole = '', fraction = '', suffix = ''] = found ?? [];
  const isNumber =
    found !== null && /[#0]/.test(whole + fraction) && !/^,|,$|,,/.test(whole) && !fraction.includes(',');
  if (!isNumber) return fail('FODF1310', `"${half}" is no picture of a number`);
  const marks = (prefix + suffix).match(/[%\u2030]/g) ?? [];
  if (marks.length > 1) return fail('FODF1310', `"${half}" has more than one mark of percent`);
  const groups = [...whole.matchAll(/,/g)].map(({ index }) => whole.slice(index).replaceAll(',', '').length).reverse();
  const first = groups[0];
  const isRegular = first !== undefined && groups.every((place, i) => place === first * (i + 1));
  const zeros = (text: string): number => text.replace(/[^0]/g, '').length;
  const isBare = zeros(whole) === 0 && fraction === '';
  return {
    prefix,
    suffix,
    scale: marks[0] === '%' ? 100 : marks[0] === undefined ? 1 : 1000,
    whole: isBare ? 1 : zeros(whole),
    least: zeros(fraction),
    most: fraction.length,
    groups,
    every: isRegular ? first : null,
  };
}

/**
 * fn:format-number (XSLT 2.0, section 16.4) with the default decimal format: digits `0` and `#`, `.`, `,`, `%`, `‰`,
 * `;` before the picture of negative numbers. The empty sequence is formatted as NaN. Throws FODF1310 for an invalid
 * picture.
 */
export function formatNumber(value: number | Decimal | Integer | Float | null, picture: string): string {
  const halves = picture.split(';');
  if (halves.length > 2) return fail('FODF1310', `"${picture}" has more than two halves`);
  const positive = read(halves[0]!);
  const negative = halves[1] === undefined ? { ...positive, prefix: `-${positive.prefix}` } : read(halves[1]);
  const number = value instanceof Integer ? toDecimal(value.value) : value instanceof Float ? value.value : value;
  if (number === null || Number.isNaN(number)) return 'NaN';
  const isNegative = typeof number === 'number' ? number < 0 || Object.is(number, -0) : number.units < 0;
  const { prefix, suffix } = isNegative ? negative : positive;
  const digits = digitsOf(typeof number === 'number' ? Math.abs(number) : number.abs(), positive);
  return prefix + digits + suffix;
}

function digitsOf(number: number | Decimal, { scale, whole, least, most, groups, every }: Picture): string {
  if (number === Number.POSITIVE_INFINITY) return 'Infinity';
  // A double is rounded by round-half-to-even before it is written exactly.
  const exact =
    typeof number === 'number'
      ? toExactDecimal(roundHalfEvenDouble(number * scale, most))
      : number.multiply(toDecimal(scale));
  const [before = '', after = ''] = exact.roundHalfEven(most).toString().split('.');
  const integer = (before === '0' ? '' : before).padStart(whole, '0');
  const fraction = after.replace(/(?<!0)0+$/, '').padEnd(least, '0');
  let grouped = '';
  for (let i = 0; i < integer.length; i++) {
    const left = integer.length - i;
    const isBreak = every === null ? groups.includes(left) : left % every === 0;
    grouped += (i > 0 && isBreak ? ',' : '') + integer[i];
  }
  if (grouped === '' && fraction === '') return '0';
  return fraction === '' ? grouped : `${grouped}.${fraction}`;
}
