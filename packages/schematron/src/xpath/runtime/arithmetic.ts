import { Decimal, toDecimal, ZERO } from '../../decimal.ts';
import { textToDouble } from './cast.ts';
import { isNumber, toDoubleFrom } from './compare.ts';
import { addDuration, addDurations, divideDurations, scaleDuration, subtractMoments } from './moment-arithmetic.ts';
import { Duration, Moment } from './moments.ts';
import {
  addInt,
  divideDecimal,
  divideInt,
  doubleToDecimal,
  idivDecimal,
  idivDouble,
  idivInt,
  modDecimal,
  modInt,
  multiplyInt,
  subtractInt,
} from './numbers.ts';
import type { RunState } from './run-state.ts';
import { type Atomic, Float, Integer, typeOf, Untyped } from './values.ts';
import { fail } from './xpath-error.ts';

export type ArithmeticOperator = 'add' | 'subtract' | 'multiply' | 'div' | 'idiv' | 'mod';

export function doubles(operator: ArithmeticOperator, a: number, b: number): number | Integer {
  switch (operator) {
    case 'add':
      return a + b;
    case 'subtract':
      return a - b;
    case 'multiply':
      return a * b;
    case 'div':
      return a / b;
    case 'mod':
      return a % b;
    case 'idiv':
      return new Integer(idivDouble(a, b));
  }
}

function integers(operator: ArithmeticOperator, a: Integer, b: Integer): Atomic {
  switch (operator) {
    case 'add':
      return new Integer(addInt(a.value, b.value));
    case 'subtract':
      return new Integer(subtractInt(a.value, b.value));
    case 'multiply':
      return new Integer(multiplyInt(a.value, b.value));
    case 'div':
      return divideInt(a.value, b.value);
    case 'mod':
      return new Integer(modInt(a.value, b.value));
    case 'idiv':
      return new Integer(idivInt(a.value, b.value));
  }
}

function decimals(operator: ArithmeticOperator, a: Decimal, b: Decimal): Atomic {
  switch (operator) {
    case 'add':
      return a.add(b);
    case 'subtract':
      return a.subtract(b);
    case 'multiply':
      return a.multiply(b);
    case 'div':
      return divideDecimal(a, b);
    case 'mod':
      return modDecimal(a, b);
    case 'idiv':
      return new Integer(idivDecimal(a, b));
  }
}

function timeArithmetic(operator: ArithmeticOperator, a: Atomic, b: Atomic, d: RunState): Atomic | null {
  const sign = operator === 'add' ? 1 : -1;
  const additive = operator === 'add' || operator === 'subtract';
  if (a instanceof Moment && b instanceof Duration && additive && fits(a, b)) return addDuration(a, b, sign);
  if (a instanceof Duration && b instanceof Moment && operator === 'add' && fits(b, a)) return addDuration(b, a, 1);
  if (a instanceof Moment && b instanceof Moment) {
    const dated = a.type === b.type && (a.type === 'date' || a.type === 'dateTime' || a.type === 'time');
    return operator === 'subtract' && dated ? subtractMoments(a, b, d) : null;
  }
  if (a instanceof Duration && b instanceof Duration) {
    if (a.type !== b.type || a.type === 'duration') return null;
    if (additive) return addDurations(a, b, sign);
    return operator === 'div' ? divideDurations(a, b) : null;
  }
  if (a instanceof Duration && a.type !== 'duration' && isNumber(b)) {
    if (operator === 'multiply') return scaleDuration(a, factor(b), false);
    if (operator !== 'div') return null;
    // Division by infinity yields zero (XPath functions, sections 10.6.4 and 10.6.8).
    const divisor = toDoubleFrom(b);
    if (divisor === Number.POSITIVE_INFINITY || divisor === Number.NEGATIVE_INFINITY)
      return new Duration(a.type, 0, ZERO);
    return scaleDuration(a, factor(b), true);
  }
  if (isNumber(a) && b instanceof Duration && b.type !== 'duration' && operator === 'multiply') {
    return scaleDuration(b, factor(a), false);
  }
  return null;
}

function factor(value: number | Decimal | Integer | Float): Decimal {
  if (value instanceof Decimal) return value;
  if (value instanceof Integer) return toDecimal(value.value);
  const number = toDoubleFrom(value);
  if (Number.isNaN(number)) return fail('FOCA0005', 'duration times NaN');
  return Number.isFinite(number) ? doubleToDecimal(number) : fail('FODT0002', 'duration times infinity');
}

function fits(moment: Moment, duration: Duration): boolean {
  if (moment.type === 'time') return duration.type === 'dayTimeDuration';
  return (moment.type === 'date' || moment.type === 'dateTime') && duration.type !== 'duration';
}

/**
 * Arithmetic on tagged atomic values (XPath 2.0 section 3.4); untyped counts as double.
 *
 * @throws XPathError XPTY0004, FOAR0001 …
 */
export function arithmetic(operator: ArithmeticOperator, left: Atomic, right: Atomic, d: RunState): Atomic {
  const a = left instanceof Untyped ? textToDouble(left.value) : left;
  const b = right instanceof Untyped ? textToDouble(right.value) : right;
  if (isNumber(a) && isNumber(b)) {
    if (typeof a === 'number' || typeof b === 'number') return doubles(operator, toDoubleFrom(a), toDoubleFrom(b));
    if (a instanceof Float || b instanceof Float) {
      const result = doubles(operator, toDoubleFrom(a), toDoubleFrom(b));
      return typeof result === 'number' ? new Float(Math.fround(result)) : result;
    }
    if (a instanceof Integer && b instanceof Integer) return integers(operator, a, b);
    return decimals(
      operator,
      a instanceof Integer ? toDecimal(a.value) : a,
      b instanceof Integer ? toDecimal(b.value) : b,
    );
  }
  return timeArithmetic(operator, a, b, d) ?? fail('XPTY0004', `no arithmetic on xs:${typeOf(a)} and xs:${typeOf(b)}`);
}

/** Unary minus of a tagged number. */
export function negate(value: Atomic): Atomic {
  const number = value instanceof Untyped ? textToDouble(value.value) : value;
  if (typeof number === 'number') return -number;
  if (number instanceof Decimal) return number.negate();
  if (number instanceof Integer) return new Integer(subtractInt(0, number.value));
  if (number instanceof Float) return new Float(-number.value);
  return fail('XPTY0004', `no unary minus on xs:${typeOf(number)}`);
}
