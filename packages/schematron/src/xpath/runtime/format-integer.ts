import type { Units } from '../../decimal.ts';

/** A parsed picture of fn:format-integer (XPath functions 3.1, section 4.6.1). */
export type IntegerPicture =
  | { readonly kind: 'letters'; readonly upper: boolean }
  | { readonly kind: 'roman'; readonly upper: boolean }
  | {
      readonly kind: 'digits';
      readonly minimum: number;
      /** Code point of the digit zero. */
      readonly zero: number;
      /** Separators by the number of digits to their right. */
      readonly groups: Readonly<Record<number, string>>;
      /** A separator that repeats after every `size` digits. */
      readonly every: { readonly size: number; readonly mark: string } | null;
    };

/** fn:format-integer; the empty string for the empty sequence. */
export function formatInteger(value: Units | null, picture: IntegerPicture): string {
  if (value === null) return '';
  const text = String(value);
  const sign = text.startsWith('-') ? '-' : '';
  return sign + formatDigits(text.slice(sign.length), picture);
}

function formatDigits(digits: string, picture: IntegerPicture): string {
  if (picture.kind === 'letters') return cased(letters(BigInt(digits)) || digits, picture.upper);
  if (picture.kind === 'roman') return cased(roman(Number(digits)) || digits, picture.upper);
  const { minimum, zero, groups, every } = picture;
  const padded = digits.padStart(minimum, '0');
  let result = '';
  for (let i = 0; i < padded.length; i++) {
    const right = padded.length - i;
    if (i > 0) result += every === null ? (groups[right] ?? '') : right % every.size === 0 ? every.mark : '';
    result += String.fromCodePoint(zero + Number(padded[i]));
  }
  return result;
}

const cased = (text: string, upper: boolean): string => (upper ? text.toUpperCase() : text);

/** 1 as a, 26 as z, 27 as aa; the empty string for zero. */
function letters(value: bigint): string {
  let text = '';
  for (let rest = value; rest > 0n; rest = (rest - 1n) / 26n) {
    text = String.fromCharCode(97 + Number((rest - 1n) % 26n)) + text;
  }
  return text;
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Roman numerals; the empty string for zero and from 5000. */
function roman(value: number): string {
  if (value >= 5000) return '';
  let rest = value;
  let text = '';
  for (const [weight, numeral] of ROMAN) {
    for (; rest >= weight; rest -= weight) text += numeral;
  }
  return text;
}
