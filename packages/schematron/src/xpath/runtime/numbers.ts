import { type Decimal, parseDecimal, toDecimal, toExactDecimal, toUnits, type Units } from '../../decimal.ts';
import { fail } from './xpath-error.ts';

export function addInt(a: Units, b: Units): Units {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return toUnits(BigInt(a) + BigInt(b));
}

export function subtractInt(a: Units, b: Units): Units {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return toUnits(BigInt(a) - BigInt(b));
}

export function multiplyInt(a: Units, b: Units): Units {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    // `+ 0` converts negative zero to zero.
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return toUnits(BigInt(a) * BigInt(b));
}

export function idivInt(a: Units, b: Units): Units {
  if (b === 0) return fail('FOAR0001', 'integer division by zero');
  if (typeof a === 'number' && typeof b === 'number') return (a - (a % b)) / b + 0;
  return toUnits(BigInt(a) / BigInt(b));
}

export function modInt(a: Units, b: Units): Units {
  if (b === 0) return fail('FOAR0001', 'integer modulus by zero');
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
  return toUnits(BigInt(a) % BigInt(b));
}

export function negateInt(a: Units): Units {
  return typeof a === 'number' ? 0 - a : toUnits(-a);
}

export function absInt(a: Units): Units {
  return a < 0 ? negateInt(a) : a;
}

/** Cached because rules count, and round by hundreds. */
const SMALL: readonly Decimal[] = Array.from({ length: 101 }, (_, value) => toDecimal(value));

export const decimalFrom = (value: Units): Decimal =>
  value >= 0 && value <= 100 ? SMALL[Number(value)]! : toDecimal(value);

export function divideDecimal(a: Decimal, b: Decimal): Decimal {
  return b.isZero() ? fail('FOAR0001', 'decimal division by zero') : a.divide(b);
}

export function divideInt(a: Units, b: Units): Decimal {
  return divideDecimal(toDecimal(a), toDecimal(b));
}

export function idivDecimal(a: Decimal, b: Decimal): Units {
  return b.isZero() ? fail('FOAR0001', 'integer division by zero') : a.divideToInteger(b);
}

export function modDecimal(a: Decimal, b: Decimal): Decimal {
  return b.isZero() ? fail('FOAR0001', 'decimal modulus by zero') : a.remainder(b);
}

export function idivDouble(a: number, b: number): Units {
  if (b === 0) return fail('FOAR0001', 'integer division by zero');
  if (Number.isNaN(a) || Number.isNaN(b) || !Number.isFinite(a)) {
    return fail('FOAR0002', 'integer division of NaN or infinity');
  }
  return doubleToInt(a / b);
}

/** The integer part of a double (`xs:integer(…)`); throws FOCA0002 for NaN and infinities. */
export function doubleToInt(value: number): Units {
  if (!Number.isFinite(value)) return fail('FOCA0002', `${formatDouble(value)} is no integer`);
  const whole = Math.trunc(value) + 0;
  return Number.isSafeInteger(whole) ? whole : BigInt(whole);
}

export function doubleToDecimal(value: number): Decimal {
  if (!Number.isFinite(value)) return fail('FOCA0002', `${formatDouble(value)} is no decimal`);
  return toExactDecimal(value);
}

/** fn:round of a double: ties towards positive infinity; preserves the sign of zero. */
export function roundDouble(value: number): number {
  if (!Number.isFinite(value) || Number.isInteger(value)) return value;
  const rounded = Math.round(value);
  return rounded === 0 && value < 0 ? -0 : rounded;
}

/**
 * fn:round-half-to-even of a double. Detects ties in the value scaled by double arithmetic, as Saxon does, so that
 * 2.345e0 is a tie at two digits although its binary value is slightly larger.
 */
export function roundHalfEvenDouble(value: number, digits: Units): number {
  const places = Number(digits);
  if (!Number.isFinite(value) || value === 0 || places > 400) return value;
  const factor = 10 ** (places + 1);
  const scaled = Math.abs(value) * factor;
  if (!Number.isFinite(scaled) || factor === 0) return toExactDecimal(value).roundHalfEven(places).toNumber();
  const rest = scaled % 10;
  const down = scaled - rest;
  const isUp = rest > 5 || (rest === 5 && down % 20 !== 0);
  const rounded = (isUp ? down + 10 : down) / factor;
  return value < 0 ? -rounded : rounded;
}

export function roundHalfEvenInt(value: Units, digits: Units): Units {
  const places = Number(digits);
  return places >= 0 ? value : toDecimal(value).roundHalfEven(places).units;
}

export function roundHalfEvenDecimal(value: Decimal, digits: Units): Decimal {
  return value.roundHalfEven(Number(digits));
}

const POWERS: readonly number[] = Array.from({ length: 16 }, (_, n) => Number(`1e${n}`));

const DOUBLE = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Fast path for numbers with few digits, such as amounts; null for anything else. Digits and divisor are exact
 * doubles, so their quotient is the nearest double, the same that `Number` returns.
 */
function parseShortDouble(text: string): number | null {
  const { length } = text;
  if (length === 0 || length > 15) return null;
  let digits = 0;
  let point = -1;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) digits = digits * 10 + (code - 48);
    else if (code === 46 && point < 0 && at > 0) point = at;
    else return null;
  }
  return point < 0 ? digits : digits / POWERS[length - point - 1]!;
}

/** A double in its XML Schema lexical form, surrounding white space allowed; null for anything else. */
export function parseDouble(text: string): number | null {
  const short = parseShortDouble(text);
  if (short !== null) return short;
  const trimmed = trimXml(text);
  if (DOUBLE.test(trimmed)) return Number(trimmed);
  if (trimmed === 'INF') return Number.POSITIVE_INFINITY;
  if (trimmed === '-INF') return Number.NEGATIVE_INFINITY;
  return trimmed === 'NaN' ? Number.NaN : null;
}

/** An integer in its XML Schema lexical form; null for anything else. */
export function parseInteger(text: string): Units | null {
  const trimmed = trimXml(text);
  if (!/^[+-]?\d+$/.test(trimmed)) return null;
  if (trimmed.length < 16) return Number(trimmed) + 0;
  return toUnits(BigInt(trimmed.startsWith('+') ? trimmed.slice(1) : trimmed));
}

/** A decimal, surrounding white space allowed; null for anything else. */
export function parseDecimalText(text: string): Decimal | null {
  return parseDecimal(trimXml(text));
}

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13;

/** Removes XML white space at both ends. */
export function trimXml(text: string): string {
  const end = text.length - 1;
  if (end < 0 || (!isSpace(text.charCodeAt(0)) && !isSpace(text.charCodeAt(end)))) return text;
  let from = 0;
  let to = end;
  while (from <= to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to))) to--;
  return text.slice(from, to + 1);
}

/** xs:double to xs:string (XPath functions, section 17.1.2). */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const size = Math.abs(value);
  if (size >= 1e-6 && size < 1e6) return String(value);
  const [mantissa, exponent] = value.toExponential().split('e') as [string, string];
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`;
}

/** xs:float to xs:string: the shortest digits that parse to the same float. */
export function formatFloat(value: number): string {
  if (!Number.isFinite(value) || value === 0) return formatDouble(value);
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return formatDouble(short);
  }
  return formatDouble(value);
}
