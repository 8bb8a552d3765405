import { Decimal, toDecimal } from '../../decimal.ts';
import { castAtom, textToBoolean, textToDouble } from './cast.ts';
import { compareDurations } from './moment-arithmetic.ts';
import { compareMoments, Duration, Moment } from './moments.ts';
import type { RunState } from './run-state.ts';
import { AnyUri, type Atomic, Binary, Float, Integer, QName, typeOf, Untyped } from './values.ts';
import { fail } from './xpath-error.ts';

export type Operator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

/** Order by Unicode code point (the codepoint collation); JavaScript's own order differs above U+FFFF. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const surrogateX = x >= 0xd800 && x < 0xe000;
    const surrogateY = y >= 0xd800 && y < 0xe000;
    if (surrogateX === surrogateY) return x - y;
    return surrogateX ? 1 : -1;
  }
  return a.length - b.length;
}

function satisfies(operator: Operator, order: number): boolean {
  switch (operator) {
    case 'eq':
      return order === 0;
    case 'ne':
      return order !== 0;
    case 'lt':
      return order < 0;
    case 'le':
      return order <= 0;
    case 'gt':
      return order > 0;
    case 'ge':
      return order >= 0;
  }
}

const textOf = (value: Atomic): string | null =>
  typeof value === 'string' ? value : value instanceof Untyped || value instanceof AnyUri ? value.value : null;

type Numeric = number | Decimal | Integer | Float;
export const isNumber = (value: Atomic): value is Numeric =>
  typeof value === 'number' || value instanceof Decimal || value instanceof Integer || value instanceof Float;

export function toDoubleFrom(value: Numeric): number {
  if (typeof value === 'number') return value;
  return value instanceof Decimal ? value.toNumber() : Number(value.value);
}

const decimalOf = (value: Decimal | Integer): Decimal => (value instanceof Integer ? toDecimal(value.value) : value);

/** Order of two numbers after promotion; NaN if one of them is NaN. */
export function compareNumbers(a: Numeric, b: Numeric): number {
  if (typeof a === 'number' || typeof b === 'number' || a instanceof Float || b instanceof Float) {
    const single = typeof a !== 'number' && typeof b !== 'number';
    const x = single ? Math.fround(toDoubleFrom(a)) : toDoubleFrom(a);
    const y = single ? Math.fround(toDoubleFrom(b)) : toDoubleFrom(b);
    return x < y ? -1 : x > y ? 1 : x === y ? 0 : Number.NaN;
  }
  return decimalOf(a).compare(decimalOf(b));
}

function incomparable(a: Atomic, b: Atomic): never {
  return fail('XPTY0004', `can't compare xs:${typeOf(a)} with xs:${typeOf(b)}`);
}

/**
 * A value comparison of two tagged atomic values (untyped counts as string); throws XPTY0004 for incomparable types.
 */
export function compareValues(operator: Operator, a: Atomic, b: Atomic, d: RunState): boolean {
  if (isNumber(a) && isNumber(b)) return satisfies(operator, compareNumbers(a, b));
  const x = textOf(a);
  const y = textOf(b);
  if (x !== null && y !== null) return satisfies(operator, compareText(x, y));
  if (typeof a === 'boolean' && typeof b === 'boolean') return satisfies(operator, Number(a) - Number(b));
  if (a instanceof Moment && b instanceof Moment && a.type === b.type) {
    const equality = operator === 'eq' || operator === 'ne';
    if (equality || a.type === 'date' || a.type === 'dateTime' || a.type === 'time') {
      return satisfies(operator, compareMoments(a, b, d.timezone));
    }
  }
  if (a instanceof Duration && b instanceof Duration) {
    const equality = operator === 'eq' || operator === 'ne';
    if (equality || (a.type === b.type && a.type !== 'duration')) return satisfies(operator, compareDurations(a, b));
  }
  if (operator === 'eq' || operator === 'ne') {
    if (a instanceof QName && b instanceof QName) {
      return (a.uri === b.uri && a.local === b.local) === (operator === 'eq');
    }
    if (a instanceof Binary && b instanceof Binary && a.type === b.type) {
      return (a.text === b.text) === (operator === 'eq');
    }
  }
  return incomparable(a, b);
}

/**
 * A general comparison of two tagged atomic values (XPath 2.0 section 3.5.2): untyped takes the type of the other
 * side.
 */
export function compareAtoms(operator: Operator, a: Atomic, b: Atomic, d: RunState): boolean {
  if (a instanceof Untyped) {
    return b instanceof Untyped
      ? satisfies(operator, compareText(a.value, b.value))
      : compareValues(operator, castLike(a.value, b), b, d);
  }
  return b instanceof Untyped ? compareValues(operator, a, castLike(b.value, a), d) : compareValues(operator, a, b, d);
}

function castLike(text: string, other: Atomic): Atomic {
  if (isNumber(other)) return textToDouble(text);
  if (typeof other === 'string' || other instanceof AnyUri) return text;
  if (typeof other === 'boolean') return textToBoolean(text);
  const type = typeOf(other);
  if (type === 'QName') return fail('XPTY0004', "untyped can't be compared with xs:QName");
  return castAtom(text, type as Parameters<typeof castAtom>[1]) as Atomic;
}

/**
 * As `eq`, but false instead of an error, and NaN equals NaN: for fn:distinct-values, and fn:index-of except for NaN.
 */
export function isSameValue(a: Atomic, b: Atomic, d: RunState): boolean {
  if (isNumber(a)) return isNumber(b) && compareNumbers(a, b) === 0;
  if (isNumber(b)) return false;
  const x = textOf(a);
  if (x !== null) return x === textOf(b);
  const type = typeOf(a);
  const other = typeOf(b);
  const comparable = type === other || (a instanceof Duration && b instanceof Duration);
  return comparable && compareValues('eq', a, b, d);
}
